/** An empty list that is not made anew: of thousands of places most have nothing to say. */
export const NONE: readonly never[] = [];
