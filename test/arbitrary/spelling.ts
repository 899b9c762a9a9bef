/** One configuration in the spellings that the formats allow. */
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { parseDocument, stringify } from "yaml";
import type { Json } from "../../src/toolkit/read/document/data.js";
import type { Format } from "../../src/toolkit/read/document/formats.js";
import { isPrintable, printable } from "./printable.js";

export interface Spelling {
  readonly format: Format;
  readonly text: string;
}

const YAML = { version: "1.2", schema: "core", aliasDuplicateObjects: false } as const;
const SAFEST = { defaultStringType: "QUOTE_DOUBLE", defaultKeyType: "QUOTE_DOUBLE", lineWidth: 0 } as const;

/** Ways to write YAML: in blocks or in flow, with any kind of quotes, folded or not. */
const yamlStyle = fc.record({
  collectionStyle: fc.constantFrom("any", "block", "flow"),
  defaultStringType: fc.constantFrom("PLAIN", "QUOTE_SINGLE", "QUOTE_DOUBLE", "BLOCK_LITERAL", "BLOCK_FOLDED"),
  defaultKeyType: fc.constantFrom("PLAIN", "QUOTE_SINGLE", "QUOTE_DOUBLE"),
  lineWidth: fc.constantFrom(0, 40, 80),
  indent: fc.constantFrom(1, 2, 8),
});

/** A configuration as YAML; in the safest style where the `yaml` package cannot read what it wrote (it folds inside emoji). */
export function yamlArbitrary(config: Json): fc.Arbitrary<Spelling> {
  return yamlStyle.map((style) => {
    const text = stringify(config, { ...YAML, ...style });
    return { format: "yaml", text: spells(text, config) ? text : printable(stringify(config, { ...YAML, ...SAFEST })) };
  });
}

function spells(text: string, config: Json): boolean {
  const document = parseDocument(text, YAML);
  return (
    text.isWellFormed() &&
    isPrintable(text) &&
    document.errors.length === 0 &&
    isDeepStrictEqual(document.toJS(), config)
  );
}

/** A configuration as strict JSON. */
export function jsonSpellingArbitrary(config: Json): fc.Arbitrary<Spelling> {
  return fc.constantFrom(0, 2, "\t").map((indent) => ({ format: "json", text: JSON.stringify(config, null, indent) }));
}

/** A configuration in any format. */
export function spellingArbitrary(config: Json): fc.Arbitrary<Spelling> {
  const json = jsonSpellingArbitrary(config);
  const commented = json.map(({ text }): Spelling => ({ format: "jsonc", text: `// a comment\n${text}` }));
  return fc.oneof(yamlArbitrary(config), json, commented);
}
