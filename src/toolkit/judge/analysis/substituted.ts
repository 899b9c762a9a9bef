/** A configuration with its substitutions replaced by texts. */
import type { Setting } from "../../mean/configuration/setting.js";
import type { RuleFinding } from "../rules/run.js";

/** The settings and findings of a configuration with other texts in it. */
export class Substituted {
  /** The settings in effect, with inherited fields and defaults. */
  readonly effective: Setting;
  readonly #judge: () => readonly RuleFinding[];
  #ruleFindings: readonly RuleFinding[] | undefined;

  constructor(effective: Setting, judge: () => readonly RuleFinding[]) {
    this.effective = effective;
    this.#judge = judge;
  }

  get ruleFindings(): readonly RuleFinding[] {
    this.#ruleFindings ??= this.#judge();
    return this.#ruleFindings;
  }
}
