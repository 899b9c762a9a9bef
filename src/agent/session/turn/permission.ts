/** Whether a call may run: by the monitor of the turn, by a person, or by a model that judges it (P-S34, P-S83). A denial is told to the model, which goes on. */
import type { PermissionMonitor } from "../../../generated/protocol/types.js";
import { canonicalJson } from "../../wire/protocol/canonical.js";
import type { PatientOptions } from "../model/retry/patience.js";
import { isSame } from "../store/unsettled.js";
import { asksFor } from "../tools/ask-user.js";
import type { Fields, Tool } from "../tools/tool.js";
import type { Questions } from "./questions.js";
import type { TurnSession } from "./session.js";

export interface Wish {
  readonly tool: Tool;
  readonly input: Fields;
  /** The name of the subagent that calls; undefined for the agent itself. */
  readonly subagent?: string | undefined;
}

export type Verdict = { readonly kind: "allowed" } | { readonly kind: "denied"; readonly reason: string };

/** Judges a call by a model; every answer but a clear one is a denial. */
type Classify = (wish: Wish, asking: PatientOptions) => Promise<Verdict>;

/** Decides about the calls of one turn. */
export interface Monitor {
  readonly kind: PermissionMonitor;
  readonly classify: Classify;
  /** Denials in a row after which a person is asked. */
  readonly mostDenials: number;
  /** Why a person has to be asked whatever the monitor is; undefined for most calls. */
  readonly alarm: (wish: Wish) => string | undefined;
}

const ALLOWED: Verdict = { kind: "allowed" };

/** The beginning of a question about a call that a crash has left without a result. */
const REPEATED = "This was called before the agent was interrupted: it may have run in part.";

type Session = Pick<TurnSession, "store" | "scrubber">;

/** What holds for all turns of a session: granted calls, and denials in a row. */
export class Permission {
  readonly #questions: Questions;
  readonly #session: Session;
  readonly #granted = new Set<string>();
  #denials = 0;

  constructor(questions: Questions, session: Session) {
    [this.#questions, this.#session] = [questions, session];
  }

  /** `asking`: how a model is asked, and how long an answer is waited for. */
  async judge(wish: Wish, monitor: Monitor, asking: PatientOptions): Promise<Verdict> {
    const { signal } = asking;
    const { isFree, makesCalls } = wish.tool;
    if (isFree === true && !(makesCalls === true && this.#isUnsettled(wish))) return ALLOWED;
    const alarm = monitor.alarm(wish) ?? (this.#isUnsettled(wish) ? REPEATED : undefined);
    if (alarm !== undefined) return this.#ask(wish, signal, alarm);
    // No file of rules is read, so that nothing is blocked by one.
    if (monitor.kind === "bypass" || monitor.kind === "bypass_plus") return ALLOWED;
    if (this.#granted.has(grantOf(wish))) return ALLOWED;
    if (monitor.kind === "standard" || this.#denials >= monitor.mostDenials) return this.#ask(wish, signal);
    const verdict = await monitor.classify(wish, asking);
    this.#denials = verdict.kind === "allowed" ? 0 : this.#denials + 1;
    return verdict;
  }

  /** Whether a crash has ended the same call (P-S105). The log holds inputs without their credentials, and of some only a part. */
  #isUnsettled({ tool: { name, makesCalls }, input }: Wish): boolean {
    const { store, scrubber } = this.#session;
    if (store.unsettled.length === 0) return false;
    // Other words may stand for the same work.
    if (makesCalls === true) return store.unsettled.some(({ tool }) => tool === name);
    const own = { tool: name, input: scrubber().scrub(canonicalJson(input)) };
    return store.unsettled.some((call) => isSame(call, own));
  }

  async #ask(wish: Wish, signal: AbortSignal, alarm?: string): Promise<Verdict> {
    const { tool, subagent } = wish;
    const { name } = tool;
    const asker = subagent === undefined ? [] : [asksFor(subagent)];
    const text = [...asker, ...(alarm === undefined ? [] : [alarm]), wordsOf(wish)].join("\n");
    if (!this.#questions.fits(text)) return { kind: "denied", reason: "it is too long to be shown to a person" };
    const answer = await this.#questions.ask({ kind: "permission", tool: name, text }, signal);
    if (answer.kind !== "permission_answer") return { kind: "denied", reason: "nobody allowed it" };
    this.#denials = 0;
    if (!answer.granted) return { kind: "denied", reason: "the person who works with you does not allow it" };
    if (answer.scope === "session" && alarm === undefined) this.#granted.add(grantOf(wish));
    return ALLOWED;
  }
}

/** The calls that a grant for the session covers: all of one tool of a server, or one command of a shell. */
function grantOf({ tool, input }: Wish): string {
  return tool.origin === "mcp" ? tool.name : `${tool.name} ${canonicalJson(input)}`;
}

/** What a person is asked about: the command, or the input as JSON. */
function wordsOf({ tool, input }: Wish): string {
  const { command } = input;
  return typeof command === "string" ? command : `${tool.name} ${JSON.stringify(input)}`;
}
