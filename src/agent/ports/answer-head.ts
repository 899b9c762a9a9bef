/** The head of an answer, read strictly (RFC 9112 4, 5): a head that another reader could understand differently is none. It knows nothing of connections. */
import { type Framing, framingOf } from "./framing.js";
import type { Headers } from "./listen.js";

export interface AnswerHead {
  readonly status: number;
  readonly headers: Headers;
  /** As the headers tell it: the answer to a `HEAD` may have a length, and has no body. */
  readonly framing: Framing;
  /** Whether the connection stays open after the answer. */
  readonly keepsOpen: boolean;
}

const STATUS_LINE = /^HTTP\/1\.1 ([1-5]\d\d)(?: [\t\x20-\x7e\x80-\xff]*)?$/;
const NAME = /^[!#$%&'*+.^`|~\w-]+$/;
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/** Reads a head without the empty line at its end; undefined for one that breaks a rule. */
export function answerHead(text: string): AnswerHead | undefined {
  const [first = "", ...lines] = text.split("\r\n");
  const status = STATUS_LINE.exec(first)?.[1];
  if (status === undefined) return undefined;
  const headers: (readonly [string, string])[] = [];
  let keepsOpen = true;
  for (const line of lines) {
    const header = headerOf(line);
    if (header === undefined) return undefined;
    if (header[0] === "connection" && /\bclose\b/i.test(header[1])) keepsOpen = false;
    headers.push(header);
  }
  const framing = framingOf(headers);
  return framing && { status: Number(status), headers, framing, keepsOpen };
}

/** Undefined for a line that is no header; one that continues the line before begins with a space, and is none. */
export function headerOf(line: string): readonly [name: string, value: string] | undefined {
  const colon = line.indexOf(":");
  const [name, value] = [line.slice(0, colon), line.slice(colon + 1)];
  return colon > 0 && NAME.test(name) && VALUE.test(value) ? [name.toLowerCase(), trimmed(value)] : undefined;
}

/** A character beyond ASCII that `trim` takes for a space is a part of the value. */
function trimmed(value: string): string {
  let [from, to] = [0, value.length];
  while (from < to && isBlank(value.charCodeAt(from))) from += 1;
  while (from < to && isBlank(value.charCodeAt(to - 1))) to -= 1;
  return value.slice(from, to);
}

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x09;
}
