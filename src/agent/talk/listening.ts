/** What a session tells: printed as it comes, and remembered for those who speak to it. */
import { PATIENCE } from "../program/client.js";
import { complain } from "../program/complain.js";
import type { Change, TurnFinished } from "../wire/client/index.js";
import { sayEarlier } from "./earlier.js";
import { EchoNotice } from "./echo.js";
import { sayPart, wholeText } from "./long-answer.js";
import { whyFailed, whyShort } from "./next-step.js";
import { ServerNews } from "./server-news.js";
import type { Speaking } from "./speaking.js";
import { Talk } from "./talk.js";
import { ToolTalk } from "./tool-talk.js";

/** Resolves when the session stops, and at the end of the conversation. Rejects as the client does. */
export async function listen({ terminal, session, heard, asking, cancelling, ending }: Speaking): Promise<void> {
  const { client, paths } = session;
  const talk = new Talk(terminal, { whole: (item) => wholeText(paths, item), isAlone: false });
  const tools = new ToolTalk(terminal);
  const servers = new ServerNews(terminal, client);
  const echo = new EchoNotice(terminal);
  const take = async (change: Change): Promise<void> => {
    if (!heard.isListening && change.kind === "snapshot")
      await echo.of(await sayEarlier(terminal, paths, change.snapshot.history_total_items));
    heard.hasText ||= saysText(change);
    const long = await talk.take(change);
    if (long !== undefined) await complain(terminal, sayPart(paths, long));
    await echo.in(change);
    await tools.take(change);
    await servers.take(change, ending.signal);
    if (change.kind === "record" && change.record.kind === "session_stopping") heard.isStopped = true;
    for (const { promptId, finished } of heard.watch.take(change)) {
      heard.ended.add(promptId);
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
