/** What a project does to its user, for the rules to say. Each part is computed when it is first asked for. */
import { lazy, once } from "../../../text/once.js";
import type { Path } from "../../../text/path.js";
import { type Layer, layerOfScope } from "../../read/layers/layer.js";
import type { Place } from "../../read/schema/place.js";
import type { Setting } from "../configuration/setting.js";
import { type Change, changesOf } from "./changes.js";
import type { Flows } from "./flow.js";
import { flowsOf } from "./flows.js";
import { homeOf, homesIn } from "./homes.js";
import { type Mention, variablesIn } from "./variables.js";

/** Without a project, nothing. */
export interface ProjectTrust {
  /** What there would be without it. */
  readonly below: Setting;
  /** What it changes about its user's agent. */
  readonly changes: readonly Change[];
  /** What it does to the credentials of its user's. */
  readonly flows: Flows;
  /** The entries of its user's that it turns to something else, and the logins that it takes along. */
  readonly redirects: Flows["redirects"];
  /** The variables that it names. */
  readonly variables: readonly Mention[];
  /** The credential that the global config makes from a variable; `here` if it gives it to somebody whom an entry leads to. */
  readonly homeOf: (variable: string, entry: Path) => Path | "here" | undefined;
}

/** `below`: what there is without the project. */
export function trustOf(
  settings: Setting,
  layers: readonly Layer[],
  trees: ReadonlyMap<Layer, Place>,
  below: () => Setting,
): ProjectTrust {
  const [global, project] = [layerOfScope(layers, "global"), layerOfScope(layers, "project")];
  const [lower, upper] = [global && trees.get(global), project && trees.get(project)];
  const homes = once(() => (lower === undefined ? new Map() : homesIn(lower, below())));
  const trust: ProjectTrust = lazy(
    { homeOf: (variable: string, entry: Path) => homeOf(homes(), variable, settings, entry) },
    {
      below,
      changes: () => (project === undefined ? [] : changesOf(settings, project, trust.below)),
      flows: () => (project === undefined ? NO_FLOWS : flowsOf(settings, project, trust.changes, trust.below)),
      redirects: () => trust.flows.redirects,
      variables: () => (upper === undefined ? [] : variablesIn(upper, "project")),
    },
  );
  return trust;
}

const NO_FLOWS: Flows = { redirects: [], touches: [], accounts: new Set() };
