/** Names of environment variables behind `${`; their values are never asked for. */
import type { About } from "./about.js";
import type { Completion } from "./completion.js";

/** Names that need no quotes and end at the brace. */
const PLAIN = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** Undefined where no reference is being typed. */
export function variablesAt({
  typed: { text },
  offset,
  spot,
  place,
  variables,
}: About): readonly Completion[] | undefined {
  const left = text.slice(spot.span.start, offset);
  const begun = /\$\{([A-Za-z0-9_]*)$/.exec(left)?.[1];
  if (begun === undefined || (place.shape.types !== undefined && !place.shape.types.has("string"))) return undefined;
  const behind = /^[A-Za-z0-9_]*/.exec(text.slice(offset, spot.span.end))?.[0] ?? "";
  const end = offset + behind.length;
  const isClosed = /^[}:]/.test(text.slice(end, spot.span.end));
  const span = { start: offset - begun.length, end };
  return variables
    .filter((name) => PLAIN.test(name))
    .map((name) => ({
      kind: "variable",
      label: name,
      insert: isClosed ? name : `${name}}`,
      isSnippet: false,
      span,
    }));
}
