/** Configurations as a person writes them, loaded as the daemon loads them, and models asked through real connections. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { nodeClock } from "../../src/agent/machine/interfaces/clock.js";
import { nodeConnect } from "../../src/agent/machine/node/connect.js";
import { type AskOptions, ask } from "../../src/agent/session/model/ask.js";
import type { Beside } from "../../src/agent/session/model/beside.js";
import type { Conversation, ModelEvent } from "../../src/agent/session/model/event.js";
import { ModelFailure } from "../../src/agent/session/model/failure.js";
import { resolveModel } from "../../src/agent/session/model/resolve.js";
import type { ModelTarget } from "../../src/agent/session/model/target.js";
import type { TurnError } from "../../src/generated/protocol/types.js";
import { type Catalog, type EffectiveConfig, load } from "../../src/index.js";

export interface Loading {
  readonly env?: Readonly<Record<string, string>>;
  readonly catalog?: Catalog;
}

/** Loads a global file with this text; throws what `load` says where it refuses. */
export async function configOf(text: string, { env = {}, catalog }: Loading = {}): Promise<EffectiveConfig> {
  const directory = mkdtempSync(join(tmpdir(), "agentcfg-model-"));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const file = join(directory, "config.yaml");
  writeFileSync(file, text);
  const result = await load({
    cwd: directory,
    globalFile: file,
    projectFile: false,
    env: { HOME: directory, ...env },
    ...(catalog === undefined ? {} : { catalog }),
  });
  if (!result.ok) throw new Error(result.diagnostics.map(({ message }) => message).join("\n"));
  return result.config;
}

export const ONCE = "retry: { max_retries: 0 }";

/**
 * A configuration of one provider and one model `m`; further lines of both and of `daemon`, as flow mappings without braces. The model is asked once:
 * a failed request is not made again.
 */
export const single = (url: string, provider = "", model = "", daemon = ""): string => `version: 3
defaults: { full: m }
daemon: { ${ONCE}${daemon && `, ${daemon}`} }
providers:
  lab: { kind: { type: custom_beta_compatible }, url: "${url}"${provider && `, ${provider}`} }
models:
  m: { provider: lab, class: full, context_window: 60000${model && `, ${model}`} }
`;

/** The target; throws where there is none. */
export function targetIn(config: EffectiveConfig, name?: string, beside?: Beside): ModelTarget {
  const result = resolveModel(config, name, beside);
  if ("error" in result) throw new ModelFailure(result.error);
  return result.found;
}

export function errorIn(config: EffectiveConfig, name?: string, beside?: Beside): TurnError | undefined {
  const result = resolveModel(config, name, beside);
  return "error" in result ? result.error : undefined;
}

export const HELLO: Conversation = { messages: [{ role: "user", text: "hello" }] };

export const asking = (more: Partial<AskOptions> = {}): AskOptions => ({
  connect: nodeConnect,
  clock: nodeClock,
  signal: new AbortController().signal,
  ...more,
});

export interface Heard {
  readonly events: readonly ModelEvent[];
  readonly text: string;
  /** What the turn would end with. */
  readonly error?: TurnError;
}

/** Everything that a model says, and how it ended. */
export async function heard(
  target: ModelTarget,
  conversation: Conversation = HELLO,
  more: Partial<AskOptions> = {},
): Promise<Heard> {
  const events: ModelEvent[] = [];
  try {
    for await (const one of ask(target, conversation, asking(more))) events.push(one);
  } catch (error) {
    if (!(error instanceof ModelFailure)) throw error;
    return { events, text: textOf(events), error: error.error };
  }
  return { events, text: textOf(events) };
}

function textOf(events: readonly ModelEvent[]): string {
  return events.map((one) => (one.kind === "text" ? one.text : "")).join("");
}
