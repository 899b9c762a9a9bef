/** A file and a directory of the disk model: what can be read, and what would be left if the power went now. */
import type { Dice } from "./chance.js";

type Change = { readonly kind: "append"; readonly bytes: Uint8Array } | { readonly kind: "truncate"; length: number };

const NONE = new Uint8Array();

/** Bytes of their own: a part of a `Buffer` is none. */
function copied(bytes: Uint8Array): Uint8Array {
  return new Uint8Array(bytes);
}

function changed(before: Uint8Array, change: Change): Uint8Array {
  return change.kind === "append" ? Buffer.concat([before, change.bytes]) : copied(before.subarray(0, change.length));
}

let nodes = 0;

/** A name of its own for each. */
function newIdentity(): string {
  nodes += 1;
  return String(nodes);
}

export class FileNode {
  readonly kind = "file";
  readonly identity = newIdentity();
  /** Replaced by each change, and never written to. */
  bytes: Uint8Array = NONE;
  #durable: Uint8Array = NONE;
  #pending: Change[] = [];
  /** From where on a failed sync may have lost what can still be read; a later sync that succeeds does not bring it back. */
  #doubt = Number.POSITIVE_INFINITY;

  append(bytes: Uint8Array): void {
    this.#change({ kind: "append", bytes: copied(bytes) });
  }

  truncate(length: number): void {
    this.#doubt = this.#doubt >= length ? Number.POSITIVE_INFINITY : this.#doubt;
    this.#change({ kind: "truncate", length });
  }

  #change(change: Change): void {
    this.bytes = changed(this.bytes, change);
    this.#pending.push(change);
  }

  sync(): void {
    this.#durable = this.bytes;
    if (this.#doubt < this.#durable.length) this.#durable = copied(this.#durable).fill(0, this.#doubt);
    this.#pending = [];
  }

  /** What a sync leaves that fails: nobody knows. */
  failToSync(): void {
    this.#doubt = Math.min(this.#doubt, this.#unsyncedFrom());
  }

  #unsyncedFrom(): number {
    let [from, length] = [this.#durable.length, this.#durable.length];
    for (const change of this.#pending) {
      length = change.kind === "append" ? length + change.bytes.length : Math.min(change.length, length);
      from = Math.min(from, length);
    }
    return from;
  }

  /** What was not synced is there to the end, up to somewhere, with holes, or not at all. */
  crash(roll: Dice): void {
    const from = this.#unsyncedFrom();
    const kept = roll(this.#pending.length + 1);
    let bytes = this.#pending.slice(0, kept).reduce(changed, this.#durable);
    const next = this.#pending[kept];
    if (next?.kind === "append") bytes = Buffer.concat([bytes, next.bytes.subarray(0, roll(next.bytes.length + 1))]);
    if (bytes.length > from && roll(3) === 0) {
      const hole = from + roll(bytes.length - from);
      bytes = copied(bytes);
      bytes.fill(0, hole, hole + 1 + roll(bytes.length - hole));
    }
    this.bytes = bytes;
    this.sync();
  }
}

export type Node = FileNode | DirectoryNode;

interface Naming {
  readonly name: string;
  readonly node: Node | undefined;
}

let changes = 0;

export class DirectoryNode {
  readonly kind = "directory";
  readonly identity = newIdentity();
  /** Another number after each change of its names. */
  modified = 0;
  readonly names = new Map<string, Node>();
  #durable = new Map<string, Node>();
  #pending: Naming[][] = [];

  /** Names of one step are there together or not at all. */
  name(...namings: readonly Naming[]): void {
    this.#touch();
    for (const naming of namings) put(this.names, naming);
    this.#pending.push([...namings]);
  }

  sync(): void {
    this.#durable = new Map(this.names);
    this.#pending = [];
  }

  /** Names that were not synced are as before, or some of the first changes are there. */
  crash(roll: Dice): void {
    for (const namings of this.#pending.slice(0, roll(this.#pending.length + 1)))
      for (const naming of namings) put(this.#durable, naming);
    this.names.clear();
    for (const [name, node] of this.#durable) this.names.set(name, node);
    this.#pending = [];
    this.#touch();
    for (const node of this.names.values()) node.crash(roll);
  }

  #touch(): void {
    changes += 1;
    this.modified = changes;
  }
}

function put(names: Map<string, Node>, { name, node }: Naming): void {
  if (node === undefined) names.delete(name);
  else names.set(name, node);
}
