/** The formats of configurations, as completion sees them. A new format is an entry here. */
import type { Json } from "../../toolkit/read/document/data.js";
import type { Format } from "../../toolkit/read/document/formats.js";
import type { Node } from "../../toolkit/read/document/node.js";
import { readPart } from "../../toolkit/read/document/part.js";
import type { Shape } from "../../toolkit/read/schema/shape.js";
import type { Beginning } from "./completion.js";
import { spotInJson } from "./json/spot.js";
import { entryInJson, keyInJson } from "./json/writing.js";
import type { Line } from "./lines.js";
import type { Spot } from "./placed.js";
import { spotInYaml } from "./yaml/spot.js";
import { withoutTabs } from "./yaml/tabs.js";
import { entryInYaml, keyInYaml } from "./yaml/writing.js";

interface FormatEntry {
  /** The text as completion reads it, and the offset there. The line of the offset differs in its indentation at most. */
  readonly meant: (text: string, offset: number) => { readonly text: string; readonly offset: number };
  /** The spot of a cursor; undefined where nothing can be written. */
  readonly spotAt: (text: string, offset: number) => Spot | undefined;
  /** A key with its colon and the beginning of its value. */
  readonly key: (name: string, shape: Shape, spot: Spot) => Beginning;
  /** A whole new entry, in the syntax of snippets. */
  readonly entry: (name: string, body: Json, spot: Spot) => string;
  /** Whether a line may begin a section. */
  readonly isOuter: (line: Line) => boolean;
  /** Reads the lines of a section. */
  readonly section: (part: string) => Node | undefined;
}

const YAML: FormatEntry = {
  meant: withoutTabs,
  spotAt: spotInYaml,
  key: keyInYaml,
  entry: entryInYaml,
  isOuter: ({ indent, isMute }) => indent === 0 && !isMute,
  section: (part) => readPart(part, "yaml", "quick"),
};

const JSON_TEXT: FormatEntry = {
  meant: (text, offset) => ({ text, offset }),
  spotAt: spotInJson,
  key: keyInJson,
  entry: entryInJson,
  isOuter: ({ isMute }) => !isMute,
  section: (part) => readPart(`{${part}}`, "jsonc", "tolerant"),
};

export const FORMATS: Readonly<Record<Format, FormatEntry>> = { yaml: YAML, json: JSON_TEXT, jsonc: JSON_TEXT };
