/** A text with a place to ask at, and the answer of a server there, in one form for all servers. */

/** A file with a cursor in it. */
export interface Asked {
  readonly text: string;
  readonly line: number;
  readonly character: number;
}

export interface Proposal {
  /** Without the quotes that JSON puts around a text. */
  readonly label: string;
  /** What is written; `$1`, `${1:text}` are places to type in. */
  readonly insert: string;
  /** Its description, as Markdown. */
  readonly about: string;
}

/** What asks a server about one kind of file. */
export interface Server {
  readonly complete: (asked: Asked) => Promise<readonly Proposal[]>;
  readonly hover: (asked: Asked) => Promise<string>;
  /** The messages at a file. */
  readonly check: (text: string) => Promise<readonly string[]>;
}

/** The cursor is where `▮` stands. */
export function askedAt(marked: string): Asked {
  const [before = "", after] = marked.split("▮");
  if (after === undefined) throw new Error(`there is no cursor in ${marked}`);
  const lines = before.split("\n");
  return { text: before + after, line: lines.length - 1, character: lines.at(-1)?.length ?? 0 };
}

interface Item {
  readonly label: string;
  readonly insertText?: string | undefined;
  readonly textEdit?: { readonly newText: string } | undefined;
  readonly documentation?: string | { readonly value: string } | undefined;
}

export function proposalOf({ label, insertText, textEdit, documentation = "" }: Item): Proposal {
  return {
    label: /^".*"$/.test(label) ? String(JSON.parse(label)) : label,
    insert: textEdit?.newText ?? insertText ?? label,
    about: typeof documentation === "string" ? documentation : documentation.value,
  };
}
