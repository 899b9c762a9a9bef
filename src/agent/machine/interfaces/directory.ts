/** The names in a directory as an argument, some of them: one may have hundreds of thousands. */

export interface DirectoryEntry {
  readonly name: string;
  /** Also of a link that leads to a directory. */
  readonly isDirectory: boolean;
  readonly isLink: boolean;
}

interface NamesAsked {
  readonly matches: (name: string) => boolean;
  /** Most names that are looked at, matching or not. */
  readonly most: number;
  readonly signal: AbortSignal;
}

/** The matching entries, in no order, and the number of names that were looked at; none of a directory that cannot be read. Never rejects. */
export type ReadDirectory = (
  path: string,
  asked: NamesAsked,
) => Promise<{ readonly entries: readonly DirectoryEntry[]; readonly looked: number }>;
