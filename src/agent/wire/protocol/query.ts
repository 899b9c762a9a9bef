/** The parameters of a route in the query of a request (P-S7): unknown ones are ignored, known ones must be right. */

export type Query<Name extends string> =
  | { readonly kind: "query"; readonly values: Readonly<Partial<Record<Name, string>>> }
  /** `parameter` stands there twice, or is badly percent-encoded. */
  | { readonly kind: "refused"; readonly parameter: Name };

/** `query` is what follows the `?`. A parameter without `=` is there, and empty. */
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
