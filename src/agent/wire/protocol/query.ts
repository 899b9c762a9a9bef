/** The parameters of a route in the query of a request (P-S7): unknown ones are ignored; a known one may come once, and must be percent-encoded correctly. */

export type Query<Name extends string> =
  | { readonly kind: "query"; readonly values: Readonly<Partial<Record<Name, string>>> }
  /** `parameter` comes twice, or its percent-encoding is wrong. */
  | { readonly kind: "refused"; readonly parameter: Name };

/** `query` is the text after the `?`. The value of a parameter without `=` is empty. */
export function readQuery<Name extends string>(query: string, known: readonly Name[]): Query<Name> {
  const values: Partial<Record<Name, string>> = {};
  for (const pair of query === "" ? [] : query.split("&")) {
    const end = pair.indexOf("=");
    const name = decoded(end === -1 ? pair : pair.slice(0, end));
    const parameter = known.find((one) => one === name);
    if (parameter === undefined) continue;
    const value = end === -1 ? "" : decoded(pair.slice(end + 1));
    if (value === undefined || Object.hasOwn(values, parameter)) return { kind: "refused", parameter };
    values[parameter] = value;
  }
  return { kind: "query", values };
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return undefined;
  }
}
