/** Paths into a configuration, and the two ways to write them. */

export type Path = readonly (string | number)[];

/** The order of paths: by their steps, indices by number; a container comes before its contents. */
export function comparePaths(a: Path, b: Path): number {
  for (const [index, step] of a.entries()) {
    const other = b[index];
    if (other === undefined) return 1;
    if (step === other) continue;
    if (typeof step === "number" && typeof other === "number") return step - other;
    return String(step) < String(other) ? -1 : 1;
  }
  return a.length - b.length;
}

/**
 * The index of an item, if the step is one; undefined for a name. As in a JSON Pointer, an index has one spelling: `01` and `1e0` are
 * names.
 */
export function indexOfStep(step: string | number): number | undefined {
  const index = Number(step) >>> 0;
  return String(index) === String(step) ? index : undefined;
}

/** The item of a list at a step; undefined without one. */
export function itemAt<Item>(items: readonly Item[], step: string | number): Item | undefined {
  return items[indexOfStep(step) ?? -1];
}

/** JSON Pointer (RFC 6901), for machines. */
export function toPointer(path: Path): string {
  let pointer = "";
  for (const step of path) pointer += `/${typeof step === "string" && /[~/]/.test(step) ? escaped(step) : step}`;
  return pointer;
}

function escaped(step: string): string {
  return step.replaceAll("~", "~0").replaceAll("/", "~1");
}

/** `models["acme/big-1.5"].context_window`, for people. Quotes around all names but plain words keep dots unambiguous. */
export function formatPath(path: Path): string {
  return path
    .map((step, index) => {
      if (typeof step === "number") return `[${step}]`;
      if (!/^[A-Za-z_][\w-]*$/.test(step)) return `[${JSON.stringify(step)}]`;
      return index === 0 ? step : `.${step}`;
    })
    .join("");
}

/** An index, a name in quotes, a name in brackets whose quotes a shell removed, or a plain name. */
const STEP = /\[(\d+)\]|\["((?:[^"\\]|\\.)*)"\]|\['?([^[\]"']+)'?\]|(?:^|\.)([^.[\]"]+)/y;

/** Examples of both notations for a message: a shell removes double quotes unless single quotes surround them. */
export const PATH_FORMS = "'models[\"acme/big\"].class' or /models/acme~1big/class";

/** Reads a path in either notation; undefined for any other text, and for names that could reach a prototype. */
export function parsePath(text: string): Path | undefined {
  const path = text.startsWith("/") ? fromPointer(text) : fromDotted(text);
  return path?.some((step) => step === "__proto__") ? undefined : path;
}

function fromPointer(text: string): Path | undefined {
  if (/~(?![01])/.test(text)) return undefined;
  const names = text.split("/").slice(1);
  return names.map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"));
}

function fromDotted(text: string): Path | undefined {
  const path: (string | number)[] = [];
  let at = 0;
  while (at < text.length) {
    STEP.lastIndex = at;
    const match = STEP.exec(text);
    if (match === null) return undefined;
    const [whole, index, quoted, bracketed, plain] = match;
    const name = quoted === undefined ? (bracketed ?? plain) : unquote(quoted);
    if (index === undefined && name === undefined) return undefined;
    path.push(index === undefined ? (name ?? "") : (indexOfStep(index) ?? index));
    at += whole.length;
  }
  return path;
}

function unquote(quoted: string): string | undefined {
  try {
    return String(JSON.parse(`"${quoted}"`));
  } catch {
    return undefined;
  }
}
