/** Container programs: `-e NAME` passes on a variable that the program itself must have. */

const PROGRAMS = /(?:^|[\\/])(?:docker|podman|nerdctl)(?:\.exe)?$/i;

/** Programs that only start the next one. */
const STARTERS = /^(?:cmd(?:\.exe)?|\/c|env|sudo|exec|wsl(?:\.exe)?)$/i;

/** The names of the variables that a command line passes on to a container. */
export function passedOn(line: readonly string[]): readonly string[] {
  const at = line.findIndex((word) => !STARTERS.test(word));
  if (!PROGRAMS.test(line[at] ?? "")) return [];
  const words = line.slice(at + 1);
  return words.flatMap((word, index) => {
    const [, joined] = /^(?:-e|--env=)([A-Za-z_]\w*)$/.exec(word) ?? [];
    const name = joined ?? (/^(?:-\w*e|--env)$/.test(word) ? words[index + 1] : undefined);
    return name !== undefined && /^[A-Za-z_]\w*$/.test(name) ? [name] : [];
  });
}
