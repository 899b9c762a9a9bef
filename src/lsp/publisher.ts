/** Sends the findings about open policies and configurations, and about the other layer of each, after each change of a text or a file. */
import { withoutRepeats } from "../toolkit/read/diagnostic/diagnostic.js";
import { configFiles } from "../toolkit/read/layers/places.js";
import type { LayerText } from "./configuration/state.js";
import type { Workspace } from "./configuration/workspace.js";
import { diagnosticOf, findingsIn, isShown, NO_PLACES } from "./diagnostics.js";
import type { Machine } from "./machine.js";
import type { Diagnostic, PublishDiagnosticsParams } from "./protocol.js";

type Send = (params: PublishDiagnosticsParams) => void;

export class Publisher {
  readonly #workspace: Workspace;
  readonly #send: Send;
  readonly #say: (sentence: string) => void;
  readonly #schedule: Schedule;
  /** Complaints that the user has already seen. */
  readonly #shownComplaints = new Set<string>();
  /** The diagnostics that the editor already has, by address. */
  readonly #sentDiagnostics = new Map<string, string>();

  /** `guarded`: runs a check and catches its exceptions. */
  constructor(workspace: Workspace, send: Send, say: (sentence: string) => void, guarded: (check: () => void) => void) {
    this.#workspace = workspace;
    this.#send = send;
    this.#say = say;
    this.#schedule = new Schedule(workspace.machine, () => guarded(() => this.#check()));
  }

  /** Checks soon: after the messages that have arrived, and not more often than the machine can. */
  touch(): void {
    this.#schedule.touch(this.#longest());
  }

  #check(): void {
    const now = new Map<string, Diagnostic[]>();
    for (const [uri, diagnostics] of this.#diagnostics()) now.set(uri, [...(now.get(uri) ?? []), ...diagnostics]);
    for (const uri of this.#sentDiagnostics.keys()) if (!now.has(uri)) now.set(uri, []);
    for (const [uri, diagnostics] of now) this.#tell(uri, diagnostics);
  }

  /** A finding about the global file is sent once, even if several projects share it. */
  *#diagnostics(): Iterable<readonly [string, readonly Diagnostic[]]> {
    const { options, states } = this.#workspace;
    const byUri = new Map<
      string,
      { readonly text: LayerText; readonly others: readonly LayerText[]; own: readonly Finding[] }
    >();
    for (const { complaints } of states) this.#complain(complaints);
    for (const { texts, findings } of states)
      for (const [text, own] of findings()) {
        const uri = this.#workspace.uriOf(text.layer);
        if (uri === undefined) continue;
        const known = byUri.get(uri);
        byUri.set(uri, {
          text,
          others: [...(known?.others ?? []), ...texts],
          own: [...(known?.own ?? []), ...own],
        });
      }
    const policies = states.flatMap(({ run }) => run.inputs.policies.inForce);
    for (const [uri, { text, others, own }] of byUri) {
      const shown = withoutRepeats(own).filter((one) => isShown(one, options));
      const diagnostics = shown.map((one) => diagnosticOf(one, text, { others, policies }, this.#workspace));
      yield [uri, diagnostics];
      for (const rival of this.#rivalsOf(text)) yield [rival, diagnostics];
    }
    for (const policy of this.#workspace.policies.all) {
      const shown = findingsIn(policy, options);
      yield [policy.uri, shown.map((one) => diagnosticOf(one, policy.text, NO_PLACES, this.#workspace))];
    }
  }

  /** The other open files of a layer that has too many: none of them is read, and the finding about them names a single place. */
  #rivalsOf({ layer: { file, facts } }: LayerText): readonly string[] {
    if (file === undefined || !facts.some(({ kind }) => kind === "ambiguous-file")) return [];
    const { machine, buffers } = this.#workspace;
    const host = machine.hostAt();
    const names = configFiles(host, host.join(file, ".."));
    return buffers.all.filter((one) => one.file !== file && names.includes(one.file)).map(({ uri }) => uri);
  }

  #tell(uri: string, diagnostics: readonly Diagnostic[]): void {
    const version = this.#workspace.versionOf(uri);
    const params = { uri, ...(version !== undefined && { version }), diagnostics: [...diagnostics] };
    const text = JSON.stringify(params);
    if (this.#sentDiagnostics.get(uri) === text) return;
    if (diagnostics.length > 0 || version !== undefined) this.#sentDiagnostics.set(uri, text);
    else this.#sentDiagnostics.delete(uri);
    this.#send(params);
  }

  #complain(complaints: readonly string[]): void {
    for (const complaint of complaints) if (!this.#shownComplaints.has(complaint)) this.#say(complaint);
    for (const complaint of complaints) this.#shownComplaints.add(complaint);
  }

  /** The lines of the longest open text. */
  #longest(): number {
    return Math.max(0, ...this.#workspace.texts.map(({ document }) => document.lineCount));
  }
}

type Finding = Parameters<typeof diagnosticOf>[0];

/** A check up to this many milliseconds needs no pause of the same length before the next one. */
const QUICK = 30;

/** After a check of more milliseconds than this, a pause of `MOMENT` lets a request that follows an edit come first. */
const NOTICEABLE = 10;
const MOMENT = 2;

/** From this many lines on, checks are at least `SPACING` milliseconds apart. */
const LONG = 1000;
const SPACING = 60;

/** Decides when texts are checked again: at once after a pause in typing, and not for each letter of a long text. */
export class Schedule {
  readonly #machine: Pick<Machine, "clock" | "afterMessages">;
  readonly #check: () => void;
  #isPlanned = false;
  #touches = 0;
  #lastEnd = Number.NEGATIVE_INFINITY;
  #lastTime = 0;

  constructor(machine: Pick<Machine, "clock" | "afterMessages">, check: () => void) {
    this.#machine = machine;
    this.#check = check;
  }

  /** Plans a check, unless one is planned. `lines`: of the longest text. */
  touch(lines: number): void {
    this.#touches += 1;
    if (this.#isPlanned) return;
    this.#isPlanned = true;
    const { clock } = this.#machine;
    const spacing = Math.max(this.#lastTime > QUICK ? this.#lastTime : 0, lines >= LONG ? SPACING : 0);
    const moment = this.#lastTime > NOTICEABLE ? MOMENT : 0;
    const wait = Math.max(this.#lastEnd + spacing - clock.now(), moment);
    if (wait > 0) void clock.pause(wait, undefined).then(() => this.#whenQuiet());
    else this.#whenQuiet();
  }

  /** Checks after a round without new messages. */
  #whenQuiet(): void {
    const before = this.#touches;
    this.#machine.afterMessages(() => {
      if (this.#touches !== before) return this.#whenQuiet();
      this.#isPlanned = false;
      const start = this.#machine.clock.now();
      this.#check();
      this.#lastEnd = this.#machine.clock.now();
      this.#lastTime = this.#lastEnd - start;
    });
  }
}
