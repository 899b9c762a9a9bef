/** The text of a new file that holds a configuration. */
import { isObject, type JsonObject } from "../read/document/data.js";
import type { Format } from "../read/document/formats.js";
import { parse } from "../read/document/parse.js";
import { addEdits } from "../read/edit/put.js";
import { SPELLINGS } from "../read/edit/spelling.js";
import { applyEdits } from "../read/edit/text-edits.js";
import { CURRENT_VERSION } from "../read/layers/upgrade.js";

/** In the style of entries that are added to an existing file. */
export function configText({ version: _, ...sections }: JsonObject, format: Format): string {
  return WRITERS[format](sections, format);
}

const WRITERS: Readonly<Record<Format, (sections: JsonObject, format: Format) => string>> = {
  yaml: addedText,
  json: jsonText,
  jsonc: jsonText,
};

function jsonText(sections: JsonObject): string {
  return `${JSON.stringify({ version: CURRENT_VERSION, ...sections }, null, 2)}\n`;
}

function addedText(sections: JsonObject, format: Format): string {
  let text = SPELLINGS[format].smallest(CURRENT_VERSION);
  for (const [section, entries] of Object.entries(sections)) {
    const edits = isObject(entries) ? addEdits(parse({ file: "", text }, format), [section], entries) : undefined;
    text = applyEdits(text, edits ?? []);
  }
  return text;
}
