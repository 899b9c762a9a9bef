/** The facets that the specification names as built in. */
export const BUILT_IN_FACETS: readonly string[] = ["execute", "plan"];
