/** The snippet syntax of editors: `$1`, `${1:text}`, and `\` before `$`, `}` and `\`. */

export function escaped(text: string): string {
  return text.replace(/[\\$}]/g, "\\$&");
}
