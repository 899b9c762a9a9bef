/** The text of `$'…'` in bash; undefined where its bytes are no characters of ASCII. */

const NAMED: Readonly<Record<string, string>> = {
  ...{ a: "\x07", b: "\b", e: "\x1b", E: "\x1b", f: "\f", n: "\n", r: "\r", t: "\t", v: "\v" },
  ...{ "\\": "\\", "'": "'", '"': '"', "?": "?" },
};

const ESCAPE = /\\(?:x([\da-fA-F]{1,2})|u([\da-fA-F]{1,4})|U([\da-fA-F]{1,8})|([0-7]{1,3})|(c[\s\S])|([\s\S]))/g;

export function ansiText(inner: string): string | undefined {
  let isKnown = true;
  const text = inner.replace(ESCAPE, (whole, ...groups: unknown[]) => {
    const [x, u, long, octal, control, other] = groups as (string | undefined)[];
    if (control !== undefined) {
      isKnown = false;
      return "";
    }
    if (other !== undefined) return NAMED[other] ?? whole;
    const code = octal === undefined ? Number.parseInt(x ?? u ?? long ?? "", 16) : Number.parseInt(octal, 8);
    // A NUL ends the text, and a byte above 127 is a part of a character.
    if (code === 0 || code > 127) isKnown = false;
    return code > 127 ? "" : String.fromCharCode(code);
  });
  return isKnown ? text : undefined;
}
