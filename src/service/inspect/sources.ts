/** The lines of a file without secrets. */
import { reaching, redacted } from "../../toolkit/mean/redaction/cover.js";
import { hiddenThroughout } from "../../toolkit/mean/redaction/hidden.js";
import type { Scope } from "../../toolkit/read/diagnostic/diagnostic.js";
import { lineSpans } from "../../toolkit/read/document/source.js";
import type { Layer } from "../../toolkit/read/layers/layer.js";

export interface ShownSource {
  readonly scope: Scope;
  readonly file: string;
  /** Without line breaks; absent for a file that cannot be used, because a secret may be anywhere in it. */
  readonly lines?: readonly string[];
}

export function shownSource({ scope, document, root }: Layer, layers: readonly Layer[]): ShownSource {
  const { source } = document;
  const { file, text } = source;
  if (root === undefined) return { scope, file };
  const hidden = hiddenThroughout(document, layers);
  const lines = lineSpans(source).map(({ start, end }) => {
    const within = reaching(hidden, { start, end }).map((span) => ({
      start: Math.max(span.start, start) - start,
      end: Math.min(span.end, end) - start,
    }));
    return redacted(text.slice(start, end), within);
  });
  // The end of the last line begins no other one.
  return { scope, file, lines: lines.length > 1 && lines.at(-1) === "" ? lines.slice(0, -1) : lines };
}
