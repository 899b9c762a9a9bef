/** An environment that a shell has written down: `begin`, its variables and `end`, each after or before a NUL, which no value holds. */
import type { Environment } from "./environment.js";

/** Takes the bytes as they come. */
export class DumpReader {
  readonly #most: number;
  readonly #pieces: Uint8Array[] = [];
  #length = 0;

  constructor(most: number) {
    this.#most = most;
  }

  take(bytes: Uint8Array): void {
    this.#length += bytes.length;
    if (this.#length <= this.#most) this.#pieces.push(bytes);
  }

  /** Undefined when it was not written to its end, or is too long. */
  end(): Environment | undefined {
    return this.#length > this.#most ? undefined : readDump(Buffer.concat(this.#pieces));
  }
}

/** Of the shell that wrote it, not of those that get it. */
const OWN: ReadonlySet<string> = new Set(["_", "SHLVL", "PWD", "OLDPWD"]);

/** Undefined when it was not written to its end. Bytes that are no UTF-8 cannot be passed on: such variables are left out. */
export function readDump(bytes: Uint8Array): Environment | undefined {
  const parts = split(bytes);
  const begin = parts.lastIndexOf("begin");
  const end = parts.indexOf("end", begin);
  if (begin === -1 || end === -1) return undefined;
  const variables = parts.slice(begin + 1, end).flatMap((part): readonly [string, string][] => {
    const at = part?.indexOf("=", 1) ?? -1;
    if (part === undefined || at === -1 || OWN.has(part.slice(0, at))) return [];
    return [[part.slice(0, at), part.slice(at + 1)]];
  });
  return Object.fromEntries(variables);
}

/** Undefined for parts that are no text. */
function split(bytes: Uint8Array): readonly (string | undefined)[] {
  const parts: (string | undefined)[] = [];
  for (let from = 0; from <= bytes.length; ) {
    const at = bytes.indexOf(0, from);
    const to = at === -1 ? bytes.length : at;
    parts.push(textOf(bytes.subarray(from, to)));
    from = to + 1;
  }
  return parts;
}

function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
