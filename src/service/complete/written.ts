/** The entries of a section of the text that is being typed. Its lines show them also where the text cannot be read. */
import { isObject, type Json, type JsonObject, own } from "../../toolkit/read/document/data.js";
import { toData } from "../../toolkit/read/document/node.js";
import { blockEnd, keysBelow } from "./around.js";
import type { Typed } from "./completion.js";
import { FORMATS } from "./formats.js";
import { linesOf } from "./lines.js";
import { keyOn } from "./written-key.js";

interface Written {
  readonly names: readonly string[];
  /** The entry of a name, read alone; undefined where it cannot be read. */
  entry(name: string): Json | undefined;
}

const NOTHING: Written = { names: [], entry: () => undefined };

export function writtenIn({ text, format }: Typed, section: string): Written {
  const { isOuter, section: read } = FORMATS[format];
  const lines = linesOf(text);
  const index = lines.findIndex((line) => isOuter(line) && keyOn(text, line)?.name === section);
  const head = lines[index];
  if (head === undefined) return NOTHING;
  const part = (start: number, at: number): string => text.slice(start, lines[blockEnd(text, lines, at)]?.start);
  const sectionIn = (from: string): Json | undefined => {
    const root = read(from);
    return root && own(objectOf(toData(root)), section);
  };
  const below = keysBelow(text, lines, index);
  if (below.length === 0) {
    const entries = objectOf(sectionIn(part(head.start, index)));
    return { names: Object.keys(entries), entry: (name) => own(entries, name) };
  }
  const opening = text.slice(head.start, head.end);
  const entry = (name: string): Json | undefined => {
    const key = below.find((one) => one.name === name);
    const start = key && lines[key.index]?.start;
    if (key === undefined || start === undefined) return undefined;
    return own(objectOf(sectionIn(`${opening}\n${part(start, key.index)}`)), name);
  };
  return { names: below.map(({ name }) => name), entry };
}

function objectOf(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {};
}
