/** The variable to write instead of a secret; a server's variable most likely has the same name outside. */
import type { Path } from "../../../../text/path.js";

export function reference(path: Path): string {
  const key = String(path.at(-1));
  return path.at(-2) === "env" && /^[A-Za-z_]\w*$/.test(key) ? `\${${key}}` : "${NAME}";
}
