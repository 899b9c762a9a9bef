/** Recognises `key:value` without a space, which YAML reads as plain text. */

/** Whether a text looks like a key and its value without a space between them. */
export function lacksSpace(text: string): boolean {
  return /^[^\s:]+:(?!\/\/)[^\s:]/.test(text);
}
