/**
 * The parts of `agentcfg lint` that its quick bundle leaves out, and the options that need each. `quick-lint.ts` asks it which options need
 * the whole program, `.build/bundle.js` which modules to leave out; a module that is loaded later and is not listed does not bundle.
 */
import { JUDGING_FLAGS } from "../../terminal/options.js";

export interface Part {
  /** The name of the module in `src`, without its ending. */
  readonly module: string;
  /** The options that need it, as they are called in the code. */
  readonly options: readonly string[];
}

export const PARTS: readonly Part[] = [
  { module: "cli/lint/fix", options: ["fix", "diff"] },
  { module: "cli/lint/suppress", options: ["suppress", "reason"] },
  { module: "cli/lint/ways/changed", options: ["changed", "since", "staged"] },
  { module: "cli/lint/ways/watch", options: ["watch"] },
  // The user's settings need it, too.
  { module: "cli/lint/judge", options: JUDGING_FLAGS },
  { module: "service/lint/statistics", options: ["statistics"] },
  // Formats other than those in `FORMAT.atHand` need it.
  { module: "cli/lint/reporting/deliver", options: [] },
];
