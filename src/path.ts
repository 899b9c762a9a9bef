/** Paths into a configuration, and the two ways to write them. */

export type Path = readonly (string | number)[];

/** JSON Pointer (RFC 6901), for machines. */
export function toPointer(path: Path): string {
  return path.map((step) => `/${String(step).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

/** `models["acme/big-1.5"].context_window`, for people. Names that are not plain words are quoted, so dots stay unambiguous. */
export function formatPath(path: Path): string {
  return path
    .map((step, index) => {
      if (typeof step === "number") return `[${step}]`;
      if (!/^[A-Za-z_][\w-]*$/.test(step)) return `[${JSON.stringify(step)}]`;
      return index === 0 ? step : `.${step}`;
    })
    .join("");
}
