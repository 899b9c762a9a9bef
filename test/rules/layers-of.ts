/** Layers made of texts, for tests of rules. */
import type { Scope } from "../../src/toolkit/read/diagnostic/diagnostic.js";
import { formatOf } from "../../src/toolkit/read/document/formats.js";
import { type Layer, layerOf } from "../../src/toolkit/read/layers/layer.js";
import { outdented } from "./example.js";

export type Texts = Readonly<Partial<Record<Scope, string>>>;

/** YAML, the global layer first. */
export function layersOf(texts: Texts): readonly Layer[] {
  return (["global", "project"] as const).flatMap((scope) => {
    const written = texts[scope];
    const bytes = Buffer.from(outdented(written ?? ""));
    const identity = { scope, file: undefined, sha256: undefined };
    return written === undefined ? [] : [layerOf(`${scope}.yaml`, bytes, formatOf("config.yaml"), identity)];
  });
}
