/** The sentence about tool servers without whose tools a turn begins (P-S91). */
import type { MissingServer } from "../../../generated/protocol/types.js";
import { beginningOf } from "../../../text/beginning.js";
import { printable } from "../../../text/escape.js";
import { enumerate, quote } from "../../../text/quote.js";
import { NEEDS_LOGIN } from "./problem.js";

/** Servers that are named, and characters of a name. */
const MOST = 8;
const LONGEST = 200;

export function missingMessage(missing: readonly MissingServer[]): string {
  const login = missing.find(({ problem }) => problem === NEEDS_LOGIN);
  const next = login && `\`/mcp login ${printable(beginningOf(login.server, LONGEST))}\` in a conversation logs in`;
  return `${withoutNext(missing)}${next === undefined ? "" : `; ${next}`}`;
}

function withoutNext(missing: readonly MissingServer[]): string {
  const named = ({ server }: MissingServer): string => quote(beginningOf(server, LONGEST));
  const [first] = missing;
  if (missing.length === 1 && first !== undefined)
    return `the tools of the server ${named(first)} are missing: ${printable(first.problem)}`;
  const shown = missing.slice(0, MOST).map((one) => `${named(one)} (${printable(one.problem)})`);
  const more = missing.length - shown.length;
  return `the tools of ${missing.length} servers are missing: ${enumerate(more > 0 ? [...shown, `${more} more`] : shown, "and")}`;
}
