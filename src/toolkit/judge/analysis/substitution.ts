/** A configuration with texts in place of its substitutions. */
import { once } from "../../../text/once.js";
import type { Setting } from "../../mean/configuration/setting.js";
import type { RuleFinding } from "../rules/run.js";

/** The settings and findings of a configuration with other texts in it, each computed on first use. */
export class Substituted {
  readonly #effective: () => Setting;
  readonly #judge: () => readonly RuleFinding[];

  constructor(effective: () => Setting, judge: () => readonly RuleFinding[]) {
    this.#effective = once(effective);
    this.#judge = once(judge);
  }

  /** The settings in effect, with inherited fields and defaults. */
  get effective(): Setting {
    return this.#effective();
  }

  get ruleFindings(): readonly RuleFinding[] {
    return this.#judge();
  }
}
