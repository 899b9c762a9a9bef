/** The entries imported so far, by section, each with its place in the other tool's file. */
import { grouped } from "../../text/grouped.js";
import type { Path } from "../../text/path.js";
import type { Span } from "../read/diagnostic/diagnostic.js";
import type { Json, JsonObject } from "../read/document/data.js";
import { CURRENT_VERSION } from "../read/layers/upgrade.js";
import type { TreePlace } from "../read/other-tools/places.js";
import { isPlainName, type Log } from "./log.js";

/** The fields of an entry; undefined ones are omitted. */
export type EntryFields = Readonly<Record<string, Json | undefined>>;

type Section = "defaults" | "providers" | "models" | "mcp_servers";

/** The order of sections in the result. */
const SECTIONS: readonly Section[] = ["defaults", "providers", "models", "mcp_servers"];

/** An entry of a section, such as a server. */
export interface Imported {
  readonly path: readonly [section: Section, name: string];
  readonly value: Json;
  /** Its place in the other tool's file. */
  readonly from: { readonly span: Span; readonly path: Path };
}

export class Entries {
  readonly #entries = new Map<string, Imported>();
  readonly #log: Log;

  constructor(log: Log) {
    this.#log = log;
  }

  get(section: Section, name: string): Imported | undefined {
    return this.#entries.get(addressOf(section, name));
  }

  /** Adds an entry; skips it if its name cannot be shown or belongs to another entry. */
  add(section: Section, name: string, value: EntryFields | string, { keySpan, path }: TreePlace): void {
    if (!isPlainName(name)) this.#log.remark(keySpan, path, "has a name that cannot be shown, and is left out");
    else if (this.get(section, name) !== undefined)
      this.#log.remark(keySpan, path, "has the name of another one, and is left out");
    else
      this.#entries.set(addressOf(section, name), {
        ...{ path: [section, name], value: solid(value), from: { span: keySpan, path } },
      });
  }

  /** Replaces a value of an existing entry. */
  replace(entry: Imported, value: Json): void {
    this.#entries.set(addressOf(...entry.path), { ...entry, value });
  }

  /** All entries, section by section. */
  all(): readonly Imported[] {
    const entries = [...this.#entries.values()];
    return SECTIONS.flatMap((section) => entries.filter(({ path }) => path[0] === section));
  }
}

function addressOf(section: Section, name: string): string {
  return `${section} ${name}`;
}

/** Without the keys that have no value. */
function solid(value: EntryFields | string): Json {
  if (typeof value === "string") return value;
  return Object.fromEntries(Object.entries(value).filter((entry): entry is [string, Json] => entry[1] !== undefined));
}

export function configOf(entries: Iterable<Imported>): JsonObject {
  const sections = grouped(
    Array.from(entries, ({ path: [section, name], value }) => [section, [name, value] as const] as const),
  );
  const written = Array.from(sections, ([section, values]) => [section, Object.fromEntries(values)] as const);
  return { version: CURRENT_VERSION, ...Object.fromEntries(written) };
}
