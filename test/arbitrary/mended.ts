/** Makes a configuration that the schema accepts one that every rule accepts, as its author would: one mistake after the other. */
import { type Path, parsePath } from "../../src/text/path.js";
import { lint } from "../../src/toolkit/lint.js";
import { TRUST_STORE } from "../../src/toolkit/mean/configuration/trust-store.js";
import type { Diagnostic } from "../../src/toolkit/read/diagnostic/diagnostic.js";
import { dataAt, type Json } from "../../src/toolkit/read/document/data.js";
import { type JsonObject, put } from "./plain.js";

/** What belongs at the place of a mistake, or below it. For the mistakes of other rules the value is taken out. */
const MENDS: Readonly<Record<string, readonly [below: Path, value: Json]>> = {
  "model/missing-context-window": [["context_window"], 1000],
  "provider/missing-url": [["url"], "https://p.test/v1"],
  "provider/invalid-url": [[], "https://p.test/v1"],
  "mcp/invalid-url": [[], "https://s.test/mcp"],
  "mcp/redirect-uri": [[], "https://r.test/callback"],
  "mcp/metadata-url": [[], "https://m.test/client.json"],
  "path/escapes-project": [[], "prompts/one.md"],
  "path/theme-file": [[], "agent://themes/default.yaml"],
  "daemon/proxy-url": [[], "http://proxy.test:3128"],
};

/** The file of the project with certificates in it, where there is a trust store at all: linting does not look for it, loading does. */
export const CERTIFICATES = "ca.pem";

export function mended(config: JsonObject): JsonObject {
  const isTrusting = typeof dataAt(config, TRUST_STORE) === "string";
  for (let current = isTrusting ? (put(config, TRUST_STORE, CERTIFICATES) as JsonObject) : config; ; ) {
    const mistakes = mistakesIn(current);
    if (mistakes.length === 0) return current;
    const next = mistakes.reduce<Json>(mend, current) as JsonObject;
    if (JSON.stringify(next) === JSON.stringify(current)) {
      throw new Error(`nothing mends ${mistakes.map(({ rule, path }) => `${rule} at ${path}`).join(", ")}`);
    }
    current = next;
  }
}

function mistakesIn(config: JsonObject): readonly Diagnostic[] {
  const texts = [{ file: "config.json", text: JSON.stringify(config), as: "global" as const }];
  return lint({ texts }).diagnostics.filter(({ severity }) => severity === "error");
}

function mend(config: Json, { rule, path: pointer = "" }: Diagnostic): Json {
  const path = parsePath(pointer) ?? [];
  // Of a name that is a secret nobody is told where it stands.
  if (dataAt(config, path.slice(0, -1)) === undefined) return put(config, path.slice(0, 1), undefined);
  const [below, value] = MENDS[rule] ?? [[], undefined];
  return put(config, [...path, ...below], value);
}
