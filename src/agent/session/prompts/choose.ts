/** The facet of a name, and the one that a session begins with (spec 2.5, P-S78). */
import { didYouMean, quote, quoteList, shortened } from "../../../text/quote.js";
import { suggest } from "../../../text/suggest.js";
import type { Facet, Prompts } from "./prompt.js";

/** `execute` is there in every case. */
const FALLBACK_FACET = "execute";

export type ChosenFacet =
  | {
      readonly kind: "found";
      readonly facet: Facet;
      /** Why it is not the one that the configuration names. */
      readonly warning?: string;
    }
  /** `message` is a clause for people. */
  | { readonly kind: "unknown"; readonly suggestions: readonly string[]; readonly message: string };

type Facets = Pick<Prompts, "facets">;

export function facetFor({ facets }: Facets, wanted: string): ChosenFacet {
  const facet = facets.find(({ name }) => name === wanted.normalize("NFC"));
  if (facet !== undefined) return { kind: "found", facet };
  const names = facets.map(({ name }) => name);
  const suggestions = suggest(wanted, names);
  const hint = suggestions.length > 0 ? didYouMean(suggestions.map(quote)) : `; there are ${quoteList(names, "and")}`;
  return { kind: "unknown", suggestions, message: shortened(`no facet is called ${quote(wanted)}${hint}`) };
}

export interface Beginning {
  /** `--facet`. */
  readonly flag: string | undefined;
  /** `active_session` of the configuration in effect. */
  readonly session:
    | { readonly default_facet?: string | null; readonly default_exec_facet?: string | null }
    | null
    | undefined;
  /** Whether the session is one of `agent exec`. */
  readonly isExec: boolean;
}

/** A wrong `--facet` is an error. A default that is not there is a warning: an unvouched project may have it. */
export function beginningFacet(prompts: Facets, { flag, session, isExec }: Beginning): ChosenFacet {
  if (flag !== undefined) return facetFor(prompts, flag);
  const key = isExec ? "default_exec_facet" : "default_facet";
  const chosen = facetFor(prompts, session?.[key] ?? FALLBACK_FACET);
  if (chosen.kind === "found") return chosen;
  const fallback = facetFor(prompts, FALLBACK_FACET);
  const warning = `\`active_session.${key}\`: ${chosen.message}; the session begins with \`${FALLBACK_FACET}\``;
  return fallback.kind === "found" ? { ...fallback, warning } : fallback;
}
