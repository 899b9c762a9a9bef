/** A configuration in which texts stand for what was substituted in them. */
import type { Setting } from "../../mean/configuration/setting.js";
import type { RuleFinding } from "../rules/run.js";

/** A configuration with other texts in it. */
export class Substituted {
  /** What is in effect: with what models inherit, and with defaults. */
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
