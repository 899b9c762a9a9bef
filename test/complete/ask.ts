/** Asks for completions in a text with `¦` at the cursor, over two layers of texts. */

import { readFileSync } from "node:fs";
import { completionsAt } from "../../src/service/complete/complete.js";
import type { Completion } from "../../src/service/complete/completion.js";
import { Snapshot } from "../../src/toolkit/judge/analysis/snapshot.js";
import { surroundingsOf } from "../../src/toolkit/judge/analysis/surroundings.js";
import { NO_POLICIES } from "../../src/toolkit/judge/policy/read.js";
import type { Scope } from "../../src/toolkit/read/diagnostic/diagnostic.js";
import type { Format } from "../../src/toolkit/read/document/formats.js";
import type { Catalog } from "../../src/toolkit/read/layers/catalog.js";
import { layerOf } from "../../src/toolkit/read/layers/layer.js";
import { compileSchema, configShape } from "../../src/toolkit/read/schema/shape.js";
import { memoryHost } from "../machine/memory.js";

const host = memoryHost({ files: {} });

const DESCRIBED = compileSchema(JSON.parse(readFileSync("schema/config.schema.json", "utf8")));

export const CURSOR = "¦";

export interface Asked {
  /** With `¦` at the cursor. */
  readonly text: string;
  readonly format?: Format;
  readonly scope?: Scope;
  /** The texts of the layers when they were last readable. */
  readonly global?: string;
  readonly project?: string;
  readonly catalog?: Catalog;
  readonly variables?: readonly string[];
}

export function snapshotOf({ global, project, catalog }: Omit<Asked, "text">): Snapshot {
  const texts = [["global", global] as const, ["project", project] as const];
  const layers = texts.flatMap(([scope, text]) => {
    if (text === undefined) return [];
    const format: Format = text.trimStart().startsWith("{") ? "jsonc" : "yaml";
    const bytes = Buffer.from(text);
    return [layerOf(`${scope}.${format}`, bytes, format, { scope, file: undefined, sha256: () => "" })];
  });
  return new Snapshot(layers, surroundingsOf(host, layers, catalog, NO_POLICIES));
}

export function ask(asked: Asked): readonly Completion[] {
  const { text, format = "yaml", scope = "global", variables = ["HOME", "API_KEY"] } = asked;
  const offset = text.indexOf(CURSOR);
  if (offset === -1) throw new Error("no cursor in the text");
  const known = { snapshot: snapshotOf(asked), variables, schema: DESCRIBED };
  return completionsAt({ text: text.replace(CURSOR, ""), format, shape: configShape, scope }, offset, known);
}

export function labels(asked: Asked): readonly string[] {
  return ask(asked).map(({ label }) => label);
}
