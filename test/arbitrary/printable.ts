/** Characters that JSON leaves as they are, and that YAML does not accept. */
const UNPRINTABLE = /[\x7f-\x84\x86-\x9f\ufffe\uffff]/;

export function isPrintable(text: string): boolean {
  return !UNPRINTABLE.test(text);
}

/** A text in which all strings are in double quotes, with escapes for those characters. */
export function printable(text: string): string {
  const spelled = (mark: string): string => `\\u${mark.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return text.replace(RegExp(UNPRINTABLE, "g"), spelled);
}
