/** The files that a call of `search` or `list` means: those of the catalog below a directory, by a glob; or one file. */
import { withoutBraces } from "../../../text/braces.js";
import { matchesGlob, type PathGlob, pathGlob } from "../../../text/path-glob.js";
import { sleep } from "../../machine/interfaces/clock.js";
import type { Fields } from "../tools/tool.js";
import type { Listing } from "./catalog.js";
import { flagIn, pathIn, textIn } from "./input.js";
import { Refusal, type Workplace } from "./workplace.js";

export const IGNORED = {
  type: "boolean",
  description: "Whether files that `.gitignore` names are in it.",
} as const;

export const GLOB = {
  type: "string",
  description: "Only files whose paths it means, such as `*.ts`, `src/**/*.{js,ts}` or `!*.md`.",
} as const;

/** The files that a call of `search` or `list` is about. */
export interface AskedFiles {
  readonly path: string;
  /** Whether the glob means a path, whose names are those below `path`. */
  readonly takes: (names: readonly string[]) => boolean;
  readonly showsIgnored: boolean;
}

/** Throws a `Refusal`. */
export function askedFiles(input: Fields): AskedFiles {
  return {
    ...{ path: pathIn(input) ?? ".", takes: globOf(textIn(input, "glob")) },
    showsIgnored: flagIn(input, "ignored"),
  };
}

/** A text as a test of paths from the directory of the call; a glob that begins with `!` leaves files out. Throws a `Refusal`. */
function globOf(written: string | undefined): (names: readonly string[]) => boolean {
  if (written === undefined) return () => true;
  const isOut = written.startsWith("!");
  const texts = written.length > LONGEST ? [written] : withoutBraces(isOut ? written.slice(1) : written);
  if (texts.reduce((sum, { length }) => sum + length, 0) > LONGEST) throw new Refusal("`glob` is too long");
  const globs = texts.flatMap((one) => pathGlob(one) ?? []);
  if (globs.length === 0) throw new Refusal("`glob` names nothing");
  return (names) => globs.some((glob) => meansFile(glob, names)) !== isOut;
}

const LONGEST = 1000;

/** A glob also means the files below a directory that it means. */
function meansFile(glob: PathGlob, names: readonly string[]): boolean {
  if (!glob.isFolder && matchesGlob(glob, names)) return true;
  return names.some((_, count) => count > 0 && matchesGlob(glob, names.slice(0, count)));
}

export interface NamedFolder {
  readonly place: string;
  readonly names: readonly string[];
}

/** Names that are tested before something else may run. */
const PIECE = 1000;

/** The folders of a listing with the files in them that a test takes; `withLinks` adds the links. */
export async function* foldersOf(
  { tree, clock }: Workplace,
  { start, folders }: Listing,
  takes: (names: readonly string[]) => boolean,
  withLinks: boolean,
): AsyncGenerator<NamedFolder> {
  let tested = 0;
  for (const { path, files, links } of folders) {
    const around = path === "" ? [] : path.split("/");
    const place = around.reduce((one, name) => tree.join(one, name), start);
    const all = withLinks && links.length > 0 ? [...files, ...links].sort() : files;
    for (let at = 0; at < all.length; at += PIECE) {
      const piece = all.slice(at, at + PIECE);
      const names = piece.filter((name) => takes([...around, name]));
      if (names.length > 0) yield { place, names };
      tested += piece.length;
      if (tested < PIECE) continue;
      tested = 0;
      await sleep(clock, 0);
    }
  }
}

/** What a person or a model has to know of a listing that is not whole. */
export function listingNotes({ cut, unreadable }: Listing): readonly string[] {
  return [
    ...(cut === undefined
      ? []
      : [`not all files were looked at, because there are too many (${BUDGETS[cut]}): name a directory`]),
    ...(unreadable === 0 ? [] : [`${unreadable} ${unreadable === 1 ? "directory" : "directories"} may not be read`]),
  ];
}

const BUDGETS = { files: "`daemon.file_catalog.max_files`", time: "`daemon.file_catalog.max_duration_ms`" } as const;
