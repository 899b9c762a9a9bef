/** The tool `list`: the entries of a directory, or the files below it that a glob means (P-S107). */
import { limits } from "../../../generated/protocol/tables.js";
import { FileError } from "../../machine/interfaces/files.js";
import type { TreeEntry } from "../../machine/interfaces/tree.js";
import type { Fields, Tool, ToolCall, ToolResult } from "../tools/tool.js";
import { fileTool } from "./file-tool.js";
import { textIn } from "./input.js";
import { type AskedFiles, askedFiles, foldersOf, GLOB, IGNORED, listingNotes } from "./named.js";
import { nearbySaid } from "./near-names.js";
import { allowedPlace, Refusal, shownPath, type Workplace } from "./workplace.js";

export function listTool(workplace: Workplace): Tool {
  return fileTool(workplace, {
    name: "list",
    description: `Lists a directory: directories end with \`/\`, links with \`@\`. With \`glob\`, all files below it whose paths the glob means, \
without those that \`.gitignore\` names and without generated trees such as node_modules. At most ${limits.listEntries} entries are shown.`,
    properties: {
      path: { type: "string", description: "The directory; the working directory without it." },
      glob: GLOB,
      ignored: IGNORED,
    },
    required: [],
    isChanging: false,
    asked,
    run: (wanted, call) => list(workplace, wanted, call),
  });
}

interface AskedList extends AskedFiles {
  /** Whether the directory itself is listed. */
  readonly isWhole: boolean;
}

function asked(input: Fields): AskedList {
  return { ...askedFiles(input), isWhole: textIn(input, "glob") === undefined };
}

async function list(workplace: Workplace, wanted: AskedList, call: ToolCall): Promise<ToolResult> {
  const { path, isWhole, takes, showsIgnored } = wanted;
  const place = await allowedPlace(workplace, path, call);
  const entries = await entriesOf(workplace, place);
  if (isWhole) return result(workplace, place, entries.map(shownEntry), []);
  const listing = await workplace.catalog.below(place, showsIgnored);
  const names: string[] = [];
  for await (const folder of foldersOf(workplace, listing, takes, true))
    for (const name of folder.names) names.push(shownPath(workplace, workplace.tree.join(folder.place, name)));
  return result(workplace, place, names, listingNotes(listing));
}

function result(workplace: Workplace, place: string, rows: readonly string[], notes: readonly string[]): ToolResult {
  const left = rows.length - limits.listEntries;
  const all = [
    ...rows.slice(0, limits.listEntries),
    ...(rows.length === 0 ? [`[nothing in \`${shownPath(workplace, place)}\`]`] : []),
    ...(left > 0 ? [`[${left} more: name a directory below, or a \`glob\`]`] : []),
    ...notes.map((note) => `[${note}]`),
  ];
  return { text: all.join("\n"), isError: false, locations: [{ path: place }] };
}

/** The entries of a directory, sorted. Rejects with a `Refusal` or a `FileError`. */
async function entriesOf(workplace: Workplace, place: string): Promise<readonly TreeEntry[]> {
  const { tree } = workplace;
  const entries: TreeEntry[] = [];
  try {
    const directory = await tree.hold(place);
    try {
      for await (const piece of directory.entries()) for (const entry of piece) entries.push(entry);
    } finally {
      await directory.release();
    }
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    const shown = shownPath(workplace, place);
    if (error.failure === "missing")
      throw new Refusal(`there is no directory \`${shown}\`${await nearbySaid(workplace, place)}`);
    if (error.failure === "not-a-file") throw new Refusal(`\`${shown}\` is not a directory`);
    throw error;
  }
  return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
}

const ENDINGS = { file: "", directory: "/", link: "@", other: "" } as const;

/** A name may hold ends of lines. */
function shownEntry({ name, kind }: TreeEntry): string {
  return `${/[\n\r]/.test(name) ? JSON.stringify(name) : name}${ENDINGS[kind]}`;
}
