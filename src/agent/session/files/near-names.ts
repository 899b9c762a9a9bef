/** Names near one that is not there: in its directory, and of files of the same name elsewhere. */
import { MOST_SUGGESTIONS, suggest } from "../../../text/suggest.js";
import type { Workplace } from "./workplace.js";

/** Of more entries in a directory the rest is not looked at. */
const MOST_ENTRIES = 10_000;

/** A clause with the paths that may be meant; empty without any. Never rejects. */
export async function nearbySaid(workplace: Workplace, place: string): Promise<string> {
  const { tree, directory } = workplace;
  const [around, name] = tree.split(place);
  const names = await namesIn(workplace, around);
  const near = suggest(name, names).map((one) => tree.relative(directory, tree.join(around, one)));
  const elsewhere = workplace.catalog.remembered(name, MOST_SUGGESTIONS);
  const all = [...new Set([...near, ...elsewhere])].slice(0, MOST_SUGGESTIONS);
  return all.length === 0 ? "" : `; near it: ${all.map((one) => `\`${one}\``).join(", ")}`;
}

async function namesIn({ tree }: Workplace, place: string): Promise<readonly string[]> {
  const names: string[] = [];
  try {
    const directory = await tree.hold(place);
    try {
      for await (const entries of directory.entries()) {
        for (const { name } of entries) names.push(name);
        if (names.length > MOST_ENTRIES) break;
      }
    } finally {
      await directory.release();
    }
  } catch {
    // It may not be there either.
  }
  return names;
}
