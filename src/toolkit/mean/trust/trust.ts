/** What a project does to its user, for the rules to say. Each part is computed when it is first asked for. */
import type { Path } from "../../../text/path.js";
import { type Layer, layerOfScope } from "../../read/layers/layer.js";
import type { Place } from "../../read/schema/place.js";
import type { Setting } from "../configuration/setting.js";
import { type Change, changesOf } from "./changes.js";
import type { Flows } from "./flow.js";
import { flowsOf } from "./flows.js";
import { type Homes, homeOf, homesIn } from "./homes.js";
import { type Mention, variablesIn } from "./variables.js";

/** Without a project, nothing. */
export class ProjectTrust {
  readonly #settings: Setting;
  readonly #project: Layer | undefined;
  readonly #lower: Place | undefined;
  readonly #upper: Place | undefined;
  readonly #belowOf: () => Setting;
  #homes: Homes | undefined;
  #changes: readonly Change[] | undefined;
  #flows: Flows | undefined;
  #variables: readonly Mention[] | undefined;

  /** `below`: what there is without the project. */
  constructor(settings: Setting, layers: readonly Layer[], trees: ReadonlyMap<Layer, Place>, below: () => Setting) {
    const [global, project] = [layerOfScope(layers, "global"), layerOfScope(layers, "project")];
    this.#settings = settings;
    this.#project = project;
    this.#lower = global && trees.get(global);
    this.#upper = project && trees.get(project);
    this.#belowOf = below;
  }

  /** What there would be without it. */
  get below(): Setting {
    return this.#belowOf();
  }

  /** What it changes about its user's agent. */
  get changes(): readonly Change[] {
    this.#changes ??= this.#project === undefined ? [] : changesOf(this.#settings, this.#project, this.below);
    return this.#changes;
  }

  /** What it does to the credentials of its user's. */
  get flows(): Flows {
    this.#flows ??=
      this.#project === undefined ? NO_FLOWS : flowsOf(this.#settings, this.#project, this.changes, this.below);
    return this.#flows;
  }

  /** The entries of its user's that it turns to something else, and the logins that it takes along. */
  get redirects(): Flows["redirects"] {
    return this.flows.redirects;
  }

  /** The variables that it names. */
  get variables(): readonly Mention[] {
    this.#variables ??= this.#upper === undefined ? [] : variablesIn(this.#upper, "project");
    return this.#variables;
  }

  /** The credential that the global config makes from a variable; `here` if it gives it to somebody whom an entry leads to. */
  homeOf(variable: string, entry: Path): Path | "here" | undefined {
    this.#homes ??= this.#lower === undefined ? new Map() : homesIn(this.#lower, this.below);
    return homeOf(this.#homes, variable, this.#settings, entry);
  }
}

const NO_FLOWS: Flows = { redirects: [], touches: [], accounts: new Set() };
