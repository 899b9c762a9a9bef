/** `agent exec`: a session for one prompt. */
import { command } from "../../cli/command.js";
import { print, type Terminal } from "../../cli/terminal/terminal.js";
import { follow } from "../../client/follow.js";
import { answerOf } from "../../client/history.js";
import { type EndedTurn, TurnWatch } from "../../client/turns.js";
import { onStopSignal } from "../../ports/signals.js";
import { escapedInQuotes } from "../../text/escape.js";
import { complain } from "../complain.js";
import { promptOf } from "../input.js";
import { machine } from "../machine.js";
import { newSessionId } from "../new-session.js";
import { START, type StartFlags } from "../options.js";
import { called, longAnswer } from "../refusal.js";
import { type StartedSession, startSession } from "../starting.js";
import { stopDaemon } from "../stopping.js";
import { Talk } from "../talk.js";

interface ExecFlags extends StartFlags {
  readonly model?: string;
  readonly format: "text" | "json";
}

export const exec = command<ExecFlags>({
  examples: [
    { line: 'agent exec "what is in this directory?"', describe: "one prompt, one answer" },
    { line: 'agent exec --model default_model:mini "…"', describe: "of another model" },
    { line: "git diff | agent exec -", describe: "the prompt comes on standard input" },
  ],
  arguments: [{ name: "<text>", describe: "the prompt; - for standard input" }],
  options: [
    { flags: "--model <model>", describe: "the model that answers (default: that of `defaults.full`)" },
    { flags: "--format <format>", describe: "how the answer is written", choices: ["text", "json"], default: "text" },
    ...START,
  ],
  more: `
The answer goes to standard output as it comes. It exits with 1 when the turn does not complete, and with 130 when you interrupt
it. The session stays, and can be continued.`,
  run: async (terminal, [text = ""], flags) => {
    const content = await promptOf(terminal, text);
    // From here on nobody else stops the daemon.
    const ending = new AbortController();
    let interrupted: number | undefined;
    const forget = onStopSignal((exitCode) => {
      interrupted ??= exitCode;
      ending.abort();
    });
    try {
      const started = await startSession(terminal, newSessionId(machine), { ...flags, resume: false });
      if (typeof started === "number") return started;
      const code = await called(terminal, () => ask(terminal, started, content, flags, ending.signal));
      await stopDaemon(started.client, started.paths.lock).catch(() => false);
      return interrupted ?? code;
    } finally {
      forget();
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
  const watch = new TurnWatch();
  let promptId: string | undefined;
  let ended: EndedTurn | undefined;
  for await (const followed of follow(client, machine.clock, signal)) {
    promptId ??= (await client.call("prompt", { body: { content, ...(model === undefined ? {} : { model }) } }))
      .prompt_id;
    const long = await talk.take(followed);
    if (long !== undefined) await complain(terminal, longAnswer(long));
    ended = watch.take(followed).find((turn) => turn.promptId === promptId);
    if (ended !== undefined) break;
  }
  await talk.endLine();
  const { outcome, error, usage } = ended?.finished ?? { outcome: undefined };
  if (format === "json") {
    const answer = promptId === undefined ? "" : await answerOf(client, promptId);
    const said = {
      session_id: ready.session_id,
      prompt_id: promptId,
      outcome: outcome ?? "interrupted",
      answer,
      usage,
      error,
    };
    await print(terminal.stdout, `${escapedInQuotes(JSON.stringify(said))}\n`);
  }
  if (outcome === undefined && !signal.aborted) await complain(terminal, "nobody said how the turn ended");
  if (error !== undefined) await complain(terminal, `${error.message} (${error.code})`);
  return outcome === "completed" ? 0 : 1;
}
