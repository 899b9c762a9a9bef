/** Two reviews of one project, before a change and after it. */

import type { ReviewItem } from "./items.js";
import { type ReviewSection, TITLES } from "./review.js";

/** Items of one review that the other lacks, in any order. */
export function changesBetween(
  before: readonly ReviewSection[],
  now: readonly ReviewSection[],
): readonly ReviewSection[] {
  const added = onlyIn(now, before, "added");
  const removed = onlyIn(before, now, "removed");
  return TITLES.flatMap((title) => {
    const items = [...added, ...removed]
      .filter((section) => section.title === title)
      .flatMap((section) => section.items);
    return items.length === 0 ? [] : [{ title, items }];
  });
}

function onlyIn(
  sections: readonly ReviewSection[],
  others: readonly ReviewSection[],
  change: "added" | "removed",
): readonly ReviewSection[] {
  const keyOf = (title: string, { path, what, raw }: ReviewItem): string => JSON.stringify([title, path, what, raw]);
  const there = new Set(others.flatMap(({ title, items }) => items.map((item) => keyOf(title, item))));
  return sections.map(({ title, items }) => ({
    title,
    items: items.filter((item) => !there.has(keyOf(title, item))).map((item) => ({ ...item, change })),
  }));
}
