/** Questions at a terminal, each with a default answer. */
import { print, type Terminal } from "../../terminal/terminal.js";
import { printable } from "../../text/escape.js";

export interface Questions {
  /** Asks until `why` accepts the answer; undefined if the input ends first. `why`: the mistake in an answer. */
  ask(
    question: string,
    byDefault: string | undefined,
    why: (answer: string) => string | undefined,
  ): Promise<string | undefined>;
  /** Stops reading standard input. */
  done(): Promise<void>;
}

/** The longest answer, in characters. */
const LONGEST = 10_000;

export function questionsAt(terminal: Terminal): Questions {
  const chunks = terminal.stdin[Symbol.asyncIterator]();
  let typed = "";
  /** A line without its line break; undefined if the input ends in the middle of it, or it is too long. */
  const line = async (): Promise<string | undefined> => {
    while (!typed.includes("\n")) {
      const { done, value } = await chunks.next();
      if (done === true || typed.length > LONGEST) return undefined;
      typed += typeof value === "string" ? value : new TextDecoder().decode(value);
    }
    const end = typed.indexOf("\n");
    const text = typed.slice(0, end).trim();
    typed = typed.slice(end + 1);
    return text;
  };
  return {
    ask: async (question, byDefault, why) => {
      for (;;) {
        await print(terminal.stderr, `${question} ${byDefault ? `[${byDefault}] ` : ""}`);
        const given = await line();
        if (given === undefined) return undefined;
        const answer = given === "" ? (byDefault ?? "") : given;
        const wrong = why(answer);
        if (wrong === undefined) return answer;
        await print(terminal.stderr, `${printable(wrong)}\n`);
      }
    },
    done: async () => {
      await chunks.return?.();
    },
  };
}
