/**
 * One empty list for all of thousands of places that have nothing to report. With a list for each, linting 5,000 lines makes 23.2 MB of
 * objects instead of 20.9.
 */
export const NONE: readonly never[] = [];
