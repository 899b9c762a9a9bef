/** Tells an editor the schema of a configuration: writes the schema next to it, names it in the file, and configures the editor. */
import type { Change } from "../service/associate/change.js";
import { EDITORS, type EditorName } from "../service/associate/editors.js";
import { SCHEMA_NAME, schemaChange } from "../service/associate/schema-file.js";
import { FIRST_LINE, namingChange, SCHEMA_PATH } from "../service/associate/schema-reference.js";
import { settingsChange } from "../service/associate/settings.js";
import { layerDirectory } from "../service/layer-directory.js";
import { EXIT } from "../terminal/command.js";
import { complain, print, type Terminal } from "../terminal/terminal.js";
import { printable } from "../text/escape.js";
import type { Scope } from "../toolkit/read/diagnostic/diagnostic.js";
import { formatOf } from "../toolkit/read/document/formats.js";
import { displayName, type Host, slashed, type WritingHost, workingDirectories } from "../toolkit/read/host/host.js";
import { isWrittenElsewhere } from "../toolkit/read/layers/identity.js";
import { configFiles } from "../toolkit/read/layers/places.js";

/** Writes all files, the schema first, or none; prints each change and returns the exit code. `schemaText`: the schema for editors. */
export async function associate(
  terminal: Terminal,
  editor: EditorName,
  scope: Scope,
  schemaText: string,
): Promise<number> {
  const { host } = terminal;
  const directory = layerDirectory(host, scope);
  if (directory === undefined) {
    await complain(terminal, "there is no home directory outside the project for a global config");
    return EXIT.usage;
  }
  const configs = configFiles(host, directory).filter((file) => host.kindOf(file) !== undefined);
  const changes = changesFor(host, editor, scope, { directory, configs, schemaText }).map((change) =>
    ready(host, safely(host, scope, change)),
  );
  const refusals = changes.filter((change) => change.kind === "refuse");
  for (const { file, why } of refusals) await complain(terminal, `cannot write ${nameOf(host, file)}: ${why}`);
  if (refusals.length > 0) return EXIT.usage;
  for (const change of changes) {
    const why = written(host, change);
    if (why !== undefined) {
      await complain(terminal, `cannot write ${nameOf(host, change.file)}: ${why}`);
      return EXIT.usage;
    }
    const text = change.kind === "write" ? change.done : change.why;
    await print(terminal.stderr, `${nameOf(host, change.file)}: ${text}\n`);
  }
  await sayWhatRemains(terminal, editor, scope, { directory, configs });
  return EXIT.ok;
}

interface ConfigFiles {
  readonly directory: string;
  /** The configurations in the directory; `lint` reports more than one, this command does not. */
  readonly configs: readonly string[];
}

function changesFor(
  host: Host,
  editor: EditorName,
  scope: Scope,
  { directory, configs, schemaText }: ConfigFiles & { readonly schemaText: string },
): readonly Change[] {
  const { knows, ...how } = EDITORS[editor];
  const isKnown = (file: string): boolean => scope === "project" && knows.some((format) => format === formatOf(file));
  const settings = scope === "project" && "settings" in how ? [how.settings] : [];
  return [
    schemaChange(host, host.join(directory, SCHEMA_NAME), schemaText),
    ...settings.map(({ file, of }) =>
      settingsChange(host, host.join(rootOf(host), file), of(pathFrom(rootOf(host), directory))),
    ),
    ...configs.filter((file) => !isKnown(file)).map((file) => namingChange(host, file)),
  ];
}

/** The directory that an editor opens: the root of the repository, or else the working directory. */
function rootOf(host: Host): string {
  return workingDirectories(host).at(-1) ?? host.cwd;
}

/** The name of the schema, relative to that directory. */
function pathFrom(root: string, directory: string): string {
  const below = slashed(directory).slice(slashed(root).replace(/\/$/, "").length);
  return `.${below}/${SCHEMA_NAME}`;
}

/** A link in the project must not lead the written file out of it. */
function safely(host: Host, scope: Scope, change: Change): Change {
  const isElsewhere = scope === "project" && isWrittenElsewhere(host, change.file);
  return isElsewhere ? { kind: "refuse", file: change.file, why: "it is reached through a symbolic link" } : change;
}

/** One file that cannot be written stops all others. */
function ready(host: WritingHost, change: Change): Change {
  const why = change.kind === "write" ? host.refusalOf(change.file) : undefined;
  return why === undefined ? change : { kind: "refuse", file: change.file, why };
}

function written(host: WritingHost, change: Change): string | undefined {
  if (change.kind !== "write") return undefined;
  const { file, before, after } = change;
  return before === undefined ? host.createFile(file, after, true) : host.replaceFile(file, before, after);
}

/**
 * Prints the remaining steps for the user: the text for a file that this command does not edit, and the first line of a future
 * configuration.
 */
async function sayWhatRemains(
  terminal: Terminal,
  editor: EditorName,
  scope: Scope,
  { directory, configs }: ConfigFiles,
): Promise<void> {
  const how = EDITORS[editor];
  if (scope === "project" && "text" in how) {
    await print(terminal.stderr, `add this to ${how.text.file}:\n`);
    await print(terminal.stdout, how.text.of(printable(pathFrom(rootOf(terminal.host), directory))));
  }
  if (configs.length > 0) return;
  await print(
    terminal.stderr,
    `when you create the configuration, begin it with this line in YAML: ${FIRST_LINE}\n` +
      `or with this key in JSON: "$schema": "${SCHEMA_PATH}"\n`,
  );
}

function nameOf(host: Host, file: string): string {
  return printable(displayName(host, file));
}
