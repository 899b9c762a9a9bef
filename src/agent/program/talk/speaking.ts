/** What both ways of speaking to a session share: lines of a pipe, and lines that are typed. */
import type { Terminal } from "../../../terminal/terminal.js";
import type { Clock } from "../../machine/interfaces/clock.js";
import type { FoundSession } from "../start/running.js";
import type { Asking } from "./asking.js";
import type { Cancelling } from "./cancelling.js";
import type { Ending } from "./ending.js";
import type { Heard } from "./heard.js";
import type { PromptHistory } from "./prompt-history.js";
import type { Prompts } from "./prompts.js";

export interface Speaking {
  readonly terminal: Terminal;
  readonly session: FoundSession;
  readonly clock: Clock;
  readonly heard: Heard;
  readonly asking: Asking;
  readonly prompts: Prompts;
  readonly cancelling: Cancelling;
  readonly ending: Ending;
  /** Where typed prompts go; undefined without a terminal. */
  readonly history: PromptHistory | undefined;
}
