/** Values of other tools as values of this agent: references translated, secrets replaced. */
import type { TreePlace } from "../read/other-tools/places.js";
import { childrenOf } from "../read/other-tools/places.js";
import type { Dialect } from "./dialects/dialect.js";
import { textOf } from "./fields.js";
import { isPlainName, type Log, PRINTED } from "./log.js";
import { translate, variableName } from "./reference.js";
import { argumentsWithoutSecrets, join, type Owner, withoutGenerated, withoutSecrets } from "./secrets.js";

/** The data that the values of one entry share. */
export interface Scene extends Owner {
  readonly shell: Dialect["shell"];
}

/** The same data for a value one step further in. */
export function below(scene: Scene, ...steps: readonly string[]): Scene {
  return { ...scene, path: [...scene.path, ...steps] };
}

/** A scalar as a text in the spelling of this agent; undefined, and a remark, for any other value. */
export function scalarText(place: TreePlace, scene: Scene): string | undefined {
  const text = textOf(place.node);
  if (text === undefined) {
    scene.log.remark(place.keySpan, place.path, "is no text, and is left out", isNull(place) ? "lost" : "type");
    return undefined;
  }
  const parts = scene.shell === "commands" ? text.split(COMMAND) : [text];
  return parts.map((part, index) => (index % 2 === 1 ? printed(part, scene) : spelt(part, scene))).join("");
}

function spelt(text: string, { log, shell, path }: Scene): string {
  const translated = translate(text, shell !== undefined);
  for (const { name, as } of translated.references) if (as !== undefined) log.want(name, path, as);
  return translated.text;
}

/** A command as a shell writes it; the brackets in it may hold one more. */
const COMMAND = /(\$\((?:[^()]|\([^()]*\))*\))/;

/** A variable in place of a command; one that only prints a variable is that variable. */
function printed(command: string, { entry, path, log }: Scene): string {
  const [, variable] = /^\$\(echo "?\$\{?([A-Za-z_]\w*)\}?"?\)$/.exec(command) ?? [];
  if (variable !== undefined) return `\${${variable}}`;
  return `\${${log.hide(command, [join(entry, variableName(String(path.at(-1))))], path, PRINTED)}}`;
}

/** A text with its evident secrets replaced. */
export function plainText(place: TreePlace | undefined, scene: Scene): string | undefined {
  const text = place && scalarText(place, scene);
  return text === undefined ? undefined : withoutGenerated(text, scene);
}

function isNull({ node }: TreePlace): boolean {
  return node.kind === "scalar" && node.value === null;
}

/** The texts of a list, or the one text in place of a list. */
export function texts(place: TreePlace | undefined, scene: Scene): readonly string[] {
  if (place === undefined) return [];
  const items = place.node.kind === "sequence" ? childrenOf(place) : [place];
  return items.flatMap((item) => scalarText(item, scene) ?? []);
}

/** The same without secrets; undefined without a value. */
export function textList(place: TreePlace | undefined, scene: Scene): readonly string[] | undefined {
  return place && argumentsWithoutSecrets(texts(place, scene), scene);
}

/** The texts of a mapping by name. `own`: its names are names of variables. */
export function textMap(
  place: TreePlace | undefined,
  names: "own" | "of-entry",
  scene: Scene,
): Readonly<Record<string, string>> | undefined {
  if (place === undefined) return undefined;
  if (place.node.kind !== "mapping") {
    scene.log.remark(place.keySpan, place.path, "is no mapping, and is left out", isNull(place) ? "note" : "type");
    return undefined;
  }
  const entries = childrenOf(place).flatMap((child) => {
    const name = String(child.path.at(-1));
    if (!hasPlainName(child, scene.log)) return [];
    const text = scalarText(child, below(scene, name));
    return text === undefined ? [] : [[name, withoutSecrets(text, name, names, below(scene, name))] as const];
  });
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

/** Whether a text may be the name of a variable; not if it is a secret. */
export function isVariable(text: string): boolean {
  return /^[A-Za-z_]\w*$/.test(text) && isPlainName(text);
}

/** A reference to the variable that a text names; undefined, and a remark, for any other text. */
export function referenceTo(place: TreePlace | undefined, { log, path }: Scene): string | undefined {
  if (place === undefined) return undefined;
  const name = textOf(place.node) ?? "";
  if (isVariable(name)) {
    log.want(name, path, "the variable that the file names");
    return `\${${name}}`;
  }
  log.remark(place.keySpan, place.path, "names no variable, and is left out", "value");
  return undefined;
}

/** The headers in clear text, and those with variables as their values. */
export function headersOf(
  fields: { get(key: "headers" | "header_variables"): TreePlace | undefined },
  scene: Scene,
): Readonly<Record<string, string>> | undefined {
  const variables = fields.get("header_variables");
  const named = (variables === undefined ? [] : childrenOf(variables)).flatMap((child) => {
    const name = String(child.path.at(-1));
    const value = hasPlainName(child, scene.log) ? referenceTo(child, below(scene, name)) : undefined;
    return value === undefined ? [] : [[name, value] as const];
  });
  const written = textMap(fields.get("headers"), "of-entry", scene);
  return named.length === 0 ? written : { ...written, ...Object.fromEntries(named) };
}

/** Whether the name of an entry can be imported; the log gets those that cannot. */
function hasPlainName({ path, keySpan }: TreePlace, log: Log): boolean {
  const isPlain = isPlainName(String(path.at(-1)));
  if (!isPlain) log.remark(keySpan, path, "has a name that cannot be shown, and is left out");
  return isPlain;
}
