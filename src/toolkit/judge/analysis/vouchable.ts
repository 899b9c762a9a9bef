/** The parts of a configuration and its directory that a user can vouch for (S58). */
import { once } from "../../../text/once.js";
import { settingAt } from "../../mean/configuration/setting.js";
import type { NamedPrompt, PromptFile } from "../../mean/trust/prompts.js";
import { type Belief, type Standing, standingOf, withheldPrompts } from "../../mean/trust/standing.js";
import { type Refusal, rootOf, type Vouched, vouchedConfiguration, vouchedFor } from "../../mean/trust/vouch.js";
import type { Host } from "../../read/host/host.js";
import type { Choice } from "../../read/layers/choice.js";
import { layerOfScope } from "../../read/layers/layer.js";
import type { Snapshot } from "./snapshot.js";

/** Reads each part at its first use. */
export interface Vouchable {
  readonly root: string;
  /** The directory with its whole state. */
  readonly state: () => Vouched | Refusal;
  /** The sum of that state; undefined without a configuration and prompts, and if the user cannot vouch for them. */
  readonly sum: () => string | undefined;
  readonly standing: (belief: Belief) => Standing;
  /** The facets, subagents and skills of the project that do not count. */
  readonly withheld: (standing: Standing) => readonly PromptFile[];
}

export function vouchableOf(snapshot: Snapshot, host: Host, { project }: Choice): Vouchable {
  const { layers, trees, surroundings } = snapshot;
  const layer = layerOfScope(layers, "project");
  const root = rootOf(host, project, layer?.file);
  const configuration = once(() => layer && vouchedConfiguration(host, root, layer, trees.get(layer)));
  const named = once(() => promptsOfUser(snapshot));
  const state = once(() => vouchedFor(host, root, configuration(), named()));
  const grounds = surroundings.groundsOf(root);
  return {
    ...{ root, state },
    sum: () => sumOf(state()),
    standing: (belief) => standingOf(host, { root, project, grounds, configuration, named, state }, belief),
    // `--no-project` leaves them out without a question.
    withheld: (standing) => (project === false ? [] : withheldPrompts(host, standing, named())),
  };
}

function sumOf(state: Vouched | Refusal): string | undefined {
  if ("reason" in state) return undefined;
  return state.configuration === undefined && state.prompts.length === 0 ? undefined : state.sha256;
}

/**
 * The files of the project that its user's own configuration names as prompts; those that the project names belong to its configuration.
 */
function promptsOfUser({ settings }: Snapshot): readonly NamedPrompt[] {
  return (["facets", "subagents"] as const).flatMap((section) => {
    const entries = settingAt(settings, [section]);
    return Array.from(entries?.kind === "object" ? entries.entries : [], ([prompt, entry]): readonly NamedPrompt[] => {
      const source = entry.kind === "object" ? entry.entries.get("source") : undefined;
      if (source?.kind !== "scalar" || typeof source.value !== "string") return [];
      const isOfUser = typeof source.source !== "string" && source.source.scope === "global";
      return isOfUser && !source.value.startsWith("agent://") ? [{ section, prompt, source: source.value }] : [];
    }).flat();
  });
}
