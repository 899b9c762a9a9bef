/** Configurations of every kind with the mistakes that fixes are for: misspelt names and values, wrong quotes, a missing version. */
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { parse as parseJsonc } from "jsonc-parser";
import { parseDocument, stringify } from "yaml";
import { isObject, type Json } from "../../src/toolkit/read/document/data.js";
import { configArbitrary } from "./config.js";
import { mutationArbitrary } from "./mutation.js";
import { changed, type Place, placesOf } from "./places.js";
import { lookArbitrary } from "./slips.js";
import { type Spelling, spellingArbitrary } from "./spelling.js";
import { treeOf, write } from "./written.js";

/** A configuration with up to four mistakes. */
const mistakenArbitrary: fc.Arbitrary<Json> = fc
  .oneof(
    configArbitrary(),
    mutationArbitrary().map(({ config }) => config),
  )
  .chain((config) => {
    const places = [...placesOf(config)].filter(({ value }) => value !== undefined);
    const slip = fc.tuple(fc.nat(), fc.nat(5));
    return fc
      .tuple(fc.array(slip, { minLength: 1, maxLength: 4 }), fc.constantFrom(undefined, undefined, 2, 3))
      .map(([slips, version]) => {
        const wrong = slips.reduce((data: Json, [at, how]) => withSlip(data, places[at % places.length], how), config);
        return changed(wrong, ["version"], version);
      });
  });

/** An older slip may have moved the place; then there is only one slip. */
function withSlip(config: Json, place: Place | undefined, how: number): Json {
  if (place === undefined) return config;
  const { path, value, shape } = place;
  const parent = path.slice(0, -1);
  const key = path.at(-1);
  if (typeof value === "number" || typeof value === "boolean") return changed(config, path, String(value));
  if (typeof value === "string" && (shape.values !== undefined || shape.schema["x-ref"] !== undefined)) {
    return changed(config, path, misspelt(value, how));
  }
  const around = [...placesOf(config)].find((other) => isDeepStrictEqual(other.path, parent))?.value ?? config;
  if (typeof key !== "string" || !isObject(around) || !Object.hasOwn(around, key)) return config;
  const renamed = Object.fromEntries(
    Object.entries(around).map(([name, child]) => [name === key ? misspelt(name, how) : name, child]),
  );
  return parent.length === 0 ? renamed : changed(config, parent, renamed);
}

function misspelt(text: string, how: number): string {
  const middle = Math.ceil(text.length / 2);
  const choices = [
    text.slice(0, -1),
    `${text.slice(0, middle)}${text.slice(middle + 1)}`,
    `${text.slice(0, middle)}${text.charAt(middle + 1)}${text.charAt(middle)}${text.slice(middle + 2)}`,
    `${text}s`,
    text.toUpperCase(),
    text.replaceAll("_", "-"),
  ];
  const wrong = choices[how] ?? text;
  return wrong.isWellFormed() && wrong !== "__proto__" ? wrong : text;
}

/** In any style and format; parts of some YAML texts are aliases of others. */
export const mistakenTextArbitrary: fc.Arbitrary<Spelling> = mistakenArbitrary.chain((config) =>
  fc.oneof(
    lookArbitrary.map((look) => ({ format: look.format, text: write(treeOf(config), look).text })),
    spellingArbitrary(config),
    fc.nat().map((at): Spelling => ({ format: "yaml", text: withAlias(config, at) })),
  ),
);

/** One of the mappings or lists stands for another one too, as an alias of it, before or behind it. */
export function withAlias(config: Json, at: number): string {
  const values = [...placesOf(config)].map(({ value }) => value);
  const shared = values.filter((value) => typeof value === "object" && value !== null);
  const plugins = { plugins: { a: shared[at % Math.max(shared.length, 1)] ?? null } };
  const both = isObject(config) ? (at % 2 === 0 ? { ...config, ...plugins } : { ...plugins, ...config }) : {};
  return stringify({ ...both, ...plugins }, { version: "1.2" });
}

/** What a text says, by other parsers than ours; undefined when it says nothing that can be read. */
export function dataOf({ text, format }: Spelling): Json | undefined {
  const body = text.replace(/^\ufeff/, "");
  if (format === "yaml") {
    const document = parseDocument(text, { version: "1.2", schema: "core", uniqueKeys: false, logLevel: "silent" });
    return document.errors.length > 0 ? undefined : (document.toJS() ?? {});
  }
  if (/^[ \t\r\n]*$/.test(body)) return {};
  if (format === "jsonc") return parsedJsonc(body);
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

function parsedJsonc(body: string): Json | undefined {
  const errors: Parameters<typeof parseJsonc>[1] = [];
  const value = parseJsonc(body, errors, { allowTrailingComma: true, allowEmptyContent: true });
  return errors.length > 0 ? undefined : (value ?? {});
}
