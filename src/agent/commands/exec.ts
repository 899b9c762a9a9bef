/** `agent exec`: a session for one prompt. */
import { command } from "../../cli/command.js";
import { print, type Terminal } from "../../cli/terminal/terminal.js";
import { DaemonError } from "../../client/daemon.js";
import { follow } from "../../client/follow.js";
import type { TurnFinished } from "../../generated/protocol/types.js";
import { ConnectError } from "../../ports/connect.js";
import { onStopSignal } from "../../ports/signals.js";
import { complain } from "../complain.js";
import { machine } from "../machine.js";
import { newSessionId } from "../new-session.js";
import { START, type StartFlags } from "../options.js";
import { type StartedSession, startSession } from "../starting.js";
import { answerOf, Talk } from "../talk.js";

interface ExecFlags extends StartFlags {
  readonly model?: string;
  readonly format: "text" | "json";
}

export const exec = command<ExecFlags>({
  examples: [
    { line: 'agent exec "what is in this directory?"', describe: "one prompt, one answer" },
    { line: 'agent exec --model default_model:mini "…"', describe: "of another model" },
  ],
  arguments: [{ name: "<text>", describe: "the prompt" }],
  options: [
    { flags: "--model <model>", describe: "the model that answers (default: that of `defaults.full`)" },
    { flags: "--format <format>", describe: "how the answer is written", choices: ["text", "json"], default: "text" },
    ...START,
  ],
  more: `
The answer goes to standard output as it comes. It exits with 1 when the turn does not complete. The session stays, and can be
continued.`,
  run: async (terminal, [text = ""], flags) => {
    const started = await startSession(terminal, newSessionId(machine), { ...flags, resume: false });
    if (typeof started === "number") return started;
    const ending = new AbortController();
    const forget = onStopSignal(() => ending.abort());
    try {
      return await ask(terminal, started, text, flags, ending.signal);
    } catch (error) {
      if (!(error instanceof DaemonError || error instanceof ConnectError)) throw error;
      await complain(terminal, `the daemon does not answer as it should: ${error.message}`);
      return 1;
    } finally {
      forget();
      await started.client.call("terminate", { body: {} }).catch(() => {});
    }
  },
});

async function ask(
  terminal: Terminal,
  { client, ready }: StartedSession,
  content: string,
  { model, format }: ExecFlags,
  signal: AbortSignal,
): Promise<number> {
  const nobody = { write: (_: string, done?: () => void) => done?.() };
  const talk = new Talk(format === "text" ? terminal.stdout : nobody);
  let promptId: string | undefined;
  let end: TurnFinished | undefined;
  for await (const followed of follow(client, machine.clock, signal)) {
    if (followed.kind === "snapshot" && promptId === undefined)
      promptId = (await client.call("prompt", { body: { content, ...(model === undefined ? {} : { model }) } }))
        .prompt_id;
    end = await talk.take(followed);
    if (end !== undefined) break;
  }
  await talk.endLine();
  if (format === "json") {
    const answer = promptId === undefined ? "" : await answerOf(client, promptId);
    const { outcome = "interrupted", error, usage } = end ?? {};
    const said = { session_id: ready.session_id, prompt_id: promptId, outcome, answer, usage, error };
    await print(terminal.stdout, `${JSON.stringify(said)}\n`);
  }
  if (end?.error !== undefined) await complain(terminal, `${end.error.message} (${end.error.code})`);
  return end?.outcome === "completed" ? 0 : 1;
}
