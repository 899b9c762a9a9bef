/** `agentcfg trust`: shows what a project changes, asks, and records that the user vouches for exactly these bytes. */
import { reviewOf } from "../../service/review/review.js";
import { asText } from "../../service/review/review-text.js";
import { unseenIn } from "../../service/review/unseen.js";
import { command, EXIT } from "../../terminal/command.js";
import { CATALOG, COLOR, GLOBAL, TEXT_OR_JSON, WHERE } from "../../terminal/options.js";
import { paintOn } from "../../terminal/painted.js";
import { ask, type ColorChoice, complain, print, type Terminal } from "../../terminal/terminal.js";
import { printable, printableJson } from "../../text/escape.js";
import {
  addGrant,
  grantsFile,
  isGranted,
  openToOthers,
  readGrants,
  removeGrant,
} from "../../toolkit/mean/trust/grants.js";
import { type Vouched, vouchedFor } from "../../toolkit/mean/trust/vouch.js";
import { displayName } from "../../toolkit/read/host/host.js";
import { nodePermissions } from "../../toolkit/read/host/permissions.js";
import { realName } from "../../toolkit/read/layers/identity.js";
import { layerOfScope } from "../../toolkit/read/layers/layer.js";
import { choiceOf, locate } from "../../toolkit/read/layers/locate.js";
import { type LayerFlags, openConfiguration } from "../open.js";

interface TrustFlags extends LayerFlags {
  readonly list?: boolean;
  readonly revoke?: boolean;
  readonly sha256?: string;
  readonly format: "text" | "json";
  readonly color: ColorChoice;
}

export const trust = command<TrustFlags>({
  examples: [
    { line: "agentcfg trust", describe: "show the project here, and ask" },
    { line: "agentcfg trust --list", describe: "the projects that you vouch for" },
    { line: "agentcfg trust --revoke", describe: "no longer vouch for the one here" },
  ],
  arguments: [
    { name: "[path]", describe: "the project's file or directory, instead of the one that is found", takes: "file" },
  ],
  options: [
    ...GLOBAL,
    CATALOG,
    { flags: "--sha256 <sum>", describe: "vouch without asking, if this is the sum of the project" },
    { flags: "--revoke", describe: "no longer vouch for the project" },
    { flags: "--list", describe: "list the projects that you vouch for" },
    { ...TEXT_OR_JSON, describe: "with --list: how to print" },
    COLOR,
  ],
  more: `
What you vouch for is the project's file and the files in the project that it names, byte for byte; a changed byte is a new question.
It counts for programs that load with \`projectTrust: "granted"\`. The list is trusted.json in $XDG_STATE_HOME/agent, or in
~/.local/state/agent; never in the project.
${WHERE.trimStart()}`,
  run: runTrust,
});

async function runTrust(
  terminal: Terminal,
  [path]: readonly string[],
  flags: TrustFlags,
  given: ReadonlySet<string>,
): Promise<number> {
  const { host } = terminal;
  const misuse = misuseOf(flags, path, given.has("format"));
  if (misuse !== undefined) {
    await complain(terminal, misuse);
    return EXIT.usage;
  }
  await warnOfOthers(terminal);
  if (flags.list) return list(terminal, flags.format);
  if (flags.revoke) return revoke(terminal, path);
  const snapshot = await openConfiguration(terminal, { ...flags, ...choiceOf(undefined, path) });
  if (typeof snapshot === "number") return snapshot;
  const project = layerOfScope(snapshot.layers, "project");
  if (project === undefined) return sayNoProject(terminal);
  if (project.root === undefined) return EXIT.findings;
  const name = printable(project.document.source.file);
  const vouched = vouchedFor(host, project, snapshot.trees.get(project));
  if ("reason" in vouched) {
    await complain(terminal, `cannot vouch for ${name}: ${printable(vouched.reason)}`);
    return EXIT.usage;
  }
  const sections = reviewOf(snapshot);
  if (sections.length === 0) {
    await print(terminal.stderr, `${name} makes no risky changes, so there is nothing to vouch for\n`);
    return EXIT.ok;
  }
  const unseen = unseenIn(sections);
  if (unseen !== undefined) {
    await complain(terminal, `cannot vouch for ${name}: ${unseen}`);
    return EXIT.findings;
  }
  await print(
    terminal.stdout,
    `${asText(sections, await paintOn(terminal, flags.color))}${namedText(vouched)}\nsha256 ${vouched.sha256}\n`,
  );
  if (isGranted(host, vouched)) {
    await print(terminal.stderr, `you vouch for ${name} as it is\n`);
    return EXIT.ok;
  }
  const answer = await decide(terminal, vouched, flags.sha256);
  if (answer !== "yes") return answer;
  // Exactly what was shown: nothing is read again.
  return say(terminal, addGrant(host, vouched), `you vouch for ${name} as it is now`);
}

function misuseOf(
  { list, revoke, sha256 }: TrustFlags,
  path: string | undefined,
  hasFormat: boolean,
): string | undefined {
  if (list && (revoke || sha256 !== undefined || path !== undefined))
    return "`--list` lists all projects and takes nothing but `--format`";
  if (revoke && sha256 !== undefined) return "`--revoke` and `--sha256` do not go together";
  return hasFormat && !list ? "`--format` goes with `--list` alone" : undefined;
}

/** Warns when others can write the list: its entries may not be the user's. */
async function warnOfOthers(terminal: Terminal): Promise<void> {
  const open = openToOthers(terminal.host, nodePermissions.modeOf);
  if (open === undefined) return;
  const name = printable(displayName(terminal.host, open));
  await complain(
    terminal,
    `others can write ${name} and so vouch for projects in your name; run \`chmod go-w ${name}\``,
  );
}

function namedText({ named, unseen }: Vouched): string {
  const block = (title: string, files: readonly string[]): string =>
    files.length === 0 ? "" : `\n${title}\n${files.map((file) => `  ${printable(file)}\n`).join("")}`;
  return `${block("including these files", named)}${block("but not what else is in these directories", unseen)}`;
}

/** `yes`, or the exit code for any other answer. */
async function decide(terminal: Terminal, { sha256 }: Vouched, expected: string | undefined): Promise<"yes" | number> {
  if (expected !== undefined) {
    if (expected === sha256) return "yes";
    await complain(terminal, "the project has another sum");
    return EXIT.findings;
  }
  if (terminal.stdin.isTTY !== true) {
    await complain(terminal, "there is no terminal for the question; `--sha256` with the sum above vouches without it");
    return EXIT.usage;
  }
  if (await ask(terminal, "Vouch for exactly this?")) return "yes";
  await print(terminal.stderr, "nothing is recorded\n");
  return EXIT.findings;
}

async function revoke(terminal: Terminal, path: string | undefined): Promise<number> {
  const { host } = terminal;
  const { project } = locate(host, choiceOf(false, path));
  const wanted = "file" in project ? project.file : path;
  if (wanted === undefined) return sayNoProject(terminal);
  const file = realName(host, wanted);
  const known = readGrants(host);
  const name = printable(displayName(host, file));
  if ("grants" in known && !known.grants.some((one) => one.file === file)) {
    await complain(terminal, `you do not vouch for ${name}`);
    return EXIT.findings;
  }
  return say(terminal, removeGrant(host, file), `you no longer vouch for ${name}`);
}

async function list(terminal: Terminal, format: TrustFlags["format"]): Promise<number> {
  const { host } = terminal;
  const known = readGrants(host);
  if ("reason" in known) return say(terminal, known.reason, "");
  const trusted = known.grants.map(({ file, sha256 }) => ({ file, sha256 }));
  const lines = trusted.map(
    ({ file, sha256 }) => `${printable(sha256.slice(0, 12))} ${printable(displayName(host, file))}\n`,
  );
  await print(terminal.stdout, format === "json" ? `${printableJson({ version: 1, trusted })}\n` : lines.join(""));
  if (format === "text" && trusted.length === 0) await print(terminal.stderr, "you vouch for no project\n");
  return EXIT.ok;
}

async function sayNoProject(terminal: Terminal): Promise<number> {
  await complain(terminal, "there is no project here");
  return EXIT.noConfig;
}

/** Prints that the list was changed, or why not. */
async function say(terminal: Terminal, refusal: string | undefined, done: string): Promise<number> {
  const file = printable(grantsFile(terminal.host) ?? "the list of projects");
  if (refusal !== undefined) await complain(terminal, `cannot use ${file}: ${refusal}`);
  else await print(terminal.stderr, `${done}\n`);
  return refusal === undefined ? EXIT.ok : EXIT.usage;
}
