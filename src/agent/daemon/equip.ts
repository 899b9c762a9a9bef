/** What a turn works with, from the configuration in use, the prompts beside it, and what clients have chosen. Reads all of it when a turn begins. */

import { limits } from "../../generated/protocol/tables.js";
import type { PermissionMonitor } from "../../generated/protocol/types.js";
import type { Clock } from "../ports/clock.js";
import type { Connect } from "../ports/connect.js";
import type { Log } from "../ports/log.js";
import { isOfServer } from "../run/mcp/names.js";
import { resolveModel } from "../run/model/resolve.js";
import { beginningFacet, type ChosenFacet, facetFor } from "../run/prompts/choose.js";
import type { Facet, Prompts } from "../run/prompts/prompt.js";
import { systemPrompt } from "../run/prompts/system-prompt.js";
import type { Tool } from "../run/tools/tool.js";
import { Toolbox } from "../run/tools/toolbox.js";
import { classify } from "../run/turn/classify.js";
import type { Monitor, Wish } from "../run/turn/permission.js";
import type { Prompt } from "../run/turn/prompt.js";
import type { Equipment, TurnTools } from "../run/turn/turn.js";
import type { Choice, Chosen } from "./choice.js";
import type { ConfigurationInUse, InUse } from "./configuration.js";
import type { WorksWith } from "./next-turn.js";

export interface EquipParts {
  readonly configuration: ConfigurationInUse;
  readonly choice: Choice;
  readonly clock: Clock;
  readonly connect: Connect;
  readonly log: Log;
  /** The prompts of now. */
  readonly prompts: () => Promise<Prompts>;
  /** The tools of now. */
  readonly tools: (inUse: InUse) => readonly Tool[];
  /** Waits for tool servers; resolves with those that are missing then. */
  readonly ready: TurnTools["ready"];
  /** Why a person has to be asked about a call in every case. */
  readonly alarm: (inUse: InUse, wish: Wish) => string | undefined;
  /** The words of the last prompt, for the model that judges calls. */
  readonly heard: { lastPrompt: string };
  readonly begins: Begins;
  /** Limits of this daemon that the log has been told of. */
  readonly said: Set<string>;
}

/** Which facet a session begins with (P-S78). */
export interface Begins {
  readonly flag: string | undefined;
  readonly isExec: boolean;
}

/** Reads everything anew, so that a turn has the files as they are when it begins. */
export async function equip(parts: EquipParts, wanted: Prompt): Promise<Equipment> {
  const { configuration, choice } = parts;
  await configuration.look();
  const { inUse } = configuration;
  const { config, beside } = inUse;
  const prompts = await parts.prompts();
  sayLimits(parts, inUse);
  const facet = facetOf(parts, prompts, [wanted.facet, choice.chosen.facet], (message) =>
    parts.log.say("warn", `${message}; another facet is used`),
  );
  const model = wanted.model ?? choice.chosen.model ?? facet?.model ?? undefined;
  const { max_tool_turns: most = 0 } = config.daemon;
  parts.heard.lastPrompt = wanted.content ?? parts.heard.lastPrompt;
  return {
    target: resolveModel(config, model, beside),
    facet: facet?.name ?? null,
    ...(facet === undefined ? {} : { system: systemPrompt({ facet, instructions: prompts.instructions }) }),
    tools: toolsOf(parts, inUse, facet),
    monitor: monitorOf(parts, inUse),
    toolTurns: most === 0 ? limits.toolTurns : most,
  };
}

/** The tools of a facet, which may name some; without one of a server among them, no server is waited for. */
function toolsOf({ tools, ready }: EquipParts, inUse: InUse, facet: Facet | undefined): TurnTools {
  const names = facet?.tools ?? undefined;
  return {
    ready: async (signal) => (names?.some(isOfServer) === false ? [] : ready(signal)),
    now: () => new Toolbox(tools(inUse).filter(({ name }) => names?.includes(name) ?? true)),
  };
}

/** The model and the facet of a turn whose prompt names neither. */
export function unasked(
  { configuration, begins }: Pick<EquipParts, "configuration" | "begins">,
  chosen: Chosen,
  prompts: Prompts,
): WorksWith {
  const facet = facetOf({ configuration, begins }, prompts, [chosen.facet]);
  return { model: modelOf(configuration, chosen.model ?? facet?.model ?? undefined), facet: facet?.name ?? null };
}

/** The model that a name means, which may be that of a slot or hold an effort; null where a turn would fail. */
export function modelOf({ inUse: { config, beside } }: ConfigurationInUse, name: string | undefined): string | null {
  const target = resolveModel(config, name, beside);
  return "found" in target ? target.found.model : null;
}

/** The facet that the configuration and the flags begin a session with. */
export function firstFacet({ inUse }: ConfigurationInUse, prompts: Prompts, { flag, isExec }: Begins): ChosenFacet {
  return beginningFacet(prompts, { flag, isExec, session: inUse.config.active_session });
}

export function monitorIn({ config }: InUse): PermissionMonitor {
  return config.default_permission_matcher ?? "standard";
}

/** Values that somebody has set and that are another one here, each said once (P-S77, P-S83). */
function sayLimits({ log, said }: EquipParts, { config }: InUse): void {
  const say = (text: string, path: string): void => {
    if (said.has(path)) return;
    said.add(path);
    log.say("info", text, { path });
  };
  if (config.default_permission_matcher === "standard")
    say("no file of rules is read: each call is asked about", "default_permission_matcher");
  if (config.default_permission_matcher === "bypass_plus")
    say("no file of rules is read: this is `bypass`", "default_permission_matcher");
  for (const [name, { tool_loading: loading }] of Object.entries(config.models ?? {}))
    if (loading === "native_deferred") say("all tools are offered from the first turn", `models.${name}.tool_loading`);
}

/** The first of these that is there, else the one that a session begins with. `warn` hears why one is passed over. */
function facetOf(
  { configuration, begins }: Pick<EquipParts, "configuration" | "begins">,
  prompts: Prompts,
  names: readonly (string | undefined)[],
  warn: (message: string) => void = () => {},
): Facet | undefined {
  for (const name of names) {
    if (name === undefined) continue;
    const found = facetFor(prompts, name);
    if (found.kind === "found") return found.facet;
    warn(found.message);
  }
  const first = firstFacet(configuration, prompts, begins);
  return first.kind === "found" ? first.facet : undefined;
}

function monitorOf({ choice, configuration, clock, connect, alarm, heard }: EquipParts, inUse: InUse): Monitor {
  const { config, beside } = inUse;
  const {
    classifier_model: model,
    classifier_rules: rules,
    max_consecutive_denials: mostDenials,
  } = config.autonomous_permission_matcher ?? {};
  return {
    kind: choice.monitor ?? monitorIn(inUse),
    mostDenials: mostDenials ?? 3,
    alarm: (wish) => alarm(inUse, wish),
    classify: (wish, signal) => {
      const target = resolveModel(config, model ?? "default_model:mini", beside);
      const { scrubber } = configuration;
      return classify(
        { target, rules: rules ?? undefined, prompt: heard.lastPrompt, scrubber, clock, connect },
        wish,
        signal,
      );
    },
  };
}
