/** What stands in the place of a secret and is none: substitutions, what somebody took for one, and words that open nothing. */
import type { Span } from "../diagnostic/diagnostic.js";
import { configShape, type Shape } from "../schema/shape.js";
import { scan } from "../text/scan.js";
import { without } from "./cover.js";

/** `$NAME`, `%NAME%`, `env:NAME`, `{{ name }}`, `<your key>`: the forms in which other tools, and people, leave a value out. */
const PLACEHOLDER =
  /^(?:\$[A-Z_][A-Z0-9_]*|%[A-Z_][A-Z0-9_]*%|\$?\{?env[:.][A-Za-z_]\w*\}?|\{\{[ \w.]{1,64}\}\}|<[A-Za-z][\w -]{0,64}>|process\.env\.\w+|x{3,}|\*{3,}|\.{3}|…|your[-_ ][\w -]{1,64}|changeme)$/i;

/** Nothing, a switch, a kind of authentication, or the path of a file: those go by such names too, as in `GOOGLE_APPLICATION_CREDENTIALS`. */
const HARMLESS =
  /^\s*$|^(?:true|false|yes|no|on|off|none|null|auto|basic|bearer|digest|oauth2?|enabled|disabled|required|optional|[01])$|^(?:~|\.{1,2})\/|^\/[A-Za-z]+\/|^[A-Za-z]:\\/i;

/** Whether what goes by the name of a credential opens nothing. */
export function isHarmless(value: string): boolean {
  return HARMLESS.test(value);
}

/** Whether a text says where a secret is to come from, and not what it is. */
export function isPlaceholder(value: string): boolean {
  return PLACEHOLDER.test(value.trim());
}

/** Words that introduce a secret, and marks around it. */
const NO_SECRET = /^[\s"'`()[\]{},;:]*(?:(?:bearer|basic|token|digest|apikey)\b[\s"'`:]*)?$/i;

/** The parts of a span that may say a secret: not those that a substitution, or something in the form of one, stands in for. */
export function withoutReferences(text: string, span: Span): readonly Span[] {
  const holes = substitutionsIn(text.slice(span.start, span.end)).map(({ start, end }) => ({
    start: start + span.start,
    end: end + span.start,
  }));
  return without(span, holes).filter(({ start, end }) => {
    const part = text.slice(start, end);
    return !NO_SECRET.test(part) && !isPlaceholder(part);
  });
}

/** Where a text is substituted. The fallback of a variable is a command, unless it is a word: then somebody took it for a default text. */
function substitutionsIn(text: string): readonly Span[] {
  if (!/\$[({]/.test(text)) return [];
  const { parts, problems } = scan(text);
  const named = problems.filter(({ start, end }) => isPlaceholder(text.slice(start, end)));
  const known = parts.flatMap((part): readonly Span[] => {
    if (part.kind === "text") return [];
    if (part.kind !== "fallback" || /[\s;|&<>$`]/.test(part.command.trim())) return [part];
    const { start, end, command } = part;
    return [
      { start, end: end - command.length - 1 },
      { start: end - 1, end },
    ];
  });
  return [...known, ...named].sort((a, b) => a.start - b.start);
}

let vocabulary: ReadonlySet<string> | undefined;

/** Whether a name or value is one that the schema itself uses: such a word is nobody's secret. */
export function isSchemaWord(word: string): boolean {
  vocabulary ??= new Set(["true", "false", "null", ...wordsOf(configShape)]);
  return vocabulary.has(word);
}

function* wordsOf(shape: Shape): Generator<string> {
  yield* shape.values ?? [];
  yield* shape.properties.keys();
  for (const part of partsOf(shape)) yield* wordsOf(part);
}

function partsOf({ rest, items, properties, tag }: Shape): readonly Shape[] {
  const parts = [rest, items, ...properties.values(), ...(tag?.variants.values() ?? [])];
  return parts.filter((part) => part !== undefined);
}
