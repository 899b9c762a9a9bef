/** The standard input and output of a program that `docker run` or `docker exec` starts, by the options of the command line. */
import { CONTAINER_OPTIONS, PROGRAMS, subcommandIn } from "./containers.js";
import { programOf, startedAt } from "./program.js";

type Stream = "input" | "terminal" | "detached";

export interface ContainerStreams {
  /** The program and its subcommand, such as `docker run`. */
  readonly called: string;
  /** Index of the subcommand. */
  readonly at: number;
  readonly hasInput: boolean;
  /** Indices of the options that ask for a terminal, or to detach. */
  readonly terminal: readonly number[];
  readonly detached: readonly number[];
  /** All arguments, with an input and neither of those. */
  readonly mended: readonly string[];
}

const STREAMS: Readonly<Record<string, Stream>> = {
  ...{ i: "input", t: "terminal", d: "detached" },
  ...{ interactive: "input", tty: "terminal", detach: "detached" },
};

const VALUED: Readonly<Record<string, ReadonlySet<string>>> = {
  run: new Set(CONTAINER_OPTIONS.split(" ")),
  exec: new Set("-e -u -w --env --env-file --user --workdir --detach-keys".split(" ")),
};

/** Options without a value. Any other unknown option may have one, which would pass for the image. */
const FLAGS: ReadonlySet<string> = new Set(
  "-q -P --quiet --rm --init --privileged --publish-all --read-only --no-healthcheck --oom-kill-disable --sig-proxy --replace --rmi --no-hosts --disable-content-trust".split(
    " ",
  ),
);

/** Undefined if the command line starts no container, or its options are unclear. */
export function containerStreams(command: string, args: readonly string[]): ContainerStreams | undefined {
  const program = programOf(command);
  const started = startedAt(program, args);
  if (started !== undefined)
    return shifted(args, started + 1, containerStreams(args[started] ?? "", args.slice(started + 1)));
  const at = PROGRAMS.has(program) && !args.includes("compose") ? subcommandIn(args) : undefined;
  const valued = at === undefined ? undefined : VALUED[args[at] ?? ""];
  if (at === undefined || valued === undefined) return undefined;
  const reader = new OptionReader();
  for (let index = at + 1; index < args.length; index += 1) {
    const arg = args[index] ?? "";
    const isImage = arg === "--" ? args[index + 1] !== undefined : !/^-|^$|^\$[({][^)}]*[)}]$/.test(arg);
    if (isImage) return { called: `${program} ${args[at]}`, at, ...reader.streams(args, at) };
    const next = /^-/.test(arg) ? reader.read(arg, index, valued) : undefined;
    if (next === undefined) return undefined;
    if (next === "takes the next") index += 1;
  }
  return undefined;
}

function shifted(
  args: readonly string[],
  by: number,
  inner: ContainerStreams | undefined,
): ContainerStreams | undefined {
  if (inner === undefined) return undefined;
  const shift = (index: number): number => index + by;
  return {
    ...inner,
    at: shift(inner.at),
    terminal: inner.terminal.map(shift),
    detached: inner.detached.map(shift),
    mended: [...args.slice(0, by), ...inner.mended],
  };
}

class OptionReader {
  /** The index of the last option that sets a stream; undefined for one that is off. */
  readonly #set: Record<Stream, readonly number[]> = { input: [], terminal: [], detached: [] };
  /** The texts that replace an argument. */
  readonly #instead = new Map<number, string | undefined>();

  /** Undefined if the option is unknown. */
  read(arg: string, index: number, valued: ReadonlySet<string>): "alone" | "takes the next" | undefined {
    return arg.startsWith("--") ? this.#long(arg, index, valued) : this.#letters(arg, index, valued);
  }

  #long(arg: string, index: number, valued: ReadonlySet<string>): "alone" | "takes the next" | undefined {
    const [, name = "", value] = /^--([^=]*)(?:=(.*))?$/s.exec(arg) ?? [];
    const stream = name.length > 1 && Object.hasOwn(STREAMS, name) ? STREAMS[name] : undefined;
    if (stream === undefined) {
      if (value !== undefined || FLAGS.has(arg)) return "alone";
      return valued.has(arg) ? "takes the next" : undefined;
    }
    if (!this.#put(stream, index, value)) return undefined;
    if (stream !== "input" || isOff(value)) this.#instead.set(index, undefined);
    return "alone";
  }

  /** Letters without a value, and perhaps a last one with one: `-ite NAME`, `-it`, `-i=false`. */
  #letters(arg: string, index: number, valued: ReadonlySet<string>): "alone" | "takes the next" | undefined {
    const [, letters = "", value] = /^-([^=]*)(?:=(.*))?$/s.exec(arg) ?? [];
    let left = "-";
    for (const [position, letter] of [...letters].entries()) {
      if (valued.has(`-${letter}`)) {
        const rest = arg.slice(1 + position);
        this.#keep(arg, index, `${left}${rest}`);
        return rest.length === 1 ? "takes the next" : "alone";
      }
      const stream = Object.hasOwn(STREAMS, letter) ? STREAMS[letter] : undefined;
      const own = position === letters.length - 1 ? value : undefined;
      if (stream === undefined && !FLAGS.has(`-${letter}`)) return undefined;
      if (stream !== undefined && !this.#put(stream, index, own)) return undefined;
      if (stream === undefined || (stream === "input" && !isOff(own))) left += letter;
    }
    this.#keep(arg, index, left);
    return letters === "" ? undefined : "alone";
  }

  #keep(arg: string, index: number, left: string): void {
    if (left !== arg) this.#instead.set(index, left === "-" ? undefined : left);
  }

  /** False for a value that is neither true nor false. */
  #put(stream: Stream, index: number, value: string | undefined): boolean {
    if (value !== undefined && !isOff(value) && !/^(?:true|1|t)$/i.test(value)) return false;
    this.#set[stream] = isOff(value) ? [] : [...this.#set[stream], index];
    return true;
  }

  streams(
    args: readonly string[],
    at: number,
  ): Pick<ContainerStreams, "hasInput" | "terminal" | "detached" | "mended"> {
    const { input, terminal, detached } = this.#set;
    const hasInput = input.length > 0;
    const mended = args.flatMap((arg, index) => {
      if (index === at && !hasInput) return [arg, "-i"];
      const instead = this.#instead.has(index) ? this.#instead.get(index) : arg;
      return instead === undefined ? [] : [instead];
    });
    return { hasInput, terminal, detached, mended };
  }
}

function isOff(value: string | undefined): boolean {
  return value !== undefined && /^(?:false|0|f)$/i.test(value);
}
