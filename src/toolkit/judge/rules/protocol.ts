/** The dialect of a provider: its `protocol`, or the default of its kind (spec 2.3). */
import { oncePer } from "../../../text/once.js";
import { type Config, entryOf, type RuleContext } from "./rule.js";

export type Provider = NonNullable<NonNullable<Config["providers"]>[string]>;

/** The default dialect of a kind of custom backend, and the protocols that fit the kind. */
interface Dialect {
  readonly fits: RegExp;
  readonly speaks: string;
}

const DIALECTS: Readonly<Record<string, Dialect>> = {
  custom_alpha_compatible: { fits: /_messages$/, speaks: "a messages dialect" },
  custom_beta_compatible: { fits: /_(chat_completions|responses)$/, speaks: "chat completions or responses" },
  custom_beta_responses: { fits: /_responses$/, speaks: "responses" },
};

export function dialectOf({ kind }: Provider): Dialect | undefined {
  return kind?.type === undefined ? undefined : DIALECTS[kind.type];
}

/** The kind of a custom backend whose usual dialect a protocol is. */
export function kindSpeaking(protocol: string): string | undefined {
  return Object.keys(DIALECTS).findLast((kind) => DIALECTS[kind]?.fits.test(protocol));
}

/** Whether the kind of a provider supports its `protocol`. */
export function speaks(provider: Provider): boolean {
  const { protocol } = provider;
  return protocol === undefined || protocol === "test" || dialectOf(provider)?.fits.test(protocol) !== false;
}

/** The dialects of a context; several rules need them. */
const known = oncePer((_: RuleContext) => new Map<string, string | undefined>());

/** Undefined if the dialect is unknown: for a built-in provider without its catalog, or one with a wrong `protocol`. */
export function protocolOf(context: RuleContext, name: string, provider: Provider): string | undefined {
  const dialects = known(context);
  if (!dialects.has(name)) dialects.set(name, find(context, name, provider));
  return dialects.get(name);
}

function find(context: RuleContext, name: string, provider: Provider): string | undefined {
  if (provider.protocol !== undefined) return provider.protocol;
  const { kind } = provider;
  const path = ["providers", name, "protocol"];
  if (!context.lacks(path) || kind === undefined) return undefined;
  if (kind.type === "catalog") return entryOf(context.catalog?.providers, kind.name)?.protocol;
  const defaults = byKind(context);
  const { type = "" } = kind;
  if (!defaults.has(type)) defaults.set(type, context.defaultOf(path));
  const cached = defaults.get(type);
  return typeof cached === "string" ? cached : undefined;
}

/** The default dialect of each kind: it depends on nothing else. */
const byKind = oncePer((_: RuleContext) => new Map<string, unknown>());
