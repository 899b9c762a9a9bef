/** `agentcfg trust`: shows a directory and the changes of its project, asks, and records that the user vouches for exactly this state. */
import { promptsOf } from "../../service/review/prompts.js";
import { reviewOf } from "../../service/review/review.js";
import { unseenIn } from "../../service/review/review-limits.js";
import { asText } from "../../service/review/review-text.js";
import { command, EXIT } from "../../terminal/command.js";
import { CATALOG, COLOR, GLOBAL, TEXT_OR_JSON, WHERE } from "../../terminal/options.js";
import { paintOn } from "../../terminal/painted.js";
import { ask, type ColorChoice, complain, print, type Terminal } from "../../terminal/terminal.js";
import { printable, printableJson } from "../../text/escape.js";
import { vouchableOf } from "../../toolkit/judge/analysis/vouchable.js";
import {
  addGrant,
  type Grants,
  grantsFile,
  isGranted,
  openToOthers,
  ownedBy,
  readGrants,
  removeGrant,
} from "../../toolkit/mean/trust/grants.js";
import { rootOf, stateSum, type Vouched } from "../../toolkit/mean/trust/vouch.js";
import { directoryName, displayName, type Host, isInside, slashed } from "../../toolkit/read/host/host.js";
import { nodePermissions } from "../../toolkit/read/host/permissions.js";
import { isOfAnotherWriter } from "../../toolkit/read/host/writing.js";
import { realPlace } from "../../toolkit/read/layers/identity.js";
import { layerOfScope } from "../../toolkit/read/layers/layer.js";
import { choiceOf, locate, locateNamed } from "../../toolkit/read/layers/locate.js";
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
    { line: "agentcfg trust", describe: "show what its project changes, and ask" },
    { line: "agentcfg trust --list", describe: "the directories that you vouch for" },
    { line: "agentcfg trust --revoke", describe: "no longer vouch for this one" },
  ],
  arguments: [
    { name: "[path]", describe: "a directory, or a project's file, instead of the one that is found", takes: "file" },
  ],
  options: [
    ...GLOBAL,
    CATALOG,
    { flags: "--sha256 <sum>", describe: "vouch without asking, if this is the sum" },
    { flags: "--revoke", describe: "no longer vouch for the directory" },
    { flags: "--list", describe: "list the directories that you vouch for" },
    { ...TEXT_OR_JSON, describe: "with --list: how to print" },
    COLOR,
  ],
  more: `
You vouch for a directory, the root of a project or any other, and for what the agent reads in it. Your own tool servers start in a directory
of yours, whatever changes there. What its project changes counts while it is, byte for byte, what you were shown: the project's file, the files
in the project that it names, and the facets, subagents and skills in \`.agent\`. A changed byte is a new question.
It counts for programs that load with \`projectTrust: "granted"\`, as \`agent\` does. The list is trusted.json in $XDG_STATE_HOME/agent, or in
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
  // A named directory may have no configuration.
  const isBare = path !== undefined && locateNamed(host, path).kind === "missing";
  const choice = choiceOf(undefined, isBare ? false : path);
  const snapshot = await openConfiguration(terminal, { ...flags, ...choice }, "if-any");
  if (typeof snapshot === "number") return snapshot;
  const project = layerOfScope(snapshot.layers, "project");
  if (project !== undefined && project.root === undefined) return EXIT.findings;
  const { root, state } = vouchableOf(snapshot, host, choiceOf(undefined, path));
  const name = printable(directoryName(host, root));
  const refuse = async (why: string, code: number): Promise<number> => {
    await complain(terminal, `cannot vouch for ${name}: ${why}`);
    return code;
  };
  const current = state();
  if ("reason" in current) return refuse(printable(current.reason), EXIT.usage);
  const shown = (file: string): string => displayName(host, host.join(root, file));
  const sections = reviewOf(snapshot, promptsOf(host, root, current, snapshot), shown);
  const unseen = unseenIn(sections);
  if (unseen !== undefined) return refuse(unseen, EXIT.findings);
  const review = asText(sections, await paintOn(terminal, flags.color));
  await print(
    terminal.stdout,
    `${name}\n  ${OWN}\n${review === "" ? "" : `\n${review}`}${namedText(host, current)}\nsha256 ${current.sha256}\n`,
  );
  if (isGranted(host, current)) {
    await print(terminal.stderr, `you vouch for ${name} as it is\n`);
    return EXIT.ok;
  }
  const answer = await decide(terminal, current, flags.sha256);
  if (answer !== "yes") return answer;
  // Records exactly the shown state: no file is read again.
  return say(terminal, await inTurn(() => addGrant(host, current)), `you vouch for ${name} as it is now`);
}

/** The meaning of vouching for a directory, whatever its project does. */
const OWN = "your own tool servers start in this directory, whatever changes in it";

function misuseOf(
  { list, revoke, sha256 }: TrustFlags,
  path: string | undefined,
  hasFormat: boolean,
): string | undefined {
  if (list && (revoke || sha256 !== undefined || path !== undefined))
    return "`--list` lists all directories and takes nothing but `--format`";
  if (revoke && sha256 !== undefined) return "`--revoke` and `--sha256` do not go together";
  return hasFormat && !list ? "`--format` goes with `--list` alone" : undefined;
}

/** Warns if others can write the list: its entries may not be the user's. */
async function warnOfOthers(terminal: Terminal): Promise<void> {
  const open = openToOthers(terminal.host, nodePermissions.modeOf);
  if (open === undefined) return;
  const name = printable(displayName(terminal.host, open));
  await complain(
    terminal,
    `others can write ${name} and so vouch for projects in your name; run \`chmod go-w ${name}\``,
  );
}

function namedText(host: Host, { configuration }: Vouched): string {
  if (configuration === undefined) return "";
  const { named, directories } = configuration;
  const block = (title: string, files: readonly string[]): string =>
    files.length === 0
      ? ""
      : `\n${title}\n${files.map((file) => `  ${printable(displayName(host, file))}\n`).join("")}`;
  return `${block("including these files", [...named.keys()])}${block("but not what else is in these directories", directories)}`;
}

/** `yes`, or the exit code for any other answer. */
async function decide(terminal: Terminal, { sha256 }: Vouched, expected: string | undefined): Promise<"yes" | number> {
  if (expected !== undefined) {
    if (expected === sha256) return "yes";
    await complain(terminal, "this state has another sum");
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
  const known = readGrants(host);
  if ("reason" in known) return say(terminal, known.reason, "");
  const { project } = locate(host, choiceOf(false, path));
  const root = rootOf(host, path, "file" in project ? project.file : undefined);
  const owned = listedAs(host, known, path) ?? ownedBy(host, known, root);
  if (owned === undefined) {
    await complain(terminal, `you do not vouch for ${printable(directoryName(host, root))}`);
    return EXIT.findings;
  }
  const refusal = await inTurn(() => removeGrant(host, owned));
  return say(terminal, refusal, `you no longer vouch for ${printable(directoryName(host, owned))}`);
}

/** Attempts to write the list while other calls of this command do, and milliseconds between two of them. */
const ATTEMPTS = 200;
const PAUSE = 10;

/** Writes the list, after those that write it now. Returns why it cannot be written. */
async function inTurn(write: () => string | undefined): Promise<string | undefined> {
  for (let attempt = 1; ; attempt += 1) {
    const refusal = write();
    if (refusal === undefined || attempt === ATTEMPTS || !isOfAnotherWriter(refusal)) return refusal;
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }
}

/** The listed directory of this path, which may be missing or lead elsewhere now. */
function listedAs(host: Host, { grants }: Grants, path: string | undefined): string | undefined {
  if (path === undefined) return undefined;
  const name = host.resolve(path);
  return [realPlace(host, name), name].find((directory) => grants.some(({ root }) => root === directory));
}

async function list(terminal: Terminal, format: TrustFlags["format"]): Promise<number> {
  const { host } = terminal;
  const known = readGrants(host);
  if ("reason" in known) return say(terminal, known.reason, "");
  const trusted = known.grants.map(({ root, configuration, prompts }) => ({
    ...{ directory: root, file: configuration?.file ?? null, prompts: [...prompts.keys()] },
    sha256: stateSum(host, configuration?.sha256, prompts),
  }));
  const lines = trusted.map(({ directory, file, prompts, sha256 }) => {
    const below = (name: string): string =>
      isInside(name, directory) ? slashed(name.slice(directory.length + 1)) : slashed(name);
    const parts = [directoryName(host, directory), ...(file === null ? [] : [below(file)]), ...prompts];
    return `${printable(sha256.slice(0, 12))} ${parts.map(printable).join(", ")}\n`;
  });
  await print(terminal.stdout, format === "json" ? `${printableJson({ version: 1, trusted })}\n` : lines.join(""));
  if (format === "text" && trusted.length === 0) await print(terminal.stderr, "you vouch for no directory\n");
  return EXIT.ok;
}

/** Prints that the list was changed, or why not. */
async function say(terminal: Terminal, refusal: string | undefined, done: string): Promise<number> {
  const file = printable(grantsFile(terminal.host) ?? "the list of directories");
  if (refusal !== undefined) await complain(terminal, `cannot use ${file}: ${refusal}`);
  else await print(terminal.stderr, `${done}\n`);
  return refusal === undefined ? EXIT.ok : EXIT.usage;
}
