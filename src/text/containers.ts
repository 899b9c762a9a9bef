/** Container programs: `docker run -e NAME` passes on a variable that the program itself must have. */
import { programOf, startedAt } from "./program.js";

/** Options of `docker run` that take a value. */
export const CONTAINER_OPTIONS =
  "-a -c -e -ie -ite -tie -h -l -m -p -u -v -w --add-host --annotation --cap-add --cap-drop --cidfile --cpus --device --dns --dns-search --entrypoint --env --env-file --expose --gpus --group-add " +
  "--hostname --ip --ipc --label --link --log-driver --log-opt --memory --mount --name --net --network --pid --platform --publish --pull --restart " +
  "--blkio-weight --cgroup-parent --cgroupns --cpu-period --cpu-quota --cpu-shares --cpuset-cpus --cpuset-mems --detach-keys --dns-opt --dns-option --domainname " +
  "--health-cmd --health-interval --health-retries --health-start-period --health-timeout --ip6 --isolation --label-file --mac-address --memory-reservation --memory-swap " +
  "--network-alias --oom-score-adj --pids-limit --pod --secret --storage-opt --uts " +
  "--runtime --security-opt --shm-size --stop-signal --stop-timeout --sysctl --tmpfs --ulimit --user --userns --volume --volumes-from --workdir";

export interface NeededVariable {
  readonly name: string;
  /** Index of its argument, and the span in that argument. */
  readonly index: number;
  readonly start: number;
  readonly end: number;
}

export const PROGRAMS: ReadonlySet<string> = new Set(["docker", "podman", "nerdctl"]);

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
  const first = PROGRAMS.has(program) ? subcommandIn(args) : undefined;
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

/** The index of the subcommand that runs a program in a container. */
export function subcommandIn(args: readonly string[]): number | undefined {
  const first = args.findIndex((arg) => /^(?:run|exec|create)$/.test(arg));
  // Options of the program itself, their values, and groups of commands.
  const isOwn = args
    .slice(0, first)
    .every((arg, index, before) => /^(?:-.+|container|compose)$/.test(arg) || before[index - 1]?.startsWith("-"));
  return first === -1 || !isOwn ? undefined : first;
}

/** With a value behind it, a name needs no variable. */
function neededAt(text: string, index: number, start: number): readonly NeededVariable[] {
  return /^[A-Za-z_]\w*$/.test(text) ? [{ name: text, index, start, end: start + text.length }] : [];
}
