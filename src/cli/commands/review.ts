/**
 * `agentcfg review`: lists the changes of the project's file to its user's agent. It reads no variable and starts only git, for `--base`.
 */
import { projectAt, promptsAt } from "../../service/review/base.js";
import { promptsOf, sourcesIn } from "../../service/review/prompts.js";
import { type ReviewSection, reviewOf } from "../../service/review/review.js";
import { changesBetween } from "../../service/review/review-diff.js";
import { asJson, asMarkdown, asText } from "../../service/review/review-text.js";
import { command, EXIT } from "../../terminal/command.js";
import { COLOR, LAYERS, POLICY, WHERE } from "../../terminal/options.js";
import { paintOn } from "../../terminal/painted.js";
import { type ColorChoice, complain, print, type Terminal } from "../../terminal/terminal.js";
import { printable } from "../../text/escape.js";
import { quote } from "../../text/quote.js";
import { Snapshot } from "../../toolkit/judge/analysis/snapshot.js";
import { type Vouchable, vouchableOf } from "../../toolkit/judge/analysis/vouchable.js";
import { isGranted } from "../../toolkit/mean/trust/grants.js";
import { displayName, type Host } from "../../toolkit/read/host/host.js";
import { layerOfScope } from "../../toolkit/read/layers/layer.js";
import { type LayerFlags, openConfiguration } from "../open.js";

interface ReviewFlags extends LayerFlags {
  readonly base?: string;
  readonly color: ColorChoice;
  readonly format: "text" | "markdown" | "json";
}

export const review = command<ReviewFlags>({
  examples: [
    { line: "agentcfg review", describe: "what the project changes about your agent" },
    { line: "agentcfg review --base main", describe: "only what a branch adds or removes" },
    { line: "agentcfg review --format markdown", describe: "for a pull request" },
  ],
  options: [
    ...LAYERS,
    POLICY,
    { flags: "--base <ref>", describe: "only what differs from that commit, branch or tag", takes: "ref" },
    { flags: "--format <format>", describe: "how to print", choices: ["text", "markdown", "json"], default: "text" },
    COLOR,
  ],
  more: WHERE,
  run: runReview,
});

async function runReview(terminal: Terminal, _: readonly string[], flags: ReviewFlags): Promise<number> {
  const { base, format, color } = flags;
  const snapshot = await openConfiguration(terminal, flags, base === undefined ? "in-effect" : "if-any");
  if (typeof snapshot === "number") return snapshot;
  const project = layerOfScope(snapshot.layers, "project");
  // An unreadable project is not reviewed: it already has an error message.
  if (project !== undefined && project.root === undefined) return EXIT.findings;
  const vouchable = vouchableOf(snapshot, terminal.host, flags);
  const now = reviewNow(terminal.host, snapshot, vouchable);
  const sections = base === undefined ? now : await reviewSince(terminal, snapshot, now, base, vouchable.root);
  if (sections === undefined) return EXIT.usage;
  const nothing =
    base === undefined ? "the project makes no risky changes" : `no risky changes compared with ${printable(base)}`;
  const isNothing = sections.length === 0;
  const paint = await paintOn(terminal, color);
  const render = { text: (some: readonly ReviewSection[]) => asText(some, paint), markdown: asMarkdown, json: asJson }[
    format
  ];
  const sentence = `${nothing.charAt(0).toUpperCase()}${nothing.slice(1)}.\n`;
  await print(terminal.stdout, isNothing && format === "markdown" ? sentence : render(sections));
  if (isNothing && format === "text") await print(terminal.stderr, `${nothing}\n`);
  if (base === undefined && format === "text")
    await print(terminal.stderr, `${vouchedText(terminal.host, vouchable)}\n`);
  return EXIT.ok;
}

/** Whether the user vouches for the directory and its state. */
function vouchedText(host: Host, { root, state, standing }: Vouchable): string {
  const shown = displayName(host, root);
  const name = shown === "." ? "this directory" : printable(shown);
  const now = state();
  if (!("reason" in now) && isGranted(host, now)) return `you vouch for ${name} as it is`;
  if (standing({ projectTrust: "granted" }).isOwn) return `you vouch for ${name}, but not for all that is in it now`;
  return `you do not vouch for ${name}`;
}

/** The review of a state that a user cannot vouch for has no prompts. */
function reviewNow(host: Host, snapshot: Snapshot, { root, state }: Vouchable): readonly ReviewSection[] {
  const now = state();
  const prompts = "reason" in now ? [] : promptsOf(host, root, now, snapshot);
  return reviewOf(snapshot, prompts, namerIn(host, root));
}

function namerIn(host: Host, root: string): (name: string) => string {
  return (name) => displayName(host, host.join(root, name));
}

/** Undefined after printing why the commit cannot be read. */
async function reviewSince(
  terminal: Terminal,
  snapshot: Snapshot,
  now: readonly ReviewSection[],
  ref: string,
  root: string,
): Promise<readonly ReviewSection[] | undefined> {
  const project = layerOfScope(snapshot.layers, "project");
  const base = await projectAt(terminal.host, ref, project);
  if ("reason" in base) {
    await complain(terminal, `cannot look at ${quote(ref)}: ${base.reason}`);
    return undefined;
  }
  const { layers, surroundings } = snapshot;
  const before = [...layers.filter((layer) => layer !== project), ...(base.layer === undefined ? [] : [base.layer])];
  const earlier = new Snapshot(before, surroundings);
  const sources = sourcesIn(earlier).map((source) => ({ ...source, isNamed: true }) as const);
  const prompts = await promptsAt(terminal.host, ref, root, sources);
  return changesBetween(reviewOf(earlier, prompts, namerIn(terminal.host, root)), now);
}
