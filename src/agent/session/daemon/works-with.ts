/** Model, facet and monitor of a turn whose prompt names none: by the configuration, the prompts beside it, and what clients have chosen. Pure. */
import type { PermissionMonitor, TurnState } from "../../../generated/protocol/types.js";
import { resolveModel } from "../model/resolve.js";
import { beginningFacet, type ChosenFacet, facetFor } from "../prompts/choose.js";
import type { Facet, Prompts } from "../prompts/prompt.js";
import type { InUse } from "./configuration.js";
import type { DaemonOptions } from "./host.js";

/** A model and a facet. */
export type WorksWith = Readonly<Pick<TurnState, "model" | "facet">>;

/** The model and the facet that clients have chosen (P-S81). */
export interface Chosen {
  readonly model?: string | undefined;
  readonly facet?: string | undefined;
}

/** What a turn is decided by. */
export interface Basis {
  readonly inUse: InUse;
  readonly prompts: Prompts;
  /** The flags of the facet that a session begins with (P-S78). */
  readonly options: Pick<DaemonOptions, "facet" | "isExec">;
}

export function worksWith(basis: Basis, chosen: Chosen): WorksWith {
  const facet = facetOf(basis, [chosen.facet]);
  return { model: modelOf(basis.inUse, chosen.model ?? facet?.model ?? undefined), facet: facet?.name ?? null };
}

/** The model that a name means, which may be that of a slot or hold an effort; null where a turn would fail. */
export function modelOf({ config, beside }: InUse, name: string | undefined): string | null {
  const target = resolveModel(config, name, beside);
  return "found" in target ? target.found.model : null;
}

/** The first of these that is there, else the one that a session begins with. `warn` hears why one is passed over. */
export function facetOf(
  basis: Basis,
  names: readonly (string | undefined)[],
  warn: (message: string) => void = () => {},
): Facet | undefined {
  for (const name of names) {
    if (name === undefined) continue;
    const found = facetFor(basis.prompts, name);
    if (found.kind === "found") return found.facet;
    warn(found.message);
  }
  const first = firstFacet(basis);
  return first.kind === "found" ? first.facet : undefined;
}

/** The facet that the configuration and the flags begin a session with. */
export function firstFacet({ inUse, prompts, options: { facet: flag, isExec = false } }: Basis): ChosenFacet {
  return beginningFacet(prompts, { flag, isExec, session: inUse.config.active_session });
}

export function monitorIn({ config }: InUse): PermissionMonitor {
  return config.default_permission_matcher ?? "standard";
}
