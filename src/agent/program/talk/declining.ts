/** Questions where nobody can answer: each is answered with no, and said once (P-S34). */
import type { Terminal } from "../../../terminal/terminal.js";
import { beginningOf } from "../../../text/beginning.js";
import { printable } from "../../../text/escape.js";
import { shellWord } from "../../../text/shell.js";
import { cutTo } from "../../../text/width.js";
import { type Change, type Daemon, DaemonError, type Interrogative } from "../../wire/client/index.js";
import { complain } from "../common/complain.js";

/** Columns of a question that are shown. */
const SHOWN = 200;

export class Declining {
  readonly #terminal: Pick<Terminal, "stderr">;
  readonly #client: Pick<Daemon, "respond">;
  readonly #said = new Set<string>();

  constructor(terminal: Pick<Terminal, "stderr">, client: Pick<Daemon, "respond">) {
    this.#terminal = terminal;
    this.#client = client;
  }

  async take(change: Change, signal: AbortSignal): Promise<void> {
    if (change.kind === "snapshot")
      for (const question of change.snapshot.interrogatives) await this.#no(question, signal);
    if (change.kind === "record" && change.record.kind === "interrogative_opened")
      await this.#no(change.record.interrogative, signal);
  }

  async #no({ id, kind, text, tool, always }: Interrogative, signal: AbortSignal): Promise<void> {
    if (!this.#said.has(id)) {
      const shown = cutTo(printable(firstOf(text.trim().slice(0, 4 * SHOWN))), SHOWN);
      const asked =
        kind === "permission" ? `${printable(beginningOf(tool ?? "a tool", SHOWN))} may not run` : "no answer to";
      await complain(this.#terminal, `nobody can be asked here: ${asked}: ${shown}${hintFor(always?.rules ?? [])}`);
    }
    this.#said.add(id);
    try {
      await this.#client.respond(id, kind === "permission" ? NO : { kind: "cancel" }, { signal });
    } catch (error) {
      // Somebody else has answered it.
      if (!(error instanceof DaemonError && error.code === "interrogative_not_open")) throw error;
    }
  }
}

/** The first line; where that introduces what follows, the next one behind it. */
function firstOf(text: string): string {
  const lines = text.split("\n");
  const end = lines.findIndex((line) => !line.endsWith(":"));
  return lines.slice(0, end + 1).join(" ") || (lines[0] ?? "");
}

/** The options that allow the call in another run; none that a person cannot read and copy. */
function hintFor(rules: readonly string[]): string {
  const options = rules.map((rule) => `--allow ${shellWord(rule)}`).join(" ");
  const isPlain = options !== "" && options.length <= SHOWN && rules.every((rule) => printable(rule) === rule);
  return isPlain ? `; \`${options}\` allows it` : "";
}

const NO = { kind: "permission_answer", granted: false } as const;
