/** Suggests paths similar to one that does not exist, from the names of the schema and of existing entries. */
import { type Path, toPointer } from "../../../text/path.js";
import { suggest } from "../../../text/suggest.js";
import { keysIn, knowledgeOf, type Meaning, meaningsIn } from "../../read/schema/lookup.js";
import { configShape } from "../../read/schema/shape.js";
import { childrenOf, type Setting, settingAt } from "./setting.js";

/** A longer list does not help. */
const MOST = 3;

/**
 * At most three paths, the closest first: similar ones, or else those that end with the given one, such as `tui.theme` for `theme`. Empty if
 * the path itself exists.
 */
export function pathsMeant(root: Setting, path: Path): readonly Path[] {
  const similar = walk(root, [ROOT], path);
  const names = similar.length === 0 && knowledgeOf(configShape, path) === "none" ? endingWith(path) : similar;
  const distinct = new Map(names.map((one) => [toPointer(one), one]));
  distinct.delete(toPointer(path));
  return [...distinct.values()].slice(0, MOST);
}

const ROOT: Meaning = { path: [], shape: configShape, conditions: [] };

/** More steps than a named key of the schema has around it. */
const DEEPEST = 6;

/** The keys of the schema that end with a path, those nearest to the root first. Names of entries are not in the schema. */
function endingWith(path: Path): readonly Path[] {
  const found: Path[] = [];
  let level: readonly Meaning[] = [ROOT];
  for (let depth = 0; depth < DEEPEST && found.length < MOST; depth += 1) {
    level = level.flatMap((meaning) => keysIn(meaning.shape).flatMap((key) => meaningsIn(meaning, key)));
    const here = level.flatMap((meaning) => path.reduce<readonly Meaning[]>(stepped, [meaning]));
    found.push(...here.map((meaning) => meaning.path));
  }
  return found;
}

/** Only along named keys: an entry of a map may have any name. */
function stepped(meanings: readonly Meaning[], step: string | number): readonly Meaning[] {
  return meanings.flatMap((meaning) => (keysIn(meaning.shape).includes(String(step)) ? meaningsIn(meaning, step) : []));
}

function walk(root: Setting, meanings: readonly Meaning[], [step, ...rest]: Path): readonly Path[] {
  const [first] = meanings;
  if (first === undefined) return [];
  if (step === undefined) return [first.path];
  return namesFor(root, meanings, step).flatMap((name) =>
    walk(
      root,
      meanings.flatMap((meaning) => meaningsIn(meaning, name)),
      rest,
    ),
  );
}

/** The name itself if such a place exists, or else similar names; without any, the name itself, because a map accepts any name. */
function namesFor(root: Setting, meanings: readonly Meaning[], step: string | number): readonly (string | number)[] {
  if (typeof step === "number") return [step];
  const at = meanings[0]?.path ?? [];
  const entries = [...childrenOf(settingAt(root, at)).keys()].filter(
    (name) => knowledgeOf(configShape, [...at, name]) !== "none",
  );
  const known = [...new Set([...meanings.flatMap(({ shape }) => keysIn(shape)), ...entries])];
  if (known.includes(step)) return [step];
  const close = suggest(step, known);
  return close.length > 0 ? close : [step];
}
