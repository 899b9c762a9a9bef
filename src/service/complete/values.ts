/** Values for a place: those that the schema lists, truth values, names that it refers to, and variables in a text. */
import { escaped } from "../../text/scan.js";
import { parseModelReference } from "../../toolkit/mean/configuration/models.js";
import { SPELLINGS, type Writable } from "../../toolkit/read/edit/spelling.js";
import type { Completion } from "./completion.js";
import type { About } from "./place.js";

interface Offer {
  readonly kind: Completion["kind"];
  readonly value: Writable;
  readonly label?: string;
  readonly detail?: string;
  readonly documentation?: string;
}

export function valueItems(about: About): readonly Completion[] {
  const { spot, typed } = about;
  const levels = levelItems(about);
  if (levels !== undefined) return levels;
  const old = typed.text.slice(spot.span.start, spot.span.end);
  return offers(about).map(({ value, ...item }) => ({
    label: String(value),
    ...item,
    insert: `${spot.before}${SPELLINGS[typed.format].value(value, old)}${spot.after}`,
    isSnippet: false,
    span: spot.span,
  }));
}

function offers(about: About): readonly Offer[] {
  const { shape, described } = about.place;
  const { schema, values, types } = shape;
  const meanings = described?.schema["x-value-descriptions"] ?? {};
  const isDefault = (value: Writable): { readonly detail?: string } =>
    schema.default === value ? { detail: "default" } : {};
  if (values !== undefined)
    return values.map((value) => ({
      kind: "value",
      value,
      ...isDefault(value),
      ...(Object.hasOwn(meanings, value) ? { documentation: meanings[value] } : {}),
    }));
  if (types?.has("boolean") === true && !types.has("string"))
    return [true, false].map((value) => ({ kind: "value", value, ...isDefault(value) }));
  // The schema describes the usual values of a pattern.
  const known = Object.entries(meanings).map(
    ([value, documentation]): Offer => ({ kind: "value", value, documentation }),
  );
  const names = namesFor(about);
  if (known.length > 0) return [...known, ...names.map((value): Offer => ({ kind: "name", value }))];
  const usual = schema.default;
  if (names.length === 0 && (typeof usual === "number" || typeof usual === "string"))
    return [{ kind: "value", value: usual, ...isDefault(usual) }];
  // A name that looks like a substitution must be escaped in a value.
  return names.map((name) => ({ kind: "name", label: name, value: escaped(name) }));
}

function namesFor({ place: { shape, around }, spot: { path, items }, names, variables }: About): readonly string[] {
  const [section = "", entry = ""] = path.map(String);
  const last = path.at(-1);
  const list = typeof last === "number" ? path.at(-2) : undefined;
  const free = (all: readonly string[]): readonly string[] => all.filter((name) => !items.includes(name));
  if (shape.schema["x-ref"] === "models") return last === "inherits" ? names.parentsOf(entry) : names.models();
  if (shape.schema["x-ref"] !== undefined) return names.in(shape.schema["x-ref"]);
  if (list === "block_list") {
    const servers = [entry, ...names.in("mcp_servers")].filter((name) => names.isHarmless(name));
    return [...new Set(servers)]
      .map((name) => `mcp__${name}__`)
      .filter((name) => shape.pattern?.test(`${name}x`) === true);
  }
  if (list === "pass_env") return free(variables);
  // In permissions, the tools of a server.
  if (last === "tool") return names.in("mcp_servers").map((name) => `mcp__${name}__*`);
  if (section === "providers" && last === "name" && around?.entries.has("type") === true)
    return names.catalogProviders();
  if (last === "default_level") {
    const levels = around?.entries.get("levels");
    return levels?.kind === "list"
      ? levels.items.flatMap((item) => (item.kind === "scalar" ? String(item.value) : []))
      : [];
  }
  return [];
}

/** The levels of a model after the parenthesis; undefined elsewhere. */
function levelItems({ place, spot, typed, offset, names }: About): readonly Completion[] | undefined {
  const last = spot.path.at(-1);
  if (place.shape.schema["x-ref"] !== "models" || last === "inherits") return undefined;
  const { start, end } = spot.span;
  const left = typed.text.slice(start, offset);
  const open = left.lastIndexOf("(");
  if (open < 1) return undefined;
  const written = left.slice(0, open).replace(/^["']/, "");
  const { model } = parseModelReference(`${written}()`, (name) => names.in("models").includes(name));
  const levels = names.levelsOf(model).filter((level) => names.isHarmless(level));
  const rest = typed.text.slice(offset, end);
  const quote = /^["']/.exec(left)?.[0] ?? "";
  const isClosed = quote !== "" && rest.endsWith(quote);
  const span = { start: start + open + 1, end: end - (isClosed ? quote.length : 0) };
  return levels.map((level) => {
    const spelling = SPELLINGS[typed.format];
    const about = { kind: "level", label: level, detail: `${model}(${level})`, isSnippet: false } as const;
    if (/^[\w.-]+$/.test(level) && (quote !== "" || !spelling.value(`${model}(${level})`).startsWith('"')))
      return { ...about, insert: `${level})${quote !== "" && !isClosed ? quote : ""}`, span };
    return {
      ...about,
      insert: `${spot.before}${spelling.value(`${model}(${level})`, quote)}${spot.after}`,
      span: spot.span,
    };
  });
}

/** Names that need no quotes and end at the brace. */
const PLAIN = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** Names of environment variables after `${`; their values are never read. Undefined outside a reference. */
export function variablesAt({
  typed: { text },
  offset,
  spot,
  place,
  variables,
}: About): readonly Completion[] | undefined {
  const left = text.slice(spot.span.start, offset);
  const prefix = /\$\{([A-Za-z0-9_]*)$/.exec(left)?.[1];
  if (prefix === undefined || (place.shape.types !== undefined && !place.shape.types.has("string"))) return undefined;
  const behind = /^[A-Za-z0-9_]*/.exec(text.slice(offset, spot.span.end))?.[0] ?? "";
  const end = offset + behind.length;
  const isClosed = /^[}:]/.test(text.slice(end, spot.span.end));
  const span = { start: offset - prefix.length, end };
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
