/** `key:value` without a space, which YAML reads as plain text. */

/** Whether a text looks like a key with its value stuck to it. */
export function lacksSpace(text: string): boolean {
  return /^[^\s:]+:(?!\/\/)[^\s:]/.test(text);
}
