/** The standard input and output of a program that `docker run` or `docker exec` starts, by the options of the command line. */
import { commandsOf, type Word } from "./command-line.js";
import { type ContainerCall, type ContainerOption, containerIn } from "./containers.js";

export interface ContainerStreams {
  /** The program and its subcommand, such as `docker run`. */
  readonly called: string;
  /** Index of the subcommand. */
  readonly at: number;
  readonly hasInput: boolean;
  /** The options that ask for a terminal, or to detach. */
  readonly terminal: readonly Asking[];
  readonly detached: readonly Asking[];
  /** All arguments, with an input and neither of those. */
  readonly mended: readonly string[];
}

interface Asking {
  /** Index of its argument. */
  readonly index: number;
  /** `-t` or `--tty`. */
  readonly option: string;
}

type Stream = "input" | "terminal" | "detached";

const STREAMS: ReadonlyMap<string, Stream> = new Map([
  ["i", "input"],
  ["interactive", "input"],
  ["t", "terminal"],
  ["tty", "terminal"],
  ["d", "detached"],
  ["detach", "detached"],
]);

/** Undefined if the command line starts no container whose input is its own, or its options are unclear. */
export function containerStreams(command: string, args: readonly string[]): ContainerStreams | undefined {
  const last = commandsOf(command, args).find(({ hasInput }) => hasInput);
  const call = last && containerIn(last);
  const subcommand = call?.words[call.at];
  if (call === undefined || subcommand === undefined || call.isService || call.subcommand === "create")
    return undefined;
  const { target, options, isClear, words } = call;
  const image = target === undefined ? undefined : words[target]?.text;
  if (!isClear || image === undefined || /^$|^\$[({][^)}]*[)}]$/.test(image)) return undefined;
  if (options.some((option) => STREAMS.has(option.name) && switchOf(option) === undefined)) return undefined;
  // The last option of a stream decides.
  const on = (stream: Stream): readonly ContainerOption[] => {
    const own = options.filter(({ name }) => STREAMS.get(name) === stream);
    return own.slice(own.findLastIndex((option) => switchOf(option) === false) + 1);
  };
  const asking = (stream: Stream): readonly Asking[] =>
    on(stream).map(({ name, at }) => ({
      index: words[at]?.index ?? 0,
      option: name.length === 1 ? `-${name}` : `--${name}`,
    }));
  const hasInput = on("input").length > 0;
  return {
    called: `${call.program} ${call.subcommand}`,
    at: subcommand.index,
    hasInput,
    terminal: asking("terminal"),
    detached: asking("detached"),
    mended: mended(call, args, hasInput),
  };
}

/** Undefined for a value that is neither true nor false. */
function switchOf({ value }: ContainerOption): boolean | undefined {
  if (value === undefined || /^(?:true|1|t)$/i.test(value.text)) return true;
  return /^(?:false|0|f)$/i.test(value.text) ? false : undefined;
}

function mended({ words, at, options }: ContainerCall, args: readonly string[], hasInput: boolean): readonly string[] {
  const wrong = options.filter((option) => {
    const stream = STREAMS.get(option.name);
    return stream !== undefined && (stream !== "input" || switchOf(option) === false);
  });
  const instead = new Map<Word, readonly string[]>();
  words.forEach((word, position) => {
    const own = wrong.filter((option) => option.at === position);
    if (position === at && !hasInput) instead.set(word, [word.text, "-i"]);
    if (own.length > 0) instead.set(word, without(word.text, own));
  });
  return args.flatMap((arg, index) => {
    const own = [...instead].filter(([word]) => word.index === index);
    const [only] = own;
    if (only !== undefined && only[0].text === arg) return only[1];
    return own.reduceRight((script, [{ start, text }, now]) => {
      const [before, after] = [script.slice(0, start), script.slice(start + text.length)];
      return now.length === 0 ? before.trimEnd() + after : before + now.join(" ") + after;
    }, arg);
  });
}

/** What is left of a word without some of its options. */
function without(text: string, options: readonly ContainerOption[]): readonly string[] {
  const left = options.reduceRight((rest, { start, end }) => rest.slice(0, start) + rest.slice(end), text);
  return left === "-" || left === "" ? [] : [left];
}
