/** What keeps somebody from vouching for a review: it cannot be looked at, or not all of it is shown. */
import type { ReviewSection } from "./review.js";

/** Characters of one text, and of all that is shown. */
const LONGEST = 10_000;
const MOST = 100_000;

/** Why nobody can have looked at all of a review; undefined where they can. Completes "cannot vouch for FILE: …". */
export function unseenIn(sections: readonly ReviewSection[]): string | undefined {
  const items = sections.flatMap((section) => section.items);
  const all = items.reduce((sum, { what, path }) => sum + what.length + path.length, 0);
  const place = ({ path, line }: ReviewSection["items"][number]): string => `${path} (line ${line})`;
  const [long, covered] = [items.find(({ what }) => what.length > LONGEST), items.find((item) => item.isCovered)];
  if (long !== undefined)
    return `${place(long)} is longer than anybody can look at: ${long.what.length} characters, at most ${LONGEST}`;
  if (all > MOST) return `it changes more than anybody can look at: ${all} characters, at most ${MOST}`;
  if (covered === undefined) return undefined;
  return `${place(covered)} holds what looks like a secret and is not shown; let it come from the environment: \`\${NAME}\``;
}
