/** Where a word begins, by what stands before it. */

/** In units; no escape is longer. */
export const LOOKED_BACK = 32;

/**
 * A word begins after anything but a letter or a digit. It also begins after an escape that ends in one: of JSON, of a URL, or for the
 * colours of a terminal, whose first character may itself be escaped.
 */
const START =
  /^$|[^A-Za-z0-9]$|(?:\\[bfnrt]|\\u[0-9A-Fa-f]{4}|\\x[0-9A-Fa-f]{2}|%[0-9A-Fa-f]{2}|(?:\x1b|\\u001[Bb]|\\x1[Bb]|\\033|\\e)\[[0-9;]{0,16}[A-Za-z])$/;

/** Whether a word begins after these units: the last `LOOKED_BACK` of a text, or all of a shorter one. */
export function isWordStart(before: string): boolean {
  return START.test(before);
}
