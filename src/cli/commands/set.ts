/**
 * `agentcfg set` and `agentcfg unset`: set or remove values in one file, all or none; all other bytes stay.
 *
 * `set PATH VALUE PATH VALUE` and `unset PATH PATH`, like `npm pkg`; `set --append`, like `git config set`; an item of a list is `PATH[1]`,
 * as in `npm pkg` and yq.
 */
import { whyNotEdited, whyRefused } from "../../service/refusal.js";
import { type Changed, changeLine, outcomeLine } from "../../service/review/changes.js";
import { command, EXIT, type Option } from "../../terminal/command.js";
import { CATALOG, COLOR, PATH, WHERE } from "../../terminal/options.js";
import { paintOn } from "../../terminal/painted.js";
import { type ColorChoice, complain, print, type Terminal } from "../../terminal/terminal.js";
import { printable } from "../../text/escape.js";
import { comparePaths, formatPath, type Path } from "../../text/path.js";
import { didYouMean, quote } from "../../text/quote.js";
import { shellWord } from "../../text/shell.js";
import { Snapshot } from "../../toolkit/judge/analysis/snapshot.js";
import { reporters } from "../../toolkit/judge/report/reporters.js";
import { shapeAt } from "../../toolkit/mean/configuration/setting.js";
import { pathsMeant } from "../../toolkit/mean/configuration/similar-paths.js";
import type { Scope } from "../../toolkit/read/diagnostic/diagnostic.js";
import type { Json } from "../../toolkit/read/document/data.js";
import type { Assignment } from "../../toolkit/read/edit/assign.js";
import type { Layer } from "../../toolkit/read/layers/layer.js";
import { isDigest, isVersion } from "../../toolkit/read/layers/store.js";
import { readValue } from "../../toolkit/read/schema/argument.js";
import { knowledgeOf, meaningsOf } from "../../toolkit/read/schema/lookup.js";
import { configShape, type Shape } from "../../toolkit/read/schema/shape.js";
import { put } from "../../toolkit/set.js";
import { readPath } from "../open.js";
import { openTarget, type Target } from "../target.js";
import { storeLayer } from "../write.js";

interface SetFlags {
  readonly global?: boolean;
  readonly project?: boolean;
  readonly file?: string;
  readonly append?: boolean;
  readonly catalog?: string;
  readonly expect?: string;
  readonly color: ColorChoice;
}

const OPTIONS: readonly Option[] = [
  { flags: "--global", describe: "in the global file" },
  { flags: "--project", describe: "in the project's file" },
  { flags: "--file <file>", describe: "in this file instead of the one that is found", takes: "file" },
  { flags: "--expect <digest>", describe: "only if the file's bytes have this SHA-256", takes: "value" },
  CATALOG,
  COLOR,
];

export const set = command<SetFlags>({
  examples: [
    { line: "agentcfg set --project tui.theme dark", describe: "one value" },
    { line: "agentcfg set --global tui.theme dark daemon.log_level debug", describe: "two values" },
    { line: "agentcfg set --project --append permissions.secret_files '*.pem'", describe: "a list item" },
  ],
  arguments: [
    PATH,
    { name: "<value>", describe: "a string, or YAML or JSON where another type belongs", takes: "value" },
    {
      name: "[more...]",
      describe: "more paths, each with its value; all are written, or none",
      takes: "path-or-value",
    },
  ],
  takesValues: true,
  options: [{ flags: "--append", describe: "add the value to the list at the path" }, ...OPTIONS],
  more: `${WHERE}

Set keys that need each other together:
  agentcfg set --project mcp_servers.files.transport stdio mcp_servers.files.command npx
  agentcfg set --project mcp_servers.files '{ transport: stdio, command: npx }'

Write a value that begins with a hyphen after \`--\`:
  agentcfg set --project --append mcp_servers.files.args -- -y`,
  run: async (terminal, words, flags) => {
    if (words.length % 2 === 1)
      return usage(terminal, `${quote(words.at(-1) ?? "")} has no value; write pairs: PATH VALUE`);
    const pairs = words.flatMap((text, index) => (index % 2 === 0 ? [{ text, argument: words[index + 1] }] : []));
    return runSet(terminal, pairs, flags);
  },
});

export const unset = command<SetFlags>({
  examples: [
    { line: "agentcfg unset --project tui.theme", describe: "remove one value" },
    { line: "agentcfg unset --global 'permissions.secret_files[0]'", describe: "remove an item" },
  ],
  arguments: [
    { ...PATH, describe: `${PATH.describe}; an item of a list is 'permissions.secret_files[0]'` },
    { name: "[more...]", describe: "more paths; all are removed, or none", takes: "path" },
  ],
  options: OPTIONS,
  more: WHERE,
  run: (terminal, words, flags) =>
    runSet(
      terminal,
      words.map((text) => ({ text, argument: undefined })),
      flags,
    ),
});

/** A typed path, and the value to set; without a value, the path is removed. */
interface Word {
  readonly text: string;
  readonly argument: string | undefined;
}

/** Sets or removes values; returns the exit code. */
async function runSet(terminal: Terminal, words: readonly Word[], flags: SetFlags): Promise<number> {
  const scope = scopeOf(flags);
  if (scope === undefined) return usage(terminal, "choose a layer: `--global` or `--project`");
  const { expect } = flags;
  if (expect !== undefined && !isDigest(expect))
    return usage(
      terminal,
      "`--expect` takes a SHA-256, 64 hexadecimal digits; `agentcfg show --format json` prints it",
    );
  const wanted: (Word & { readonly path: Path })[] = [];
  for (const word of words) {
    const path = await readPath(terminal, word.text);
    if (path === undefined) return EXIT.usage;
    if (path.length === 0)
      return usage(terminal, "the path is empty: the whole configuration can only be edited by hand");
    wanted.push({ ...word, path });
  }
  const target = await openTarget(terminal, scope, flags);
  if (typeof target === "number") return target;
  if (expect !== undefined && !isVersion(target.layer, expect)) return usage(terminal, otherVersion(target.layer));
  const layers = target.inputs.groups.flat();
  const before = new Snapshot(layers, target.inputs.surroundings(layers));
  const assignments: Assignment[] = [];
  for (const { path, argument } of wanted) {
    const place = flags.append ? [...path, 0] : path;
    const expected = expectedAt(before, place);
    const value = argument === undefined ? undefined : readValue(argument, expected);
    if (argument !== undefined && value === undefined) {
      const name = formatPath(path);
      const unsetting = `agentcfg unset --${scope} ${shellWord(name)}`;
      return usage(terminal, `no value for ${quote(name)}; ${quote(unsetting)} removes it`);
    }
    if (value !== undefined && isBeyondNumbers(value.value)) {
      const where = `a number in the value for ${quote(formatPath(path))}`;
      const advice = takesNumbersAlone(expected) ? "" : "; in double quotes it is a text";
      return usage(terminal, `${where} is too large, or not finite${advice}`);
    }
    assignments.push({ path, value, append: flags.append ?? false });
  }
  return change(terminal, before, target, inOrder(assignments), flags);
}

function takesNumbersAlone(shape: Shape | undefined): boolean {
  const { types } = shape ?? {};
  return types !== undefined && !types.has("string") && (types.has("number") || types.has("integer"));
}

/** Whether the data contains a number that no configuration can hold, such as `1e400`. */
function isBeyondNumbers(value: Json): boolean {
  if (typeof value === "number") return !Number.isFinite(value);
  return typeof value === "object" && value !== null && Object.values(value).some(isBeyondNumbers);
}

/** Removes items from the last to the first, because paths name their positions before the change. */
function inOrder(assignments: readonly Assignment[]): readonly Assignment[] {
  const isRemoval = assignments.every(({ value }) => value === undefined);
  return isRemoval ? assignments.toSorted((a, b) => comparePaths(b.path, a.path)) : assignments;
}

/** The meaning of a path in this configuration, or else in any. */
function expectedAt({ effective }: Snapshot, path: Path): Shape | undefined {
  return shapeAt(effective, path) ?? meaningsOf(configShape, path)[0]?.shape;
}

function scopeOf({ global, project }: SetFlags): Scope | undefined {
  if (global === project) return undefined;
  return global ? "global" : "project";
}

function otherVersion({ document }: Layer): string {
  const file = printable(document.source.file);
  return `not written: ${file} is not the version that \`--expect\` names; \`agentcfg show --format json\` prints the digest of the present one`;
}

async function usage(terminal: Terminal, message: string): Promise<number> {
  await complain(terminal, message);
  return EXIT.usage;
}

async function change(
  terminal: Terminal,
  before: Snapshot,
  { inputs, layer, isNew }: Target,
  assignments: readonly Assignment[],
  { color, file }: SetFlags,
): Promise<number> {
  const isSet = assignments.some(({ value }) => value !== undefined);
  const outcome = put(inputs, layer, assignments);
  const { scope, document } = layer;
  if (outcome.kind === "unchanged") {
    // A new file gets a `version`, which may be the only value that was set.
    const code = isNew && isSet ? await storeLayer(terminal, layer, document.source.text, isNew) : EXIT.ok;
    const paths = assignments.map(({ path }) => path);
    if (code === EXIT.ok) await sayChanges(terminal, { before, after: before, scope, isNew, isSet }, paths);
    return code;
  }
  if (outcome.kind !== "changed") {
    await complain(terminal, whyNotEdited(outcome, layer));
    return EXIT.findings;
  }
  const isRefused = outcome.refusals.length > 0;
  const paint = await paintOn(terminal, color);
  await print(
    terminal.stdout,
    reporters.pretty.render(outcome.result, isRefused ? outcome.refusals : outcome.caused, paint),
  );
  if (isRefused) {
    await complain(
      terminal,
      whyRefused(outcome, isSet, `--${scope}${file === undefined ? "" : ` --file ${shellWord(file)}`}`),
    );
    return EXIT.findings;
  }
  const code = await storeLayer(terminal, layer, outcome.text, isNew);
  const changed = { before, after: outcome.snapshot, scope, isNew, isSet };
  if (code === EXIT.ok) await sayChanges(terminal, changed, outcome.paths);
  return code;
}

async function sayChanges(terminal: Terminal, changed: Changed, paths: readonly Path[]): Promise<void> {
  for (const path of changed.isSet ? paths : paths.toSorted(comparePaths)) {
    await print(terminal.stderr, `${changeLine(changed, path)}${slipIn(changed, path)}\n`);
    const note = outcomeLine(changed, path);
    if (note !== undefined) await print(terminal.stderr, `  ${note}\n`);
  }
}

/** Suggestions for a path that does not exist. */
function slipIn({ before, after, isSet }: Changed, path: Path): string {
  if (isSet || before !== after || knowledgeOf(configShape, path) !== "none") return "";
  return didYouMean(pathsMeant(before.settings, path).map((meant) => quote(formatPath(meant))));
}
