/** How each format writes a first configuration and its comments. A new format is an entry here. */
import type { Format } from "../../toolkit/read/document/formats.js";
import { SPELLINGS } from "../../toolkit/read/edit/spelling.js";
import type { Part, Starter } from "./parts.js";

interface Writer {
  /** The mark of a comment; undefined in a format without comments. */
  readonly comment: string | undefined;
  /** The whole text; `lines` come before all else. */
  readonly text: (starter: Starter, lines: readonly string[]) => string;
}

const HASH = "# ";
const SLASHES = "// ";

export const WRITERS: Readonly<Record<Format, Writer>> = {
  yaml: { comment: HASH, text: yamlText },
  json: { comment: undefined, text: jsonText },
  jsonc: { comment: SLASHES, text: jsoncText },
};

function yamlText({ header, parts }: Starter, lines: readonly string[]): string {
  const blocks = parts.map(({ about, key, value, isOff }) => {
    const entry = SPELLINGS.yaml.lines({ [key]: value }, { indent: "", step: "  " });
    return joined([...commented(about, HASH), ...(isOff ? commented(entry, HASH) : entry)]);
  });
  return `${joined([...lines, ...commented(header, HASH)])}${blocks.join("\n")}`;
}

/** Without comments, only the active entries. */
function jsonText({ parts }: Starter, lines: readonly string[]): string {
  const live = parts.filter(({ isOff }) => !isOff);
  const entries = live.map((part) => joined(entryLines(part, part === live.at(-1)).map((line) => `  ${line}`)));
  return `${joined(lines)}{\n${entries.join("")}}\n`;
}

/** Commented-out entries come before the last live one, so that removing `//` leaves valid commas. */
function jsoncText({ header, parts }: Starter, lines: readonly string[]): string {
  const last = parts.findLast(({ isOff }) => !isOff);
  const ordered = [...parts.filter((part) => part !== last), ...(last === undefined ? [] : [last])];
  const blocks = ordered.map((part) => {
    const entry = entryLines(part, part === last);
    const shown = [...commented(part.about, SLASHES), ...(part.isOff ? commented(entry, SLASHES) : entry)];
    return joined(shown.map((line) => `  ${line}`));
  });
  return `${joined([...lines, ...commented(header, SLASHES)])}{\n${blocks.join("\n")}}\n`;
}

/** The lines of an entry of JSON, and a comma after all but the last one. */
function entryLines({ key, value }: Part, isLast: boolean): readonly string[] {
  const entry = JSON.stringify({ [key]: value }, null, 2).slice("{\n".length, -"\n}".length);
  return `${entry}${isLast ? "" : ","}`.split("\n").map((line) => line.slice("  ".length));
}

function commented(lines: readonly string[], mark: string): readonly string[] {
  return lines.map((line) => `${mark}${line}`);
}

function joined(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join("");
}
