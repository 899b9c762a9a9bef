/** How the runner of GitHub Actions reads a line of a log: which command it is, with which properties and which data. */

export interface Command {
  readonly name: string;
  readonly properties: Readonly<Record<string, string>>;
  readonly data: string;
}

/** Every command it knows; the names do not depend on case. */
const KNOWN = [
  ...["error", "warning", "notice", "debug", "group", "endgroup", "add-mask", "add-path", "set-env", "set-output"],
  ...["save-state", "stop-commands", "add-matcher", "remove-matcher", "echo", "internal-set-repo-path"],
];

/** The commands of a whole log. A line ends at each kind of line break. */
export function commandsIn(log: string): readonly Command[] {
  return log.split(/\r\n|\n|\r/).flatMap((line) => {
    const command = inColons(line) ?? inBrackets(line);
    return command === undefined ? [] : [command];
  });
}

/** `::name key=value,key=value::data`, after white space. */
function inColons(line: string): Command | undefined {
  const text = line.trimStart();
  if (!text.startsWith("::")) return undefined;
  const end = text.indexOf("::", 2);
  if (end === -1) return undefined;
  return commandOf(text.slice(2, end), ",", text.slice(end + 2), true);
}

/** `##[name key=value;key=value]data`, anywhere in the line. */
function inBrackets(line: string): Command | undefined {
  const start = line.indexOf("##[");
  const end = start === -1 ? -1 : line.indexOf("]", start);
  if (end === -1) return undefined;
  return commandOf(line.slice(start + 3, end), ";", line.slice(end + 1), false);
}

function commandOf(info: string, separator: string, data: string, isNew: boolean): Command | undefined {
  const space = info.indexOf(" ");
  const name = space === -1 ? info : info.slice(0, space);
  if (!KNOWN.includes(name.toLowerCase())) return undefined;
  const pairs =
    space <= 0
      ? []
      : info
          .slice(space + 1)
          .trim()
          .split(separator);
  const properties = pairs.flatMap((pair): readonly (readonly [string, string])[] => {
    const [, key, value] = /^=*([^=]+)=+(.+)$/s.exec(pair) ?? [];
    return key === undefined || value === undefined ? [] : [[key, unescaped(value, isNew ? ":,%" : ";]%")]];
  });
  return { name, properties: Object.fromEntries(properties), data: unescaped(data, isNew ? "%" : ";]%") };
}

/** One escape after the other, the percent sign last. */
function unescaped(text: string, characters: string): string {
  return [..."\r\n", ...characters].reduce((result, character) => {
    const code = character.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0");
    return result.replaceAll(`%${code}`, character);
  }, text);
}
