/** The files of a project that its configuration names: what is run, and what comes before the model. */
import type { Host } from "../host/host.js";
import type { Place } from "../schema/place.js";
import type { Shape } from "../schema/shape.js";
import { withoutSlashes } from "../text/slashes.js";

/** More words are not looked up: nobody could vouch for what they name. */
const MOST_WORDS = 10_000;

/**
 * Absolute names, sorted; undefined where there are too many words to look at. A word in a value that is more than benign counts if it
 * leads to a file below `root`, from there or from the `.agent` directory; by name, so that a link counts with what it leads to.
 */
export function namedFiles(host: Host, tree: Place, root: string): readonly string[] | undefined {
  const bases = [root, host.join(root, ".agent")];
  const files = new Set<string>();
  let words = 0;
  for (const text of textsIn(tree)) {
    for (const word of wordsIn(text)) {
      words += 1;
      if (words > MOST_WORDS) return undefined;
      for (const base of bases) {
        const file = nameFrom(host, base, word);
        if (isBelow(file, root) && isFile(host, file)) files.add(file);
      }
    }
  }
  return [...files].toSorted();
}

/** The texts that are more than benign, or of which nobody knows what they can do. */
function* textsIn(place: Place, around?: Shape): Generator<string> {
  const shape = place.shape?.schema["x-capability"] === undefined ? around : place.shape;
  if (place.kind === "list") for (const item of place.items) yield* textsIn(item, shape);
  else if (place.kind === "object") for (const child of place.entries.values()) yield* textsIn(child, shape);
  else if (typeof place.value === "string" && shape?.schema["x-capability"] !== "benign") yield place.value;
}

/** A text as a whole, and what stands in it as the words of a command line or behind an option. */
function wordsIn(text: string): ReadonlySet<string> {
  return new Set([text, ...text.split(/[\s=;&|<>()"'`]/)].filter((word) => word !== "" && !word.includes("\0")));
}

function nameFrom(host: Host, base: string, word: string): string {
  const name = word.replace(/^(agent|file):\/\//, "");
  return host.isAbsolute(name) ? host.join(name, ".") : host.join(base, name);
}

function isFile(host: Host, file: string): boolean {
  const kind = host.kindOf(file);
  return kind === "file" || kind === "link";
}

function isBelow(file: string, directory: string): boolean {
  return file.replaceAll("\\", "/").startsWith(`${withoutSlashes(directory.replaceAll("\\", "/"))}/`);
}
