/** `agentcfg explain 'shell: git push'`: the decision about a call, for a terminal and for programs. */
import type { Matcher } from "../../permissions/outcome.js";
import { callIn } from "../../service/explain/call.js";
import { type CallStory, callStory } from "../../service/explain/call-story.js";
import { isVouchedFor } from "../../service/waiting.js";
import { EXIT } from "../../terminal/command.js";
import { complain, print, type Terminal } from "../../terminal/terminal.js";
import { printable, printableJson } from "../../text/escape.js";
import { Snapshot } from "../../toolkit/judge/analysis/snapshot.js";
import { surroundingsOf } from "../../toolkit/judge/analysis/surroundings.js";
import { withheldFrom } from "../../toolkit/judge/analysis/withheld.js";
import { NO_POLICIES } from "../../toolkit/judge/policy/read.js";
import { type Paint, ruleTag } from "../../toolkit/judge/report/paint.js";
import { sketchOf } from "../../toolkit/judge/rules/permission/sketch.js";
import { jsonAt } from "../../toolkit/mean/configuration/setting.js";
import { type LoadedPermissions, loadPermissions } from "../../toolkit/permissions.js";
import { choiceOf, locate } from "../../toolkit/read/layers/locate.js";
import { readLayers } from "../../toolkit/read/layers/read.js";
import type { LayerFlags } from "../open.js";

interface CallFlags extends Omit<LayerFlags, "policy"> {
  readonly format: "text" | "json";
}

export async function explainCall(terminal: Terminal, text: string, flags: CallFlags, paint: Paint): Promise<number> {
  const { host } = terminal;
  const call = callIn(text, host);
  if ("mistake" in call) {
    await complain(terminal, call.mistake);
    return EXIT.usage;
  }
  const permissions = loadPermissions({ host, ...choiceOf(flags.global, flags.project) });
  const mistakes = permissions.diagnostics.filter(({ severity }) => severity === "error");
  const story = callStory(text.trim(), call, permissions.rules, {
    ...{ host, ...guardsIn(terminal, flags) },
    mistakes: mistakes.map(({ rule }) => rule),
  });
  const shown =
    flags.format === "json"
      ? `${printableJson({ ...story, mistakes })}\n`
      : storyText(story, mistakes, permissions.rules.length, paint);
  await print(terminal.stdout, shown);
  return EXIT.ok;
}

/** The matcher and the secret files in effect, without a message about a configuration that cannot be read. */
function guardsIn({ host }: Terminal, flags: CallFlags): { matcher: Matcher; secretFiles: readonly string[] } {
  const { layers } = readLayers(host, locate(host, flags), "hand-over");
  const snapshot = new Snapshot(layers, surroundingsOf(host, layers, undefined, NO_POLICIES));
  const isTrusted = !flags.untrusted && isVouchedFor(snapshot, host, flags);
  const { effective } = isTrusted ? snapshot : withheldFrom(snapshot).snapshot;
  const matcher = jsonAt(effective, ["default_permission_matcher"]);
  const files = jsonAt(effective, ["permissions", "secret_files"]);
  return {
    matcher: MATCHERS.find((one) => one === matcher) ?? "standard",
    secretFiles: Array.isArray(files) ? files.filter((one) => typeof one === "string") : [],
  };
}

const MATCHERS: readonly Matcher[] = ["standard", "bypass", "bypass_plus", "autonomous"];

const OUTCOMES: Readonly<Record<CallStory["outcome"], string>> = {
  runs: "runs without a question",
  asks: "asks first",
  denied: "never runs",
  classified: "a classifier decides",
};

const MARGIN = 11;

type Line = readonly [string, string];

function storyText(story: CallStory, mistakes: LoadedPermissions["diagnostics"], count: number, paint: Paint): string {
  const { call, outcome, reason, rule, part, parts = [], matcher } = story;
  const [first] = mistakes;
  const isWithoutRules = count === 0 && mistakes.length === 0 && outcome !== "runs";
  const lines: readonly Line[] = [
    ["outcome", OUTCOMES[outcome]],
    ["because", isWithoutRules ? "there are no permission rules here" : printable(reason)],
    ...(rule === undefined ? [] : [["rule", placed(rule)] as const]),
    ...(part === undefined || call.endsWith(`: ${part}`) ? [] : [["part", printable(part)] as const]),
    ...parts.map((one, index): Line => [index === 0 ? "parts" : "", partLine(one)]),
    ...(matcher === "standard"
      ? []
      : [["matcher", `\`${matcher}\` in \`default_permission_matcher\`${MEANINGS[matcher]}`] as const]),
    ...(first === undefined
      ? []
      : [
          [
            "problem",
            `${ruleTag(paint, first.severity, first.rule)}: ${first.message} (${printable(first.file)}:${first.range.start.line}:${first.range.start.column})`,
          ] as const,
        ]),
  ];
  const rows = lines.map(
    ([name, value]) => `  ${paint.faint(name.padEnd(8))} ${value.replaceAll("\n", `\n${" ".repeat(MARGIN)}`)}\n`,
  );
  return `${paint.strong(printable(call))}\n${rows.join("")}`;
}

const MEANINGS: Readonly<Record<Matcher, string>> = {
  standard: "",
  bypass: ": no rule counts",
  bypass_plus: ": all runs that no rule denies",
  autonomous: "",
};

function placed(rule: NonNullable<CallStory["rule"]>): string {
  return `${rule.effect} ${printable(sketchOf(rule))}\nat ${printable(rule.file)}:${rule.line} (${rule.source})`;
}

function partLine({ part, effect, rule }: NonNullable<CallStory["parts"]>[number]): string {
  const by = rule === undefined ? "no rule" : `${effect} at ${printable(rule.file)}:${rule.line}`;
  return `${printable(part)}: ${by}`;
}
