/** Suggests paths similar to one that does not exist, from the names of the schema and of existing entries. */
import { type Path, toPointer } from "../../../text/path.js";
import { suggest } from "../../../text/suggest.js";
import { keysIn, knowledgeOf, type Meaning, meaningsIn } from "../../read/schema/lookup.js";
import { configShape } from "../../read/schema/shape.js";
import { childrenOf, type Setting, settingAt } from "./setting.js";

/** A longer list does not help. */
const MOST = 3;

/** At most three paths, the closest first; empty if the path itself exists. */
export function pathsMeant(root: Setting, path: Path): readonly Path[] {
  const names = walk(root, [{ path: [], shape: configShape, conditions: [] }], path);
  const distinct = new Map(names.map((one) => [toPointer(one), one]));
  distinct.delete(toPointer(path));
  return [...distinct.values()].slice(0, MOST);
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
