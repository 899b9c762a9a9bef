/** Whether a call may run: by the monitor of the turn, by a person, or by a model that judges it (P-S34, P-S83). A denial is told to the model, which goes on. */
import type { PermissionMonitor } from "../../../generated/protocol/types.js";
import type { Decision } from "../../../permissions/decision.js";
import { ruleText } from "../../../permissions/notation.js";
import { isWithin, type Outcome, whyFree } from "../../../permissions/outcome.js";
import type { PlacedRule } from "../../../permissions/rule.js";
import { printable } from "../../../text/escape.js";
import { shortened } from "../../wire/core/text-size.js";
import { canonicalJson } from "../../wire/protocol/canonical.js";
import type { PatientOptions } from "../model/retry/patience.js";
import { isSame } from "../store/unsettled.js";
import { asksFor } from "../tools/ask-user.js";
import type { Fields, Tool, ToolPlace } from "../tools/tool.js";
import type { Questions } from "./questions.js";
import type { TurnSession } from "./session.js";

export interface Wish {
  readonly tool: Tool;
  readonly input: Fields;
  /** Those of a tool that names files; missing for any other tool. */
  readonly places?: readonly ToolPlace[];
  /** The name of the subagent that calls; undefined for the agent itself. */
  readonly subagent?: string | undefined;
}

export type Verdict = { readonly kind: "allowed" } | { readonly kind: "denied"; readonly reason: string };

/** Judges a call by a model; every answer but a clear one is a denial. */
type Classify = (wish: Wish, asking: PatientOptions) => Promise<Verdict>;

/** Decides about the calls of one turn. */
export interface Monitor {
  readonly kind: PermissionMonitor;
  /** The working directory: files in it may be read. */
  readonly directory: string;
  readonly classify: Classify;
  /** Denials in a row after which a person is asked. */
  readonly mostDenials: number;
  /** Why a person has to be asked whatever the monitor is; undefined for most calls. */
  readonly alarm: (wish: Wish) => string | undefined;
  readonly rules: Rules;
}

/** The rules of the user, of the project and of this run (P-S108). */
export interface Rules {
  readonly decide: (wish: Wish) => Decision;
  readonly outcome: (wish: Wish, decision: Decision, matcher: PermissionMonitor) => Outcome;
  /** The rules that would allow a call from now on; undefined for one that no rule may allow. */
  readonly offer: (wish: Wish) => Offer | undefined;
}

export interface Offer {
  readonly file: string;
  /** As a person reads them. */
  readonly rules: readonly string[];
  /** Adds them to the file; returns whether they hold from now on. */
  readonly accept: () => boolean;
}

const ALLOWED: Verdict = { kind: "allowed" };

/** The beginning of a question about a call that a crash has left without a result. */
const REPEATED = "This was called before the agent was interrupted: it may have run in part.";

type Session = Pick<TurnSession, "store" | "scrubber">;

/** What holds for all turns of a session: granted calls, and denials in a row. */
export class Permission {
  readonly #questions: Questions;
  readonly #session: Session;
  readonly #granted = new Set<string>();
  #denials = 0;

  constructor(questions: Questions, session: Session) {
    [this.#questions, this.#session] = [questions, session];
  }

  /** `asking`: how a model is asked, and how long an answer is waited for. */
  async judge(wish: Wish, monitor: Monitor, asking: PatientOptions): Promise<Verdict> {
    const { signal } = asking;
    const { directory, rules } = monitor;
    const decision = rules.decide(wish);
    const outcome = rules.outcome(wish, decision, monitor.kind);
    if (outcome === "denied") return { kind: "denied", reason: deniedBy(decision) };
    const alarm = this.#alarm(wish, monitor);
    if (alarm !== undefined) return this.#ask(wish, signal, { alarm });
    if (outcome === "runs" || this.#granted.has(grantOf(wish))) return ALLOWED;
    const where = whereOf(directory, wish);
    if (decision.effect === "ask" || monitor.kind === "bypass_plus")
      return this.#ask(wish, signal, { rule: askedBy(decision), where });
    if (outcome === "asks" || this.#denials >= monitor.mostDenials)
      return this.#ask(wish, signal, { where, offer: this.#offered(rules.offer(wish)) });
    const verdict = await monitor.classify(wish, asking);
    this.#denials = verdict.kind === "allowed" ? 0 : this.#denials + 1;
    return verdict;
  }

  #alarm(wish: Wish, { directory, alarm }: Monitor): string | undefined {
    const { name, makesCalls } = wish.tool;
    // A free call may come again, but not one whose own calls may have run.
    const mayRepeat = makesCalls === true || whyFree({ ...wish, tool: name, cwd: directory }) === undefined;
    return alarm(wish) ?? (mayRepeat && this.#isUnsettled(wish) ? REPEATED : undefined);
  }

  /** Whether a crash has ended the same call (P-S105). The log holds inputs without their credentials, and of some only a part. */
  #isUnsettled({ tool: { name, makesCalls }, input }: Wish): boolean {
    const { store, scrubber } = this.#session;
    if (store.unsettled.length === 0) return false;
    // Other words may stand for the same work.
    if (makesCalls === true) return store.unsettled.some(({ tool }) => tool === name);
    const own = { tool: name, input: scrubber().scrub(canonicalJson(input)) };
    return store.unsettled.some((call) => isSame(call, own));
  }

  /** A call with an alarm is asked about each time. */
  async #ask(wish: Wish, signal: AbortSignal, { alarm, rule, where, offer }: Reasons): Promise<Verdict> {
    const { tool, subagent } = wish;
    const { name } = tool;
    const asker = subagent === undefined ? undefined : asksFor(subagent);
    const text = [asker, alarm, rule, where, wordsOf(wish)].filter((line) => line !== undefined).join("\n");
    if (!this.#questions.fits(text)) return { kind: "denied", reason: "it is too long to be shown to a person" };
    const always = offer && { always: { file: offer.file, rules: [...offer.rules] } };
    const answer = await this.#questions.ask({ kind: "permission", tool: name, text, ...always }, signal);
    if (answer.kind !== "permission_answer") return { kind: "denied", reason: "nobody allowed it" };
    this.#denials = 0;
    if (!answer.granted) return { kind: "denied", reason: "the person who works with you does not allow it" };
    const isForever = answer.scope === "always" && offer?.accept() === true;
    // What the file does not take holds for the session.
    if (answer.scope !== undefined && answer.scope !== "once" && !isForever && alarm === undefined)
      this.#granted.add(grantOf(wish));
    return ALLOWED;
  }

  /** No rule holds a credential, and a person sees each rule whole. */
  #offered(offer: Offer | undefined): Offer | undefined {
    const isShown = (text: string): boolean => this.#session.scrubber().scrub(text) === text && text.isWellFormed();
    return offer !== undefined && [offer.file, ...offer.rules].every(isShown) ? offer : undefined;
  }
}

/** The first lines of a question. */
interface Reasons {
  readonly alarm?: string;
  readonly rule?: string;
  readonly where?: string | undefined;
  readonly offer?: Offer | undefined;
}

/** For the model. */
function deniedBy({ rule, part }: Decision): string {
  const of = part === undefined ? "" : ` (${JSON.stringify(shortened(part, LONGEST_PART))})`;
  return `a rule of the user denies it${of}${rule === undefined ? "" : `: ${ruleShown(rule)}`}`;
}

/** For a person. */
function askedBy({ rule, reason, mayBeDenied, part }: Decision): string {
  const of = part === undefined ? "" : ` (${shortened(part, LONGEST_PART)})`;
  const why = mayBeDenied === true ? `Asked because ${reason}, and a rule may deny it` : `Asked because ${reason}`;
  return rule === undefined ? `${why}${of}:` : `${why}${of}: ${ruleShown(rule)}`;
}

function ruleShown(placed: PlacedRule): string {
  return `\`${ruleText(placed.rule)}\`${placed.place === undefined ? "" : ` in ${placed.place}`}`;
}

/** In bytes. */
const LONGEST_PART = 200;

/** What the words of a call do not show of its place. */
function whereOf(directory: string, { places = [] }: Wish): string | undefined {
  const outside = places.find(({ path }) => !isWithin(directory, path));
  if (outside !== undefined) return `This is outside of the working directory: ${printable(outside.path)}`;
  const linked = places.find(({ named }) => named !== undefined);
  return linked && `A link leads to: ${printable(linked.path)}`;
}

/** The calls that a grant for the session covers: all of one tool of a server, all of one tool for the same files, or one command of a shell. */
function grantOf({ tool, input, places }: Wish): string {
  if (places !== undefined) return `${tool.name} ${JSON.stringify(places.map(({ path }) => path))}`;
  return tool.origin === "mcp" ? tool.name : `${tool.name} ${canonicalJson(input)}`;
}

/** What a person is asked about: the tool's own words, the command, or the input as JSON. */
function wordsOf({ tool, input }: Wish): string {
  if (tool.question !== undefined) return tool.question(input);
  const { command } = input;
  return typeof command === "string" ? command : `${tool.name} ${JSON.stringify(input)}`;
}
