/** Container programs: `docker run -e NAME` passes on a variable that the program itself must have. */
import { programOf, startedAt } from "./program.js";

/** Options of `docker run` that take a value. */
export const CONTAINER_OPTIONS =
  "-a -c -e -ie -ite -tie -h -l -m -p -u -v -w --add-host --annotation --cap-add --cap-drop --cidfile --cpus --device --dns --dns-search --entrypoint --env --env-file --expose --gpus --group-add " +
  "--hostname --ip --ipc --label --link --log-driver --log-opt --memory --mount --name --net --network --pid --platform --publish --pull --restart " +
  "--runtime --security-opt --shm-size --stop-signal --stop-timeout --sysctl --tmpfs --ulimit --user --userns --volume --volumes-from --workdir";

export interface NeededVariable {
  readonly name: string;
  /** Index of its argument, and the span in that argument. */
  readonly index: number;
  readonly start: number;
  readonly end: number;
}

const PROGRAMS: ReadonlySet<string> = new Set(["docker", "podman", "nerdctl"]);

/** `-e`, also behind flags without a value, as in `-ite`. */
const NEXT_IS_VARIABLE = /^(?:-[it]*e|--env)$/;

const VALUED: ReadonlySet<string> = new Set(CONTAINER_OPTIONS.split(" "));

/** The variables that `docker run -e NAME` and its relatives pass on to a container, by their names alone. */
export function variablesPassedOn(command: string, args: readonly string[]): readonly NeededVariable[] {
  const program = programOf(command);
  const started = startedAt(program, args);
  if (started !== undefined) {
    const inner = variablesPassedOn(args[started] ?? "", args.slice(started + 1));
    return inner.map((needed) => ({ ...needed, index: needed.index + started + 1 }));
  }
  if (!PROGRAMS.has(program)) return [];
  const first = startOfOptions(args);
  if (first === undefined) return [];
  const needed: NeededVariable[] = [];
  for (let index = first + 1; index < args.length; index += 1) {
    const arg = args[index] ?? "";
    // The image; what follows is its own.
    if (!arg.startsWith("-") || arg === "--") break;
    const { 1: glued } = /^(?:-[it]*e=?|--env=)(.+)$/s.exec(arg) ?? [];
    if (glued !== undefined) needed.push(...neededAt(glued, index, arg.length - glued.length));
    else if (NEXT_IS_VARIABLE.test(arg)) needed.push(...neededAt(args[index + 1] ?? "", index + 1, 0));
    if (VALUED.has(arg)) index += 1;
  }
  return needed;
}

/** With a value behind it, a name needs no variable. */
function neededAt(text: string, index: number, start: number): readonly NeededVariable[] {
  return /^[A-Za-z_]\w*$/.test(text) ? [{ name: text, index, start, end: start + text.length }] : [];
}

/** The index of `run`, `exec` or `create`, behind options of the program itself, their values, and groups of commands. */
function startOfOptions(args: readonly string[]): number | undefined {
  const first = args.findIndex((arg) => /^(?:run|exec|create)$/.test(arg));
  const isOwn = args
    .slice(0, first)
    .every((arg, index, before) => /^(?:-.+|container|compose)$/.test(arg) || before[index - 1]?.startsWith("-"));
  return first === -1 || !isOwn ? undefined : first;
}

/** A container that cannot read what its starter writes. */
export interface InputMistake {
  readonly kind: "closed" | "terminal" | "background";
  /** Index of its argument. */
  readonly index: number;
  /** The arguments without the mistake. */
  readonly mended: readonly string[];
}

/** Why a container of `docker run` or `docker exec` gets no standard input, or a terminal in its place. */
export function inputMistake(command: string, args: readonly string[]): InputMistake | undefined {
  const program = programOf(command);
  const started = startedAt(program, args);
  if (started !== undefined) {
    const inner = inputMistake(args[started] ?? "", args.slice(started + 1));
    const before = args.slice(0, started + 1);
    return inner && { ...inner, index: inner.index + started + 1, mended: [...before, ...inner.mended] };
  }
  const first = PROGRAMS.has(program) ? startOfOptions(args) : undefined;
  // `compose run` gives a container its input by itself, and `create` starts none.
  if (first === undefined || args[first] === "create" || args.slice(0, first).includes("compose")) return undefined;
  let end = first + 1;
  while (args[end]?.startsWith("-") === true) end += VALUED.has(args[end] ?? "") ? 2 : 1;
  const options = args.slice(first + 1, end);
  const flags = options.map((option) => FLAGS.exec(option)?.[1] ?? LONG[option] ?? "");
  const [background, terminal] = ["d", "t"].map((letter) => flags.findIndex((flag) => flag.includes(letter)));
  const kind = background !== -1 ? "background" : terminal !== -1 ? "terminal" : "closed";
  if (kind === "closed" && (flags.join("").includes("i") || options.some((one) => one.startsWith("--interactive"))))
    return undefined;
  const rest = options.flatMap((option, at) => {
    const flag = flags[at] ?? "";
    if (!/[dt]/.test(flag)) return flag === "i" ? [] : [option];
    const left = option.startsWith("--") ? "-" : option.replace(/[itd]/g, "");
    return left === "-" ? [] : [left];
  });
  const found = Math.max(background ?? -1, kind === "background" ? -1 : (terminal ?? -1));
  const mended = [...args.slice(0, first + 1), "-i", ...rest, ...args.slice(end)];
  return { kind, index: kind === "closed" ? first : first + 1 + found, mended };
}

/** Flags without a value, alone or together; the last one may take a value. */
const FLAGS = /^-([itd]+)e?$/;

const LONG: Readonly<Record<string, string>> = { "--detach": "d", "--tty": "t", "--interactive": "i" };
