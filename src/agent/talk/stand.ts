/** What the next line that a person types is for. */
export type Stand =
  /** A turn runs: a line is the prompt after it. */
  | { readonly kind: "busy" }
  | { readonly kind: "prompt" }
  /** `label` is the text before the answer. */
  | { readonly kind: "question"; readonly id: string; readonly label: string };

export function isSame(a: Stand, b: Stand): boolean {
  return a.kind === b.kind && (a.kind !== "question" || b.kind !== "question" || a.id === b.id);
}
