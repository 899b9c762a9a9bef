/** Questions at a terminal, each with an answer for those who only press Enter. */
import { print, type Terminal } from "../../terminal/terminal.js";
import { printable } from "../../text/escape.js";

export interface Questions {
  /** The answer, once it is one; undefined when the input ends before that. `why`: what is wrong with an answer. */
  ask(
    question: string,
    byDefault: string | undefined,
    why: (answer: string) => string | undefined,
  ): Promise<string | undefined>;
  /** Lets go of standard input. */
  done(): Promise<void>;
}

/** No answer is as long as this. */
const LONGEST = 10_000;

export function questionsAt(terminal: Terminal): Questions {
  const chunks = terminal.stdin[Symbol.asyncIterator]();
  let typed = "";
  /** A line without its end; what is not ended was interrupted. */
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
