/** The schema in the words of draft 07, for editors that know no later one. */

/** Beside a `$ref`, draft 07 ignores every other keyword, so references with company move into an `allOf`. */
export function toDraft07(schemaText: string): string {
  const schema = translate(JSON.parse(schemaText)) as Record<string, unknown>;
  const $id = String(schema["$id"]).replace(/\.json$/, ".draft-07.json");
  const text = JSON.stringify({ ...schema, $schema: "http://json-schema.org/draft-07/schema#", $id }, null, 2);
  return `${restoreLargeIntegers(text).replaceAll('"#/$defs/', '"#/definitions/')}\n`;
}

function translate(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(translate);
  if (typeof node !== "object" || node === null) return node;
  const entries = Object.entries(node).map(
    ([key, value]) => [key === "$defs" ? "definitions" : key, translate(value)] as const,
  );
  const { $ref, ...company } = Object.fromEntries(entries);
  if ($ref === undefined) return company;
  return Object.keys(company).length === 0 ? { $ref } : { ...company, allOf: [{ $ref }] };
}

/** Parsing turned 2^64 - 1 into the nearest double. */
function restoreLargeIntegers(text: string): string {
  return text.replaceAll("18446744073709552000", "18446744073709551615");
}
