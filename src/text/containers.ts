/** The command line of `docker run` and its relatives: options, the image, and what follows it. */
import { type Command, commandsOf, type Word } from "./command-line.js";

export interface ContainerOption {
  /** `e` or `env`. */
  readonly name: string;
  /** Position of its word among the words of the command, and its span in that word. */
  readonly at: number;
  readonly start: number;
  readonly end: number;
  /** Behind a `=`, behind its letter, or the next word. */
  readonly value?: Word;
}

export interface ContainerCall {
  readonly program: string;
  readonly subcommand: string;
  /** Position of the subcommand among the words. */
  readonly at: number;
  readonly words: readonly Word[];
  readonly options: readonly ContainerOption[];
  /** False if an option before the image is unknown: it may take the word behind it. */
  readonly isClear: boolean;
  /** Position of the image, or of the name of a container or a service; undefined if there is none. */
  readonly target: number | undefined;
  /** Whether compose starts it, which has options of its own. */
  readonly isService: boolean;
}

const VALUED = new Set(
  (
    "a c e h l m p u v w add-host annotation attach blkio-weight cap-add cap-drop cgroup-parent cgroupns cidfile cpu-period cpu-quota cpu-shares cpus cpuset-cpus cpuset-mems " +
    "detach-keys device dns dns-opt dns-option dns-search domainname entrypoint env env-file expose gpus group-add health-cmd health-interval health-retries " +
    "health-start-period health-timeout hostname ip ip6 ipc isolation label label-file link log-driver log-opt mac-address memory memory-reservation memory-swap mount name " +
    "net network network-alias oom-score-adj pid pids-limit platform pod publish pull restart runtime secret security-opt shm-size stop-signal stop-timeout storage-opt " +
    "sysctl tmpfs ulimit user userns uts volume volumes-from workdir"
  ).split(" "),
);

const FLAGS = new Set(
  "d i P q t detach disable-content-trust init interactive no-healthcheck no-hosts oom-kill-disable privileged publish-all quiet read-only replace rm rmi sig-proxy tty".split(
    " ",
  ),
);

const PROGRAMS: ReadonlySet<string> = new Set(["docker", "podman", "nerdctl"]);

/** The container that a command starts or enters. */
export function containerIn({ program, words }: Command): ContainerCall | undefined {
  const at = PROGRAMS.has(program) ? subcommandIn(words) : undefined;
  const subcommand = at === undefined ? undefined : words[at]?.text;
  if (at === undefined || subcommand === undefined) return undefined;
  const options: ContainerOption[] = [];
  let isClear = true;
  let position = at + 1;
  for (; position < words.length; position += 1) {
    const text = words[position]?.text ?? "";
    if (text === "--") position += 1;
    if (text === "--" || !text.startsWith("-")) break;
    const read = text.startsWith("--") ? longOption(words, position) : letters(words, position);
    options.push(...read.options);
    isClear &&= read.isKnown;
    if (read.takesNext) position += 1;
  }
  const target = position < words.length ? position : undefined;
  const isService = words.slice(0, at).some(({ text }) => text === "compose");
  return { program, subcommand, at, words, options, isClear, target, isService };
}

interface Read {
  readonly options: readonly ContainerOption[];
  readonly isKnown: boolean;
  readonly takesNext: boolean;
}

function longOption(words: readonly Word[], at: number): Read {
  const text = words[at]?.text ?? "";
  const [, name = "", value] = /^--([^=]*)(?:=(.*))?$/s.exec(text) ?? [];
  const takesNext = value === undefined && name.length > 1 && VALUED.has(name);
  const option = { name, at, start: 0, end: text.length };
  const own = valueIn(words, at, { isNext: takesNext, from: value === undefined ? undefined : name.length + 3 });
  return {
    options: [{ ...option, ...own }],
    isKnown: value !== undefined || takesNext || (name.length > 1 && FLAGS.has(name)),
    takesNext,
  };
}

/** Letters without a value, and perhaps a last one with one: `-ite NAME`, `-it`, `-i=false`. */
function letters(words: readonly Word[], at: number): Read {
  const text = words[at]?.text ?? "";
  const options: ContainerOption[] = [];
  for (let start = 1; start < text.length; start += 1) {
    const name = text.charAt(start);
    const end = start + 1;
    if (VALUED.has(name)) {
      const from = text.charAt(end) === "=" ? end + 1 : end;
      const takesNext = end === text.length;
      const own = valueIn(words, at, { isNext: takesNext, from: takesNext ? undefined : from });
      return { options: [...options, { name, at, start, end: text.length, ...own }], isKnown: true, takesNext };
    }
    if (!FLAGS.has(name)) return { options, isKnown: false, takesNext: false };
    if (text.charAt(end) === "=") {
      const own = valueIn(words, at, { isNext: false, from: end + 1 });
      return { options: [...options, { name, at, start, end: text.length, ...own }], isKnown: true, takesNext: false };
    }
    options.push({ name, at, start, end });
  }
  return { options, isKnown: options.length > 0, takesNext: false };
}

function valueIn(
  words: readonly Word[],
  at: number,
  { isNext, from }: { readonly isNext: boolean; readonly from: number | undefined },
): Pick<ContainerOption, "value"> {
  const word = words[isNext ? at + 1 : at];
  if (word === undefined || (!isNext && from === undefined)) return {};
  const cut = isNext ? 0 : (from ?? 0);
  return { value: { ...word, text: word.text.slice(cut), start: word.start + cut } };
}

/** The position of the subcommand that runs a program in a container. */
function subcommandIn(words: readonly Word[]): number | undefined {
  const first = words.findIndex(({ text }) => /^(?:run|exec|create)$/.test(text));
  // Options of the program itself, their values, and groups of commands.
  const isOwn = words
    .slice(0, first)
    .every(({ text }, at, before) => /^(?:-.+|container|compose)$/.test(text) || before[at - 1]?.text.startsWith("-"));
  return first === -1 || !isOwn ? undefined : first;
}

export interface NeededVariable {
  readonly name: string;
  /** Index of its argument, and the span in that argument. */
  readonly index: number;
  readonly start: number;
  readonly end: number;
}

/** The variables that `docker run -e NAME` and its relatives pass on to a container, by their names alone. A script may set its own. */
export function variablesPassedOn(command: string, args: readonly string[]): readonly NeededVariable[] {
  const [own] = commandsOf(command, args);
  const call = own === undefined || own.isInScript ? undefined : containerIn(own);
  return (call?.options ?? []).flatMap(({ name, value }) =>
    (name === "e" || name === "env") && value !== undefined ? neededAt(value) : [],
  );
}

/** With a value behind it, a name needs no variable. */
function neededAt({ text, index, start }: Word): readonly NeededVariable[] {
  return /^[A-Za-z_]\w*$/.test(text) ? [{ name: text, index, start, end: start + text.length }] : [];
}
