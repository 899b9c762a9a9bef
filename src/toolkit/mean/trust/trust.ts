/** A project's effects on its user, for rules to report. Each part is computed on first use. */
import type { Path } from "../../../text/path.js";
import { type Layer, layerOfScope } from "../../read/layers/layer.js";
import type { Place } from "../../read/schema/place.js";
import type { Setting } from "../configuration/setting.js";
import { type Change, changesOf } from "./changes.js";
import type { Flows } from "./flow.js";
import { flowsOf } from "./flows.js";
import { type Homes, homeOf, homesIn } from "./homes.js";
import { type Mention, variablesIn } from "./variables.js";

/** Without a project, every part is empty. */
export class ProjectTrust {
  readonly #settings: Setting;
  readonly #project: Layer | undefined;
  readonly #lower: Place | undefined;
  readonly #upper: Place | undefined;
  readonly #belowOf: () => Setting;
  #below: Setting | undefined;
  #homes: Homes | undefined;
  #changes: readonly Change[] | undefined;
  #flows: Flows | undefined;
  #variables: readonly Mention[] | undefined;

  /** `below`: the settings without the project. */
  constructor(settings: Setting, layers: readonly Layer[], trees: ReadonlyMap<Layer, Place>, below: () => Setting) {
    const [global, project] = [layerOfScope(layers, "global"), layerOfScope(layers, "project")];
    this.#settings = settings;
    this.#project = project;
    this.#lower = global && trees.get(global);
    this.#upper = project && trees.get(project);
    this.#belowOf = below;
  }

  get below(): Setting {
    this.#below ??= this.#belowOf();
    return this.#below;
  }

  /** The project's changes to its user's agent. */
  get changes(): readonly Change[] {
    this.#changes ??= this.#project === undefined ? [] : changesOf(this.#settings, this.#project, this.below);
    return this.#changes;
  }

  /** The project's effects on its user's credentials. */
  get flows(): Flows {
    this.#flows ??=
      this.#project === undefined ? NO_FLOWS : flowsOf(this.#settings, this.#project, this.changes, this.below);
    return this.#flows;
  }

  /** The user's entries that the project redirects, and the logins that it borrows. */
  get redirects(): Flows["redirects"] {
    return this.flows.redirects;
  }

  /** The variables that the project names. */
  get variables(): readonly Mention[] {
    this.#variables ??= this.#upper === undefined ? [] : variablesIn(this.#upper, "project");
    return this.#variables;
  }

  /** The global layer's credential that contains the variable; `here` if that layer gives it to the destination of the entry, too. */
  homeOf(variable: string, entry: Path): Path | "here" | undefined {
    this.#homes ??= this.#lower === undefined ? new Map() : homesIn(this.#lower, this.below);
    return homeOf(this.#homes, variable, this.#settings, entry);
  }
}

const NO_FLOWS: Flows = { redirects: [], touches: [], accounts: new Set() };
