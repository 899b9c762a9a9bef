/** What a session tells: printed as it comes, and remembered for those who speak to it. */
import type { HistoryItem, LogEntry, MissingServer } from "../../../generated/protocol/types.js";
import { print, type Terminal } from "../../../terminal/terminal.js";
import { beginningOf } from "../../../text/beginning.js";
import { harmless } from "../../../text/escape.js";
import { FileError } from "../../machine/interfaces/files.js";
import { missingMessage } from "../../session/mcp/missing.js";
import { entriesFromEnd } from "../../session/store/from-end.js";
import type { SessionPaths } from "../../session/store/paths.js";
import { type Change, ClientError, type Daemon, type DaemonState, type TurnFinished } from "../../wire/client/index.js";
import { PATIENCE } from "../common/client.js";
import { complain } from "../common/complain.js";
import { machine } from "../common/machine.js";
import { sayCompaction } from "./compaction.js";
import { EchoNotice } from "./echo.js";
import { sayPart, wholeText } from "./long-answer.js";
import { whyFailed, whyShort } from "./next-step.js";
import type { Speaking } from "./speaking.js";
import { Talk } from "./talk.js";
import { ToolTalk } from "./tool-lines.js";
import { WaitLines } from "./wait-lines.js";

/** Resolves when the session stops, and at the end of the conversation. Rejects as the client does. */
export async function listen({
  terminal,
  session,
  heard,
  asking,
  prompts,
  cancelling,
  ending,
  clock,
  history,
}: Speaking): Promise<void> {
  const { client, paths } = session;
  const talk = new Talk(terminal, { whole: (item) => wholeText(paths, item), isAlone: false });
  const tools = new ToolTalk(terminal);
  const servers = new ServerNews(terminal, client);
  const echo = new EchoNotice(terminal);
  const waits = new WaitLines(terminal, clock);
  const take = async (change: Change): Promise<void> => {
    if (!heard.isListening && change.kind === "snapshot")
      await echo.of(await sayEarlier(terminal, paths, change.snapshot.history_total_items));
    if (change.kind === "item" && change.item.kind === "user_message") {
      const { prompt_id, text = "", elided } = change.item;
      if (!prompts.isOwn(prompt_id)) await print(terminal.stderr, shown(change.item));
      else if (elided === undefined) await history?.add(text);
    }
    heard.hasText ||= saysText(change);
    const long = await talk.take(change);
    if (long !== undefined) await complain(terminal, sayPart(paths, long));
    await echo.in(change);
    await tools.take(change);
    await waits.take(change);
    await sayCompaction(terminal, change);
    heard.status.take(change);
    await servers.take(change, ending.signal);
    if (change.kind === "record" && change.record.kind === "session_stopping") heard.isStopped = true;
    for (const { promptId, finished } of heard.watch.take(change)) {
      heard.ended.add(promptId);
      if (finished?.outcome === "failed") heard.failed += 1;
      cancelling.turnEnded();
      const message = finished === undefined ? undefined : endOf(finished, heard.hasText);
      heard.hasText = false;
      if (message !== undefined) await complain(terminal, message);
    }
    await asking.take(change);
    // Nobody reads the answers any more.
    if (terminal.stdout.isLost === true) ending.leave(0);
    heard.isListening = true;
    heard.tell();
  };
  await client.follow({ from: "now", patience: PATIENCE, signal: ending.signal, apply: take });
}

/** What is said of the end of a turn; undefined for one that has answered. */
function endOf({ error, outcome, finish }: TurnFinished, hasText: boolean): string | undefined {
  if (error !== undefined) return whyFailed(error);
  if (outcome === "cancelled") return "the turn was cancelled";
  return outcome === "completed" ? whyShort(finish, hasText) : undefined;
}

function saysText(change: Change): boolean {
  if (change.kind === "item") return change.item.kind === "assistant_message";
  if (change.kind === "snapshot") return change.snapshot.open_items.some(({ kind }) => kind === "assistant_message");
  return change.record.kind === "item_started" && change.record.item_kind === "assistant_message";
}

/** Messages that are shown, and characters of each. */
const MOST = 10;
const LONGEST = 2000;

/** Bytes of the log that are searched for them. */
const BYTES = 16_777_216;

/**
 * Prints the last messages of a session on standard error, as standard output is for answers, and returns them. They come from the end of its
 * log: a long history is not read. `total`: items of the history that is meant; later ones are still to come.
 */
export async function sayEarlier(
  { stderr }: Pick<Terminal, "stderr">,
  { log }: SessionPaths,
  total: number,
): Promise<readonly HistoryItem[]> {
  const last = await lastMessages(log, total);
  const before = last[0]?.index ?? 0;
  const more = before === 0 ? "" : `… ${before} ${before === 1 ? "item" : "items"} before these\n`;
  await print(stderr, `${more}${last.map(shown).join("")}`);
  return last;
}

async function lastMessages(directory: string, total: number): Promise<readonly HistoryItem[]> {
  const last: HistoryItem[] = [];
  try {
    for await (const entry of entriesFromEnd({ files: machine.files, directory, most: BYTES })) {
      const item = messageIn(entry);
      if (item !== undefined && item.index < total) last.unshift(item);
      if (last.length === MOST || item?.index === 0) break;
    }
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
  }
  return last;
}

function messageIn(entry: LogEntry): HistoryItem | undefined {
  const item = entry.t === "item" || entry.t === "prompt" ? entry.item : undefined;
  const isFailure = item?.kind === "notice" && item.error !== undefined;
  return isFailure || item?.kind === "user_message" || item?.kind === "assistant_message" ? item : undefined;
}

function shown({ kind, text = "", elided, partial, attachments = [], error }: HistoryItem): string {
  // As it was said when the turn ended.
  if (error !== undefined) return `agent: ${harmless(whyFailed(error))}\n`;
  const isCut = text.length > LONGEST || elided !== undefined || partial === true;
  const part = harmless(beginningOf(text, LONGEST)).trimEnd();
  const more = attachments.length === 0 ? "" : `(attachments: ${attachments.length})`;
  const whole = [`${part}${isCut ? "…" : ""}`, more].filter((one) => one !== "").join(" ");
  // Each line of a prompt is marked, so that it cannot pass for an answer.
  return kind === "user_message" ? whole.replace(/^/gm, "> ").concat("\n") : `${whole}\n`;
}

type Servers = DaemonState["mcp_servers"];

/**
 * Tool servers that cannot be used, on standard error: once when the conversation has begun and none is connecting any more, and where a turn
 * begins without others.
 */
class ServerNews {
  readonly #terminal: Pick<Terminal, "stderr">;
  readonly #client: Pick<Daemon, "catalog">;
  #isSettled = false;
  /** Servers that were named. */
  readonly #named = new Set<string>();

  constructor(terminal: Pick<Terminal, "stderr">, client: Pick<Daemon, "catalog">) {
    [this.#terminal, this.#client] = [terminal, client];
  }

  async take(change: Change, signal: AbortSignal): Promise<void> {
    if (change.kind === "item") return this.#say(change.item.tools?.missing ?? []);
    const isNews = change.kind === "snapshot" || change.record.kind === "daemon_catalog_changed";
    if (!isNews || this.#isSettled) return;
    const servers = await this.#servers(signal);
    if (servers === undefined || servers.some(({ state }) => state === "connecting")) return;
    this.#isSettled = true;
    const broken = servers.filter(({ state }) => state !== "connected" && state !== "disabled");
    await this.#say(
      broken.flatMap(({ name: server, problem }) => (problem === undefined ? [] : [{ server, problem }])),
    );
  }

  /** Undefined when the daemon does not say: the conversation hears of its end by itself. */
  async #servers(signal: AbortSignal): Promise<Servers | undefined> {
    try {
      return (await this.#client.catalog({ signal })).mcp_servers;
    } catch (error) {
      if (signal.aborted || error instanceof ClientError) return undefined;
      throw error;
    }
  }

  async #say(missing: readonly MissingServer[]): Promise<void> {
    const unknown = missing.filter(({ server }) => !this.#named.has(server));
    if (unknown.length === 0) return;
    for (const { server } of unknown) this.#named.add(server);
    await complain(this.#terminal, missingMessage(unknown));
  }
}
