/** Reads usual command lines without loading the library, which handles all others and help. */
import type { Command, Option } from "./command.js";

export interface Arguments {
  readonly words: readonly string[];
  /** Flags by the long name of the option, in camel case. */
  readonly flags: Readonly<Record<string, unknown>>;
}

/** Undefined for an unusual or wrong command line. `words`: those after the name of the command. */
export function readArguments(
  { arguments: wanted, options }: Command,
  words: readonly string[],
): Arguments | undefined {
  // Other lists of arguments may be too long or too short.
  if (wanted.some(({ name }) => !name.endsWith("...]"))) return undefined;
  const flags: Record<string, unknown> = defaultsOf(options);
  const plain: string[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? "";
    if (!word.startsWith("-") || word === "-") {
      plain.push(word);
      continue;
    }
    const [name = "", value] = word.startsWith("--") ? split(word) : [word];
    const option = options.find(({ flags: names }) => names.includes(name) && names.split(/[ ,]+/).includes(name));
    if (option === undefined || option.isRepeatable) return undefined;
    if (!takesValue(option)) {
      if (value !== undefined) return undefined;
      flags[keyOf(option)] = !isNegative(option);
      continue;
    }
    if (value === undefined) at += 1;
    const given = value ?? words[at];
    if (given === undefined || (value === undefined && given.startsWith("-") && given !== "-")) return undefined;
    const key = keyOf(option);
    const { choices, atHand = choices } = option;
    if (atHand !== undefined && !atHand.includes(given)) return undefined;
    if (option.atHand === undefined) flags[key] = given;
    else if (flags[key] === undefined) flags[key] = [given];
    else return undefined;
  }
  return { words: plain, flags };
}

/** The flags without any option: defaults, and true for options that begin with `--no-`. */
function defaultsOf(options: readonly Option[]): Record<string, unknown> {
  const flags: Record<string, unknown> = {};
  const names = options.map(longNameOf);
  for (const option of options) {
    if (option.default !== undefined) flags[keyOf(option)] = option.default;
    else if (isNegative(option) && !names.includes(longNameOf(option).slice(NO.length))) flags[keyOf(option)] = true;
  }
  return flags;
}

function split(word: string): readonly [string, string | undefined] {
  const equals = word.indexOf("=");
  return equals === -1 ? [word, undefined] : [word.slice(0, equals), word.slice(equals + 1)];
}

const NO = "no-";

function longNameOf({ flags }: Option): string {
  const start = flags.indexOf("--") + 2;
  const end = flags.indexOf(" ", start);
  return end === -1 ? flags.slice(start) : flags.slice(start, end);
}

function isNegative(option: Option): boolean {
  return longNameOf(option).startsWith(NO);
}

function takesValue({ flags }: Option): boolean {
  return flags.includes("<");
}

function keyOf(option: Option): string {
  const name = longNameOf(option);
  const words = (isNegative(option) ? name.slice(NO.length) : name).split("-");
  return words.map((word, index) => (index === 0 ? word : `${word.charAt(0).toUpperCase()}${word.slice(1)}`)).join("");
}
