/** The texts that a server gets: paths, and scripts of a shell or another interpreter, which hold its own variables. */
import type { Place } from "../../read/schema/place.js";

/** A flag whose value is code. */
const CODE = /^(?:-[a-z]*[cer]|\/[ckr]|--?(?:command|eval|exec|execute|run|script|expression|call))$/i;

/** A setting behind such a flag, as in `docker run -e NAME=value`. */
const SETTING = /^\w+=/;

/** Words behind a program, unlike the value of a flag or a header. */
const SCRIPT = /^(?!--?[\w-]+=|[\w-]+: ?\S+(?: \S+)?$).*\s/s;

/** Whether a text in the arguments of a server is code of another program: behind a flag that takes code, or more than a word. */
export function isScript(text: string, { place, index }: { readonly place: Place; readonly index: number }): boolean {
  if (place.kind !== "list") return false;
  const before = place.items[index - 1];
  const flag = before?.kind === "scalar" ? String(before.value) : "";
  return (CODE.test(flag) && !SETTING.test(text)) || SCRIPT.test(text);
}

/** Whether a text with a variable in it is a path, or a list of paths such as `src:$PYTHONPATH` under the name of one. */
export function isPathOrList(text: string, called: string): boolean {
  return (
    /PATH$/i.test(called) ||
    (/^(?:[.~]{0,2}[\\/]|[A-Za-z]:[\\/]|[$%](?:env:)?\w+%?[:;]?[\\/])/.test(text) && !text.includes("://"))
  );
}
