/** The calls of tools as they come, on standard error: standard output is for answers. */
import { print, type Terminal } from "../../terminal/terminal.js";
import type { Change, HistoryItem } from "../wire/client/index.js";
import { callLine, resultLines } from "./tool-lines.js";

/** Its call is a question that is shown as such. */
const ASKS = "ask_user";

export class ToolTalk {
  readonly #terminal: Pick<Terminal, "stderr">;
  /** The lines of calls without a result. */
  readonly #calls = new Map<string, string>();
  /** The call whose line stands above; the result of another one names its own. */
  #above: string | undefined;

  constructor(terminal: Pick<Terminal, "stderr">) {
    this.#terminal = terminal;
  }

  async take(change: Change): Promise<void> {
    const isOver = change.kind === "record" && change.record.kind === "turn_finished";
    if (isOver || change.kind === "snapshot") this.#calls.clear();
    const text = change.kind === "item" ? this.#textOf(change.item) : "";
    await print(this.#terminal.stderr, text);
  }

  #textOf(item: HistoryItem): string {
    const { kind, tool } = item;
    if (tool === undefined || tool.name === ASKS) return "";
    const { call_id: id } = tool;
    if (kind === "tool_call") {
      const line = callLine(item, this.#terminal.stderr);
      this.#calls.set(id, line);
      this.#above = id;
      return `${line}\n`;
    }
    if (kind !== "tool_result") return "";
    const line = this.#calls.get(id);
    const heading = this.#above === id || line === undefined ? "" : `${line}\n`;
    this.#calls.delete(id);
    this.#above = undefined;
    return `${heading}${resultLines(item, this.#terminal.stderr)}`;
  }
}
