/** The tool `search`: lines that match a regular expression, in the files of the catalog (P-S107). Neither an expression nor a search goes on forever. */
import { limits } from "../../../generated/protocol/tables.js";
import type { FileLocation } from "../../../generated/protocol/types.js";
import { FileError } from "../../machine/interfaces/files.js";
import { compiled, type Expression } from "../../machine/interfaces/matching.js";
import type { Fields, Tool, ToolCall, ToolResult } from "../tools/tool.js";
import { failed, fileTool } from "./file-tool.js";
import { expectText, flagIn } from "./input.js";
import { type AskedFiles, askedFiles, foldersOf, GLOB, IGNORED, listingNotes, type NamedFolder } from "./named.js";
import { nearbySaid } from "./near-names.js";
import { type Finds, searchFiles } from "./search-files.js";
import { allowedPlace, holding, Refusal, shownPath, type Workplace } from "./workplace.js";

export function searchTool(workplace: Workplace): Tool {
  return fileTool(workplace, {
    name: "search",
    description: `Finds lines by a regular expression of JavaScript, line by line, in the text files of the working directory, without those that \
\`.gitignore\` names and without generated trees such as node_modules. Shows the path of each file, and below it its lines with their numbers; at most \
${limits.searchLines} lines. Secret files are left out, unless \`path\` names one.`,
    properties: {
      pattern: { type: "string", minLength: 1, description: "The regular expression." },
      path: { type: "string", description: "The directory or the file to search; the working directory without it." },
      glob: GLOB,
      ignore_case: { type: "boolean", description: "Whether upper and lower case are alike." },
      ignored: IGNORED,
    },
    required: ["pattern"],
    isChanging: false,
    asked,
    run: (wanted, call) => search(workplace, wanted, call),
  });
}

interface AskedSearch extends AskedFiles {
  readonly expression: Expression;
}

const LONGEST = 10_000;

function asked(input: Fields): AskedSearch {
  const pattern = expectText(input, "pattern");
  if (pattern === "") throw new Refusal("`pattern` must not be empty");
  if (pattern.length > LONGEST) throw new Refusal("`pattern` is too long");
  // As other programs spell it.
  const isLoose = pattern.startsWith("(?i)");
  const expression = {
    source: isLoose ? pattern.slice("(?i)".length) : pattern,
    ignoresCase: isLoose || flagIn(input, "ignore_case"),
  };
  if (compiled(expression) === undefined)
    throw new Refusal(
      "`pattern` is not a regular expression: brackets and backslashes stand for themselves only after a backslash",
    );
  return { ...askedFiles(input), expression };
}

async function search(workplace: Workplace, wanted: AskedSearch, call: ToolCall): Promise<ToolResult> {
  const place = await allowedPlace(workplace, wanted.path, call);
  const { folders, notes } = await filesOf(workplace, place, wanted);
  const found = await searchFiles(workplace, { ...wanted, place, folders, signal: call.signal });
  if (call.signal.aborted) return failed("the call was cancelled");
  return result(workplace, found, notes);
}

interface NamedFiles {
  readonly folders: Iterable<NamedFolder> | AsyncIterable<NamedFolder>;
  readonly notes: readonly string[];
}

async function filesOf(workplace: Workplace, place: string, { takes, showsIgnored }: AskedSearch): Promise<NamedFiles> {
  const { tree, catalog } = workplace;
  const kind = await kindOf(workplace, place);
  const [around, name] = tree.split(place);
  if (kind === "file") return { folders: [{ place: around, names: [name] }], notes: [] };
  const shown = shownPath(workplace, place);
  if (kind === undefined) throw new Refusal(`there is no \`${shown}\`${await nearbySaid(workplace, place)}`);
  if (kind !== "directory") throw new Refusal(`\`${shown}\` is neither a file nor a directory`);
  const listing = await catalog.below(place, showsIgnored);
  return { folders: foldersOf(workplace, listing, takes, false), notes: listingNotes(listing) };
}

async function kindOf({ tree }: Workplace, place: string) {
  try {
    return await holding(tree, place, async (directory, name) =>
      name === "" ? "directory" : (await directory.status(name))?.kind,
    );
  } catch (error) {
    if (error instanceof FileError && error.failure === "missing") return undefined;
    throw error;
  }
}

function result(workplace: Workplace, found: Finds, listed: readonly string[]): ToolResult {
  const rows: string[] = [];
  const locations: FileLocation[] = [];
  for (const { place, lines, more } of found.files) {
    rows.push(shownPath(workplace, place), ...lines.map(({ line, text }) => `${line}\t${text}`));
    if (more > 0) rows.push(`[${more} more in this file]`);
    const [first] = lines;
    if (locations.length < limits.itemLocations) locations.push({ path: place, ...(first && { line: first.line }) });
  }
  const notes = [...found.notes, ...listed];
  if (rows.length === 0) notes.unshift("no line matches");
  const text = [...rows, ...notes.map((note) => `[${note}]`)].join("\n");
  return { text, isError: found.isStopped && rows.length === 0, locations };
}
