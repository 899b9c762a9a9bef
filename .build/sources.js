/** A digest of the sources of `dist`: the build stores it in `dist`, and a later build with the same digest does nothing. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export const MADE_FROM = "dist/.made-from";

const FILES = ["package.json", "package-lock.json", "tsconfig.json"];

export function digestOfSources() {
  const below = ["src", ".build"].flatMap((directory) =>
    readdirSync(directory, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name)),
  );
  const hash = createHash("sha256");
  for (const file of [...FILES, ...below].toSorted()) {
    const bytes = readFileSync(file);
    hash.update(`${file}\0${bytes.length}\0`).update(bytes);
  }
  return hash.digest("hex");
}
