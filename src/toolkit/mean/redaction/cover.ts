/** Spans of a text that are hidden: joins, cuts and replaces them. */
import type { Span } from "../../read/diagnostic/diagnostic.js";

/** The text shown in place of a secret; always the same length. */
export const REDACTED = "<redacted>";

/** The spans joined where they overlap, in order, without empty ones. */
export function joined(spans: readonly Span[]): readonly Span[] {
  const all: Span[] = [];
  for (const span of spans.filter(({ start, end }) => start < end).toSorted((a, b) => a.start - b.start)) {
    const last = all.at(-1);
    if (last === undefined || span.start > last.end) all.push(span);
    else all[all.length - 1] = { start: last.start, end: Math.max(last.end, span.end) };
  }
  return all;
}

/** The parts of a span outside some holes, which are in order and do not overlap. */
export function without({ start, end }: Span, holes: readonly Span[]): readonly Span[] {
  const left: Span[] = [];
  let from = start;
  for (const hole of holes) {
    if (hole.end <= from || hole.start >= end) continue;
    if (hole.start > from) left.push({ start: from, end: hole.start });
    from = hole.end;
  }
  return from < end ? [...left, { start: from, end }] : left;
}

/** The spans that overlap a stretch, found by bisection: they are in order and do not overlap each other. */
export function reaching(spans: readonly Span[], { start, end }: Span): readonly Span[] {
  let low = 0;
  let high = spans.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((spans[middle]?.end ?? 0) <= start) low = middle + 1;
    else high = middle;
  }
  let last = low;
  while ((spans[last]?.start ?? end) < end) last += 1;
  return spans.slice(low, last);
}

/** A text with `<redacted>` in place of some spans, which are in order and do not overlap. */
export function redacted(text: string, spans: readonly Span[]): string {
  let shown = "";
  let from = 0;
  for (const { start, end } of spans) {
    shown += `${text.slice(from, start)}${REDACTED}`;
    from = end;
  }
  return shown + text.slice(from);
}
