/** What scrubbing means, written a second time: every occurrence is looked for by itself, in the whole text, at each offset. Slow. */
import { formsOf, Inventory } from "../../src/agent/session/scrub/inventory.js";
import type { Scrubber } from "../../src/agent/session/scrub/scrubber.js";
import { oncePer } from "../../src/text/once.js";

export function scrubberOf(...secrets: readonly string[]): Scrubber {
  return new Inventory([{ reveal: () => secrets }]).scrubber;
}

const WORD = String.raw`(?<=^|[^A-Za-z0-9]|\\[bfnrt]|\\u[\dA-Fa-f]{4}|\\x[\dA-Fa-f]{2}|%[\dA-Fa-f]{2}|(?:\x1b|\\u001[Bb]|\\x1[Bb]|\\033|\\e)\[[\d;]{0,16}[A-Za-z])`;

/** By the length of what has to be read before an expression is tried: inside of a match of the same one it is not. */
const SHAPES: readonly (readonly [beginning: RegExp, shape: RegExp])[] = [
  [/(?:gh[oprsu]|github_pat|glpat|xox[abeprs])[-_]/y, /[\w-]{16,}/y],
  [
    /(?:sk|pk|rk)-/y,
    /(?:(?=[\w-]*[A-Za-z0-9]{16})|(?=[\w-]{20})(?=[\w-]*(?:[A-Za-z]\d+[A-Za-z]|\d[A-Za-z]+\d|[a-z][A-Z])))[\w-]+/y,
  ],
  [
    /(?:sk|pk|rk)_/y,
    /(?=(?:[A-Za-z0-9]*[_-]+)*(?=[A-Za-z0-9]{16})[A-Za-z0-9]*?(?:[A-Za-z]\d+[A-Za-z]|\d[A-Za-z]+\d))[\w-]+/y,
  ],
  [/AKIA|ASIA/y, /[0-9A-Z]{16}(?!\w)/y],
  [/AGE-SECRET-KEY-/y, /\w+/y],
  [/eyJ/y, /[\w-]{10,}\.[\w-]+\.[\w-]*/y],
];

const PRIVATE_KEY = [
  /-----BEGIN /y,
  /[A-Z0-9 ]{0,40}PRIVATE KEY(?:(?!-----END )(?:[A-Za-z0-9+/= \t\n\r\v\f,\\%-]|:(?:(?!-----END )[^\r\n"'`])*))*(?:-----END [A-Z0-9 ]*-{0,5})?/y,
] as const;

const LINE =
  /(?:authorization|Authorization|AUTHORIZATION)(?:\\?["'])?[ \t]*:[ \t]*(?:\\?["'])?[ \t]*(?![$%*])(?<first>[!-~]*)/y;

/** The offsets that are hidden. */
export function hiddenIn(text: string, secrets: readonly string[]): readonly boolean[] {
  const hidden = Array.from({ length: text.length }, () => false);
  const hide = (start: number, end: number): void => {
    hidden.fill(true, start, end);
  };
  for (const form of allForms(secrets))
    for (let at = text.indexOf(form); at !== -1; at = text.indexOf(form, at + 1)) hide(at, at + form.length);
  for (const shape of SHAPES) hideShape(text, shape, new RegExp(WORD, "y"), hide);
  hideShape(text, PRIVATE_KEY, /(?:)/y, hide);
  hideLines(text, hide);
  return hidden;
}

const allForms = oncePer((secrets: readonly string[]) => [...new Set(secrets.flatMap((one) => [...formsOf(one)]))]);

type Hide = (start: number, end: number) => void;

function at(pattern: RegExp, text: string, offset: number): RegExpExecArray | null {
  pattern.lastIndex = offset;
  return pattern.exec(text);
}

function hideShape(text: string, [beginning, shape]: readonly [RegExp, RegExp], before: RegExp, hide: Hide): void {
  let last = 0;
  for (let start = 0; start < text.length; start += 1) {
    const begun = at(beginning, text, start);
    if (begun === null || start + begun[0].length <= last || at(before, text, start) === null) continue;
    const found = at(shape, text, start + begun[0].length);
    if (found === null) continue;
    last = found.index + found[0].length;
    hide(start, last);
  }
}

const PLACEHOLDER = /^your[-_]/i;

function hideLines(text: string, hide: Hide): void {
  for (let start = 0; start < text.length; start += 1) {
    const found = at(LINE, text, start);
    if (found === null || at(new RegExp(WORD, "y"), text, start) === null) continue;
    const { first: all = "" } = found.groups ?? {};
    const from = found.index + found[0].length - all.length;
    const [first = ""] = /^[^"'`\\<>(){}[\],;:]*/.exec(all) ?? [];
    if (first.length >= 8 && !PLACEHOLDER.test(first) && /\d|[a-z][A-Z]/.test(first)) {
      hide(from, from + first.length);
      continue;
    }
    const [, gap = "", second = ""] =
      /^([ \t]+)(?![$%*])([^\0- "'`\\<>(){}[\],;\x7f-\uffff]*)/.exec(text.slice(from + first.length)) ?? [];
    const isMade = /\d|[a-z][A-Z]/.test(second) || (/^bearer$/i.test(first) && /[a-wyz]/.test(second));
    const after = from + first.length + gap.length;
    if (first !== "" && second.length >= 8 && isMade && !PLACEHOLDER.test(second)) hide(after, after + second.length);
  }
}

/** A text as it is passed on. */
export function shown(text: string, hidden: readonly boolean[]): string {
  let said = "";
  for (let offset = 0; offset < text.length; offset += 1)
    if (!hidden[offset]) said += text[offset];
    else if (!hidden[offset - 1]) said += "[redacted]";
  return said;
}

export function slowlyScrubbed(text: string, secrets: readonly string[]): string {
  return shown(text, hiddenIn(text, secrets));
}
