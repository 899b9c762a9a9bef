/** Why `trust` refuses a review: it is too long, or a part of it is hidden. */
import type { ReviewSection } from "./review.js";

/** The most characters of one text, and of the whole review. */
const LONGEST = 10_000;
const MOST = 100_000;

/** Why a user cannot read the whole review; undefined if they can. Completes "cannot vouch for FILE: …". */
export function unseenIn(sections: readonly ReviewSection[]): string | undefined {
  const items = sections.flatMap((section) => section.items);
  const all = items.reduce((sum, { what, path }) => sum + what.length + path.length, 0);
  const place = ({ path, line }: ReviewSection["items"][number]): string => `${path} (line ${line})`;
  const [long, covered] = [items.find(({ what }) => what.length > LONGEST), items.find((item) => item.isCovered)];
  if (long !== undefined)
    return `${place(long)} is too long to review: ${long.what.length} characters, at most ${LONGEST}`;
  if (all > MOST) return `its changes are too long to review: ${all} characters, at most ${MOST}`;
  if (covered === undefined) return undefined;
  return `${place(covered)} contains a text that looks like a secret, which is not shown; take it from the environment: \`\${NAME}\``;
}
