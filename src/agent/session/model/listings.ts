/**
 * The lists of models of all providers that can be asked (spec 2.3, P-S105): asked for at the start, when a provider's address or key
 * changes, and at intervals. Nothing waits for them. After a failure the last list stays.
 */

import type { EffectiveConfig, ProviderInstance } from "../../../generated/effective.js";
import { limits } from "../../../generated/protocol/tables.js";
import type { Listed } from "../../../provider/known.js";
import { listModels, type PageAnswer, type SendGet } from "../../../provider/list.js";
import type { ListedModel } from "../../../provider/listed.js";
import { type Reached, reachOf } from "../../../provider/reach.js";
import { type Clock, within } from "../../machine/interfaces/clock.js";
import { type Connect, ConnectError } from "../../machine/interfaces/connect.js";
import type { Log } from "../../machine/interfaces/log.js";
import type { Beside } from "./beside.js";

interface Machine {
  readonly connect: Connect;
  readonly clock: Clock;
  readonly log: Log;
}

export class Listings {
  readonly #machine: Machine;
  readonly #onChange: (listed: Listed) => void;
  #providers: ReadonlyMap<string, Listing> = new Map();
  #isStarted = false;

  /** `onChange` gets the lists whenever one of them is another. */
  constructor(machine: Machine, onChange: (listed: Listed) => void) {
    [this.#machine, this.#onChange] = [machine, onChange];
  }

  /** Follows the providers of a configuration, and forgets the list of a provider that is asked in another way than before. */
  follow({ providers = {} }: Pick<EffectiveConfig, "providers">, beside: Beside): void {
    const before = this.#providers;
    const next = Object.entries(providers).flatMap(([name, provider]) => this.#listingOf(name, provider, beside));
    this.#providers = new Map(next);
    const isKept = new Set(this.#providers.values());
    for (const one of before.values()) if (!isKept.has(one)) one.stop();
    if (this.#isStarted) for (const [, one] of next) one.start();
    if ([...before.values()].some((one) => one.models !== undefined && !isKept.has(one))) this.#tell();
  }

  /** Asks for the first time. */
  start(): void {
    this.#isStarted = true;
    for (const one of this.#providers.values()) one.start();
  }

  stop(): void {
    for (const one of this.#providers.values()) one.stop();
    this.#providers = new Map();
  }

  #listingOf(name: string, provider: ProviderInstance, beside: Beside): readonly (readonly [string, Listing])[] {
    const reached = reachOf(name, provider, beside);
    if (!("found" in reached) || reached.found.protocol === "test") return [];
    const target = { ...reached.found, certificates: beside.certificates };
    const known = this.#providers.get(name);
    if (known?.asks(target) === true) return [[name, known]];
    return [[name, new Listing(name, target, this.#machine, () => this.#tell())]];
  }

  #tell(): void {
    const all = [...this.#providers].flatMap(([name, { models }]) =>
      models === undefined ? [] : ([[name, models]] as const),
    );
    this.#onChange(new Map(all));
  }
}

type Target = Reached & { readonly certificates: string | undefined };

/** The list of one provider. */
class Listing {
  readonly #name: string;
  readonly #target: Target;
  readonly #machine: Machine;
  readonly #onChange: () => void;
  readonly #end = new AbortController();
  #next: (() => void) | undefined;
  #isStarted = false;
  #models: ReadonlyMap<string, ListedModel> | undefined;
  /** Why the last request failed, as the log was told. */
  #told: string | undefined;

  constructor(name: string, target: Target, machine: Machine, onChange: () => void) {
    [this.#name, this.#target, this.#machine, this.#onChange] = [name, target, machine, onChange];
  }

  /** The last list; undefined before the first. */
  get models(): ReadonlyMap<string, ListedModel> | undefined {
    return this.#models;
  }

  /** Whether it asks in this way. */
  asks(target: Target): boolean {
    return JSON.stringify(target) === JSON.stringify(this.#target);
  }

  start(): void {
    if (this.#isStarted) return;
    this.#isStarted = true;
    void this.#ask();
  }

  stop(): void {
    this.#next?.();
    this.#end.abort();
  }

  async #ask(): Promise<void> {
    const { clock, connect } = this.#machine;
    const found = await within(
      clock,
      limits.listTime,
      (signal) => listModels(this.#target, sendBy(connect, this.#target.certificates, signal)),
      this.#end.signal,
    );
    if (this.#end.signal.aborted) return;
    this.#next = clock.after(limits.listInterval, () => void this.#ask());
    if (found.kind !== "listed") return this.#say(found.kind, found.why);
    this.#told = undefined;
    const isSame = JSON.stringify([...found.models]) === JSON.stringify([...(this.#models ?? [])]);
    const isFirst = this.#models === undefined;
    this.#models = found.models;
    if (isFirst || !isSame) this.#onChange();
  }

  /** One line for each failure that is another than the one before. */
  #say(kind: "refused" | "failed", why: string): void {
    if (this.#told === why) return;
    this.#told = why;
    const level = kind === "refused" ? "warn" : "info";
    this.#machine.log.say(level, `a provider does not list its models: ${why}`, { provider: this.#name });
  }
}

/** Pages by the port for connections. */
function sendBy(connect: Connect, certificates: string | undefined, signal: AbortSignal): SendGet {
  return async (address): Promise<PageAnswer> => {
    const end = new AbortController();
    try {
      const { status, body } = await connect({
        ...address,
        method: "GET",
        ...(certificates === undefined ? {} : { certificates }),
        signal: AbortSignal.any([signal, end.signal]),
      });
      return { status, body: status === 200 ? await bytesOf(body) : new Uint8Array() };
    } catch (error) {
      if (!(error instanceof ConnectError)) return { failure: "unreachable", detail: "UNKNOWN" };
      const { failure, detail } = error;
      return { failure: failure === "aborted" ? "late" : failure, detail };
    } finally {
      end.abort();
    }
  };
}

async function bytesOf(body: AsyncIterable<Uint8Array>): Promise<Uint8Array | "too-large"> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of body) {
    length += piece.length;
    if (length > limits.listBytes) return "too-large";
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}
