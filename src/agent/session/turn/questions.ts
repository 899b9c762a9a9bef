/** The questions of a session that wait for an answer (P-S26). Each ends once: with an answer that is on the disk, or with its turn. */
import { limits } from "../../../generated/protocol/tables.js";
import type { Interrogative, RespondRequest } from "../../../generated/protocol/types.js";
import { FileError } from "../../machine/interfaces/files.js";
import { jsonBytes, shortened } from "../../wire/core/text-size.js";
import type { Clarify } from "../tools/ask-user.js";
import type { MaybeCorrelation } from "./operation.js";
import { correlated, operationOf } from "./operation.js";
import type { TurnSession } from "./session.js";

export type Answer = RespondRequest;

export type NewQuestion = Omit<Interrogative, "id">;

export interface Answered {
  readonly id: string;
  readonly resolution: string;
}

/** The field of an answer that does not fit its question: it takes another kind of answer, or has other choices. */
interface WrongAnswer {
  readonly wrong: "kind" | "choice" | "scope";
}

export type AnswerRefusal = "interrogative_not_open" | "storage_unavailable" | WrongAnswer;

/** Why a question ends without an answer: its turn is over, or the time for it. */
type Unanswered = "cancelled" | "expired";

interface Open {
  readonly question: Interrogative;
  readonly resolve: (answer: Answer) => void;
  /** Ends the wait when its turn is over already. */
  readonly look: () => void;
}

const NO_ANSWER: Answer = { kind: "cancel" };

export class Questions {
  readonly #session: TurnSession;
  readonly #open = new Map<string, Open>();

  constructor(session: TurnSession) {
    this.#session = session;
  }

  /** Whether a text is shown whole: nobody can allow something whose end they do not see. */
  fits(text: string): boolean {
    return jsonBytes(this.#session.scrubber().scrub(text), limits.questionBytes) <= limits.questionBytes - 2;
  }

  /** Resolves with the answer; with `cancel` when the signal ends the wait, which `why` names. */
  ask(asked: NewQuestion, signal: AbortSignal, why: () => Unanswered = () => "cancelled"): Promise<Answer> {
    if (signal.aborted) return Promise.resolve(NO_ANSWER);
    const { journal } = this.#session;
    const question = { ...this.#shown(asked), id: journal.newId() };
    const { id } = question;
    return new Promise((done) => {
      const cancel = (): void => {
        if (!this.#open.delete(id)) return;
        journal.publish({ kind: "interrogative_resolved", id, resolution: why() });
        done(NO_ANSWER);
      };
      const resolve = (answer: Answer): void => {
        signal.removeEventListener("abort", cancel);
        done(answer);
      };
      signal.addEventListener("abort", cancel, { once: true });
      this.#open.set(id, { question, resolve, look: () => signal.aborted && cancel() });
      journal.publish({ kind: "interrogative_opened", interrogative: question });
    });
  }

  /** Takes an answer, or returns the code of its refusal. Resolves when it is on the disk. */
  async respond(id: string, answer: Answer, correlation?: MaybeCorrelation): Promise<Answered | AnswerRefusal> {
    const open = this.#open.get(id);
    if (open === undefined) return "interrogative_not_open";
    const wrong = wrongField(open.question, answer);
    if (wrong !== undefined) return { wrong };
    this.#open.delete(id);
    const { journal, report } = this.#session;
    const answered = { id, resolution: answer.kind };
    try {
      await journal.commit({
        entries: () => [{ t: "answer", ...answered, ...operationOf(correlation) }],
        changes: correlated(journal.epoch, correlation, [{ kind: "interrogative_resolved", ...answered }], {
          status: "completed",
          outcome: { interrogative_id: id, resolution: answer.kind },
        }),
      });
    } catch (error) {
      this.#open.set(id, open);
      open.look();
      if (!(error instanceof FileError)) throw error;
      report.refused(error);
      return "storage_unavailable";
    }
    open.resolve(answer);
    return answered;
  }

  /** Without a credential, and not too long for a record. */
  #shown({ text, choices, default: empty, tool, kind, always }: NewQuestion): NewQuestion {
    const scrubber = this.#session.scrubber();
    const shown = (one: string): string => shortened(scrubber.scrub(one.toWellFormed()), limits.questionBytes);
    return {
      ...{ kind, text: shown(text) },
      ...(choices === undefined ? {} : { choices: choices.map(shown) }),
      ...(empty === undefined ? {} : { default: shown(empty) }),
      ...(tool === undefined ? {} : { tool: shown(tool) }),
      ...(always === undefined ? {} : { always }),
    };
  }
}

/** Asks a person in words, for the tool `ask_user` and for tool servers. */
export function clarifying(questions: Questions): Clarify {
  return async (question, signal) => {
    const { choices, ...asked } = question;
    const offered = choices === undefined ? {} : { choices: [...choices] };
    const answer = await questions.ask({ kind: "question", ...asked, ...offered }, signal);
    if (answer.kind === "clarification_text") return answer.text;
    return answer.kind === "clarification_choice" ? answer.choice : undefined;
  };
}

function wrongField({ kind, choices = [], always }: Interrogative, answer: Answer): WrongAnswer["wrong"] | undefined {
  if (answer.kind === "cancel") return undefined;
  if ((kind === "permission") !== (answer.kind === "permission_answer")) return "kind";
  if (answer.kind === "permission_answer")
    return answer.scope === "always" && always === undefined ? "scope" : undefined;
  if (answer.kind !== "clarification_choice" || choices.includes(answer.choice)) return undefined;
  return choices.length === 0 ? "kind" : "choice";
}
