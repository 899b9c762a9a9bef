/**
 * What the next turn works with (P-S81): the configuration in use, the prompts beside it, and what clients have chosen. Model and facet that
 * were chosen last over restarts; the monitor does not: a guard that was lowered once is up again. A turn with a model or facet of its own, and
 * a change of the configuration, are followed by a record that says what the next one would work with.
 */
import { limits } from "../../../generated/protocol/tables.js";
import type { PermissionMonitor } from "../../../generated/protocol/types.js";
import { quote } from "../../../text/quote.js";
import { type Found, namedBy } from "../model/reference.js";
import { resolveModel } from "../model/resolve.js";
import type { ModelTarget } from "../model/target.js";
import { EDIT_FORMATS } from "../model/tool-use.js";
import { facetFor } from "../prompts/choose.js";
import type { Prompts, PromptWarning } from "../prompts/prompt.js";
import { promptWith } from "../prompts/skill.js";
import { namedIn } from "../tools/named.js";
import { classify } from "../turn/classify.js";
import type { Monitor } from "../turn/permission.js";
import type { Equipment, Prompt, ToolTurns } from "../turn/turn.js";
import { secretFileAlarm } from "./alarm.js";
import type { InUse } from "./configuration.js";
import type { SessionJournal } from "./journal.js";
import type { Opened } from "./opened.js";
import type { ReadPrompts } from "./prompts.js";
import type { ToolsInUse } from "./tools.js";
import { callOf, rulesOf } from "./wish-rules.js";
import { Work, type Worker } from "./work.js";
import { type Chosen, facetOf, modelOf, monitorIn, type WorksWith, worksWith } from "./works-with.js";

/** What the first turn of an epoch works with. */
interface Beginning {
  readonly prompts: Prompts;
  /** The choices that the log holds. */
  readonly chosen: Chosen;
  /** The last that the log names. */
  readonly named: WorksWith;
}

export class NextTurn {
  readonly #opened: Opened;
  readonly #journal: SessionJournal;
  readonly #tools: ToolsInUse;
  readonly #read: ReadPrompts;
  /** As they were last read. */
  #prompts: Prompts;
  #chosen: Chosen;
  #named: WorksWith;
  #monitor: PermissionMonitor | undefined;
  /** The words of the last prompt, for the model that judges calls; empty before the first. */
  #lastPrompt = "";
  /** Limits of this daemon that the log has been told of. */
  readonly #said = new Set<string>();

  constructor(opened: Opened, journal: SessionJournal, tools: ToolsInUse, read: ReadPrompts, first: Beginning) {
    [this.#opened, this.#journal, this.#tools, this.#read] = [opened, journal, tools, read];
    [this.#prompts, this.#chosen, this.#named] = [first.prompts, first.chosen, first.named];
    journal.onRecord((record) => {
      if (record.kind === "turn_finished") this.announce();
      if (record.kind !== "turn_started" && record.kind !== "session_changed") return;
      const { model = this.#named.model, facet = this.#named.facet } = record;
      this.#named = { model, facet };
    });
  }

  /** The last model and facet that a turn or a client has named. */
  get named(): WorksWith {
    return this.#named;
  }

  /** The prompts of now. */
  async readPrompts(): Promise<Prompts> {
    this.#prompts = await this.#read();
    return this.#prompts;
  }

  /** The problems of the prompts, as they were last read, without those of trust. */
  get promptProblems(): readonly PromptWarning[] {
    return this.#prompts.warnings.filter(({ isUnvouched }) => isUnvouched !== true);
  }

  /** Whether the configuration in use, or a prompt beside it, has this name. */
  async knows(field: "model" | "facet", name: string): Promise<boolean> {
    if (field === "model") return modelOf(this.#opened.configuration.inUse, name) !== null;
    return facetFor(await this.readPrompts(), name).kind === "found";
  }

  /** A prompt that asks for a skill (P-S109); undefined for one that is not there for users. */
  async withSkill(name: string, words: string | undefined): Promise<string | undefined> {
    const skills = (await this.readPrompts()).skills.filter(({ userInvocable }) => userInvocable);
    const named = namedIn(skills, name, "skill");
    return "found" in named ? promptWith(named.found, words) : undefined;
  }

  /** Whether it is another one. Rejects with a `FileError` when the disk does not take it. */
  async choose(field: "model" | "facet", name: string): Promise<boolean> {
    if (this.#chosen[field] === name) return false;
    const change = { [field]: name };
    await this.#journal.commit({
      entries: () => [{ t: "session", ...change }],
      changes: [{ kind: "session_changed", ...change }],
    });
    this.#chosen = { ...this.#chosen, ...change };
    this.announce();
    return true;
  }

  /** Chooses the monitor; returns whether that changed the one in effect. */
  chooseMonitor(monitor: PermissionMonitor): boolean {
    this.#monitor = monitor;
    return this.announceMonitor();
  }

  /** Announces the monitor in effect: the configuration's where no client has chosen one. Returns whether it is another one. */
  announceMonitor(): boolean {
    const permission_monitor = this.#monitor ?? monitorIn(this.#opened.configuration.inUse);
    if (this.#journal.stream.state.permissionMonitor === permission_monitor) return false;
    this.#journal.publish({ kind: "session_changed", permission_monitor });
    return true;
  }

  /** Announces model and facet, unless a turn runs, an input waits that may name others, no turn follows, or it is said already. */
  announce(): void {
    const { turn, queue } = this.#journal.stream.state;
    if (this.#journal.isBusy || turn.state === "stopping" || queue.items.length > 0) return;
    const { options, configuration } = this.#opened;
    const { inUse } = configuration;
    const { model, facet } = worksWith({ inUse, prompts: this.#prompts, options }, this.#chosen);
    const isMeant = model !== null && turn.model !== null && model === modelOf(inUse, turn.model);
    if ((isMeant || model === turn.model) && facet === turn.facet) return;
    const named = this.#named;
    this.#journal.publish({ kind: "session_changed", model, facet });
    this.#named = named;
  }

  /** The equipment of a turn that begins. Everything is read anew, so that it has the files as they are now. */
  async equip(prompt: Prompt): Promise<Equipment> {
    const { options, configuration, host } = this.#opened;
    await configuration.look();
    const { inUse } = configuration;
    const { config, beside } = inUse;
    const prompts = await this.readPrompts();
    this.#sayLimits(inUse);
    const facet = facetOf({ inUse, prompts, options }, [prompt.facet, this.#chosen.facet], (message) =>
      host.log.say("warn", `${message}; another facet is used`),
    );
    const wanted = prompt.model ?? this.#chosen.model;
    const model = wanted ?? facet?.model ?? undefined;
    const { max_tool_turns: most = 0, compaction_max_retries: retries = limits.compactionRetries } = config.daemon;
    this.#lastPrompt = prompt.content ?? this.#lastPrompt;
    const resolved = resolveModel(config, model, beside);
    const target =
      wanted === undefined && typeof facet?.model === "string"
        ? namedBy(resolved, `the facet ${quote(facet.name)}`)
        : resolved;
    const basis = { opened: this.#opened, tools: this.#tools, inUse, prompts };
    const workers = facet === undefined ? [] : [facet];
    const shared = {
      summariser: { target: resolveModel(config, "default_model:mini", beside), retries },
      facet: facet?.name ?? null,
      toolTurns: toolTurnsOf(most === 0 ? limits.toolTurns : most, options.maxTurns),
    };
    const equipmentOf = (
      asked: Found<ModelTarget>,
      workers: readonly Worker[],
      ofSubagent: Equipment["ofSubagent"],
    ): Equipment => {
      const work = new Work(basis, workers, "found" in asked ? asked.found.tools : undefined);
      const own = { target: asked, tools: work.tools, monitor: this.#monitorOf(inUse, work), ofSubagent };
      return { ...shared, ...own, ...(work.system === undefined ? {} : { system: work.system }) };
    };
    return equipmentOf(target, workers, (name) => {
      const subagent = prompts.subagents.find((one) => one.name === name);
      if (subagent === undefined) return undefined;
      const pinned = subagent.model === null ? undefined : resolveModel(config, subagent.model, beside);
      const asked = pinned === undefined ? target : namedBy(pinned, `the subagent ${quote(name)}`);
      return equipmentOf(asked, [...workers, subagent], () => undefined);
    });
  }

  #monitorOf(inUse: InUse, work: Work): Monitor {
    const { config, beside } = inUse;
    const { configuration, store } = this.#opened;
    const {
      classifier_model: model,
      classifier_rules: rules,
      max_consecutive_denials: mostDenials,
    } = config.autonomous_permission_matcher ?? {};
    const secretFiles = config.permissions?.secret_files ?? [];
    const { working_directory: directory } = store.file;
    const here = { directory, shell: config.agent_behavior?.shell?.command ?? "bash" } as const;
    return {
      ...{ kind: this.#monitor ?? monitorIn(inUse), directory },
      mostDenials: mostDenials ?? 3,
      alarm: (wish) => secretFileAlarm(callOf(wish, here), secretFiles) ?? work.alarm(wish),
      rules: rulesOf(this.#opened.rules, here),
      classify: (wish, asking) => {
        const target = resolveModel(config, model ?? "default_model:mini", beside);
        const { scrubber } = configuration;
        const judge = { target, rules: rules ?? undefined, prompt: this.#lastPrompt, scrubber };
        return classify(judge, wish, asking);
      },
    };
  }

  /** Values that somebody has set and that are another one here, each said once (P-S77, P-S83). */
  #sayLimits({ config }: InUse): void {
    const say = (text: string, path: string): void => {
      if (this.#said.has(path)) return;
      this.#said.add(path);
      this.#opened.host.log.say("info", text, { path });
    };
    for (const [name, { tool_loading: loading, edit_format: format }] of Object.entries(config.models ?? {})) {
      if (loading === "native_deferred")
        say("all tools are offered from the first turn", `models.${name}.tool_loading`);
      if (typeof format === "string" && !EDIT_FORMATS.includes(format))
        say("this is neither `diff` nor `whole`: files are changed as with `diff`", `models.${name}.edit_format`);
    }
  }
}

/** The smaller of the limits: after the last of `maxTurns` answers no tool runs. */
function toolTurnsOf(configured: number, maxTurns = Number.POSITIVE_INFINITY): ToolTurns {
  return maxTurns - 1 <= configured
    ? { most: maxTurns - 1, finish: "max_turns" }
    : { most: configured, finish: "max_tool_turns" };
}
