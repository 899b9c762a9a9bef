/**
 * The subagents of a session (spec 2.1, P-S82): each does one task by the loop of a turn, with a history of its own in memory. It ends before the turn
 * that it works for, whatever that turn ends by.
 */
import { limits } from "../../../../generated/protocol/tables.js";
import type { Finish } from "../../../../generated/protocol/types.js";
import { quote } from "../../../../text/quote.js";
import { Sizes } from "../../compaction/size.js";
import type { RetryListener } from "../../model/retry/patience.js";
import type { RequestWatch, Watchdog } from "../../model/watchdog.js";
import type { Delegate, ToolResult } from "../../tools/tool.js";
import { Concessions } from "../concessions.js";
import { conversationOf } from "../conversation.js";
import { type LoopEnd, runLoop } from "../loop.js";
import { hearingOf } from "../retelling.js";
import { type Equipment, newItem, type Turn } from "../turn.js";
import { Memory } from "./memory.js";
import { Places } from "./places.js";

export class Subagents {
  readonly #watchdog: Watchdog;
  readonly #places = new Places(limits.subagents);

  constructor(watchdog: Watchdog) {
    this.#watchdog = watchdog;
  }

  /** Delegates the tasks of a turn. */
  for(turn: Turn): Delegate {
    return async (name, task, signal) => {
      const equipment = turn.ofSubagent(name);
      if (equipment === undefined) return failed(`no subagent is called ${quote(name)}`);
      const leave = await this.#places.take(signal);
      if (leave === undefined) return failed("not run: the turn was cancelled");
      try {
        return await this.#work({ name, task, equipment, signal }, turn);
      } finally {
        leave();
      }
    };
  }

  async #work(work: Work, parent: Turn): Promise<ToolResult> {
    const { name, task, equipment, signal } = work;
    const { target } = equipment;
    if ("error" in target) return failed(`not run: ${target.error.message}`);
    const memory = new Memory(parent.session, name);
    const { delegate: _, ...rest } = parent;
    const turn: Turn = {
      ...{ ...rest, ...equipment, subagent: name, signal, correlation: undefined },
      session: { ...parent.session, journal: memory, store: memory },
      attribution: { ...parent.attribution, model: target.found.model },
      ...{ concessions: new Concessions(), sizes: new Sizes() },
      asking: { ...parent.asking, signal, listener: naming(name, parent), watch: this.#watch(name, parent) },
      settled: async () => {},
    };
    const text = turn.scrubber.scrub(task.toWellFormed());
    await memory.commit({ items: [{ ...newItem("user_message", turn), text }] });
    const ended = await runLoop(turn);
    const { messages } = await conversationOf(memory, hearingOf(target.found, turn.concessions.of(target.found)));
    const said = {
      text: messages.findLast(({ role, text: own }) => role === "assistant" && own.trim() !== "")?.text ?? "",
      isLast: messages.at(-1)?.role === "assistant",
    };
    if (ended.failure !== undefined && !ended.isCancelled) {
      const about = { promptId: parent.promptId, subagent: name, model: target.found.model };
      parent.session.report.subagentFailed({ ...about, ...ended.failure });
    }
    const { deniedCalls } = memory;
    return { ...resultOf(said, ended, deniedCalls), ...(deniedCalls > 0 && { deniedCalls }), usage: ended.said.usage };
  }

  #watch(subagent: string, { session, promptId }: Turn): RequestWatch {
    return {
      begins: (stalls) =>
        this.#watchdog.begins((quiet) => {
          session.report.stalled({ promptId, subagent, quiet });
          stalls(quiet);
        }),
    };
  }
}

interface Work {
  readonly name: string;
  readonly task: string;
  readonly equipment: Equipment;
  readonly signal: AbortSignal;
}

/** The waits of a subagent are those of its turn, and say whose they are. */
function naming(name: string, { asking: { listener } }: Turn): RetryListener {
  const named = <Said extends { readonly why: string }>(wait: Said): Said => {
    return { ...wait, why: `${wait.why}, in the subagent ${quote(name)}` };
  };
  return {
    failed: (...failure) => listener.failed(...failure),
    waits: (wait) => listener.waits(named(wait)),
    agrees: (wait, signal) => listener.agrees(named(wait), signal),
  };
}

/** `isLast`: whether neither a call nor an answer without words follows them. */
interface LastWords {
  readonly text: string;
  readonly isLast: boolean;
}

/** The last words, and a line for each thing that did not go well. */
function resultOf(
  { text, isLast }: LastWords,
  { said, failure, isCancelled }: LoopEnd,
  deniedCalls: number,
): ToolResult {
  const { finish } = said;
  const end = isCancelled
    ? "it was ended with the turn"
    : failure === undefined
      ? ENDS[finish ?? "stop"]
      : `it failed: ${failure.error.message}`;
  const isSilent = !(isLast && text !== "") && end === undefined;
  const remarks = [
    ...(isSilent ? ["it ended without a word"] : []),
    ...(end === undefined ? [] : [end]),
    ...(deniedCalls === 0
      ? []
      : [deniedCalls === 1 ? "a call of it was not allowed" : `${deniedCalls} calls of it were not allowed`]),
  ];
  const lines = remarks.map((remark) => `[${remark}]`);
  return { text: [...(text === "" ? [] : [text]), ...lines].join("\n"), isError: isSilent || end !== undefined };
}

/** Ends that leave its work unfinished. */
const ENDS: Readonly<Record<Finish, string | undefined>> = {
  stop: undefined,
  tool_calls: undefined,
  unknown: undefined,
  length: "its answer was cut off: it was too long",
  content_filter: "its provider cut its answer off",
  max_tool_turns: "it was ended: it took too many rounds of tools",
  max_turns: "it was ended: it gave as many answers as `--max-turns` allows",
};

function failed(text: string): ToolResult {
  return { text, isError: true };
}
