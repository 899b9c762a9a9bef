/** The built-in facets of the specification. */
export const BUILT_IN_FACETS: readonly string[] = ["execute", "plan"];
