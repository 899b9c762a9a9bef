/** One shared empty list, because most of thousands of places have nothing to report. */
export const NONE: readonly never[] = [];
