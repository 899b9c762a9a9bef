/** One spelling of a JSON value (RFC 8785), so that two spellings of one payload have one digest (P-S23). */

/** `value` comes from a JSON parser. Keys are sorted by UTF-16 units; numbers and texts are spelt as in ECMAScript. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([name, inner]) => `${JSON.stringify(name)}:${canonicalJson(inner)}`).join(",")}}`;
}
