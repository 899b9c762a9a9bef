/**
 * Where the prompts of one kind may come from, by name and in the order in which they count: the configuration, the project, the global
 * directory, what is shipped (P-S78). Lists directories, and reads no prompt.
 */
import { limits } from "../../../generated/protocol/tables.js";
import { quote } from "../../../text/quote.js";
import type { Confined, ReadText } from "./confined.js";
import type { PromptOrigin } from "./prompt.js";
import { shippedAt } from "./shipped.js";
import type { Warn } from "./warnings.js";

export interface Source {
  readonly name: string;
  readonly origin: PromptOrigin;
  /** As warnings name it. */
  readonly path: string;
  /** The description of a shipped prompt, whose text has no front matter. */
  readonly description?: string;
  readonly read: () => Promise<ReadText>;
  /** The folder of its own, for a prompt that has one. */
  readonly folder?: SourceFolder;
}

export interface SourceFolder {
  readonly path: string;
  /** The paths of its files from there. */
  readonly files: () => Promise<readonly string[]>;
}

type Definitions = Readonly<Record<string, { readonly source: string }>>;

/** The entries of `facets` or `subagents`. `project` is undefined where no file of the project may be a prompt; `why` says so then. */
export function configuredSources(
  section: "facets" | "subagents",
  definitions: Definitions,
  { project, why }: { readonly project: Confined | undefined; readonly why: string },
  warn: Warn,
): readonly Source[] {
  return firstOf(Object.entries(definitions), section, warn).flatMap(([key, { source }]): readonly Source[] => {
    const path = `${section}.${key}.source`;
    const refuse = (text: string): readonly Source[] => {
      warn(path, text);
      return [];
    };
    const name = promptName(key);
    if (name === undefined) return refuse(NO_NAME);
    if (source.startsWith("agent://")) {
      const shipped = shippedAt(source);
      if (shipped === undefined) return refuse(`it names nothing that is shipped: ${quote(source)}`);
      const { body, description } = shipped;
      return [{ name, origin: "shipped", path, description, read: async () => ({ kind: "text", text: body }) }];
    }
    const steps = stepsOf(source);
    if (steps === undefined) return refuse(`it is no path in the project: ${quote(source)}`);
    if (project === undefined) return refuse(why);
    return [{ name, origin: "project", path: `${path}: ${source}`, read: () => project.text(...steps) }];
  });
}

/** The names on the way to a file, without `.` and `..`; undefined for a path that is none in the project. */
function stepsOf(source: string): readonly string[] | undefined {
  if (/^[\\/]|^[A-Za-z]:|\\|\p{Cc}/u.test(source)) return undefined;
  const steps: string[] = [];
  for (const step of source.split("/")) {
    if (step === "..") {
      if (steps.pop() === undefined) return undefined;
    } else if (step !== "" && step !== ".") steps.push(step);
  }
  return steps.length === 0 ? undefined : steps;
}

/** `<name>.md` for facets and subagents; `<name>/SKILL.md` for skills, which may have other files beside it. */
export type Layout = "file" | "folder";

const ENDING = ".md";
const FILE_IN_FOLDER = "SKILL.md";

/** The files of a directory, such as `facets` of the global one. */
export async function discoveredSources(
  where: { readonly directory: Confined; readonly origin: "global" | "project"; readonly steps: readonly string[] },
  layout: Layout,
  warn: Warn,
): Promise<readonly Source[]> {
  const { directory, origin, steps } = where;
  const shown = directory.pathOf(...steps);
  const listed = await directory.names(...steps);
  if (listed.kind === "absent") return [];
  if (listed.kind === "refused") {
    warn(shown, listed.why);
    return [];
  }
  // Editors and systems leave hidden files.
  const entries = listed.names.filter((entry) => !entry.startsWith("."));
  const wanted = layout === "file" ? entries.filter((entry) => entry.endsWith(ENDING)) : entries;
  return firstOf(wanted, shown, warn).flatMap((entry): readonly Source[] => {
    const name = promptName(layout === "file" ? entry.slice(0, -ENDING.length) : entry);
    const file = layout === "file" ? [...steps, entry] : [...steps, entry, FILE_IN_FOLDER];
    const path = directory.pathOf(...file);
    if (name !== undefined) {
      const found = { name, origin, path, read: () => directory.text(...file) };
      return [layout === "file" ? found : { ...found, folder: folderAt(directory, [...steps, entry]) }];
    }
    warn(path, NO_NAME);
    return [];
  });
}

function folderAt(directory: Confined, steps: readonly string[]): SourceFolder {
  const others = async (): Promise<readonly string[]> =>
    (await directory.files(limits.skillFiles + 2, ...steps)).filter((name) => name !== FILE_IN_FOLDER);
  return { path: directory.pathOf(...steps), files: others };
}

const NO_NAME = `it has no usable name: at most ${limits.promptNameCharacters} letters, digits, \`.\`, \`_\` and \`-\``;

function firstOf<Entry>(entries: readonly Entry[], path: string, warn: Warn): readonly Entry[] {
  if (entries.length > limits.promptFiles)
    warn(path, `it has ${entries.length} entries; the first ${limits.promptFiles} of them count`);
  return entries.slice(0, limits.promptFiles);
}

/** Letters, digits, `.`, `_`, `-` and single spaces; a letter or digit first, no dot and no space last. */
const NAME = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}._-]| (?! ))*(?<![ .])$/u;

/** The name that a text stands for; undefined for one that is none. Some systems take the accents of a file's name apart. */
function promptName(text: string): string | undefined {
  if (text.length > limits.promptNameCharacters) return undefined;
  const name = text.normalize("NFC");
  return NAME.test(name) ? name : undefined;
}
