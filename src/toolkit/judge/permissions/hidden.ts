/** Which rules decide about all calls of another rule. Work grows with the number of rules, not with its square. */
import type { Effect, Rule } from "../../../permissions/rule.js";
import { folded } from "../../../text/file-pattern.js";
import type { FileRule } from "./file-rules.js";
import { fits, SHELL, serverIn } from "./tools.js";

/** The most rules with wildcards in the names of tools and servers that are compared with every other rule. */
const MOST_WILD = 100;
/** The most beginnings of a command or a path that are looked up. */
const MOST_STEPS = 40;

/** A rule's fields in one spelling each. */
interface Normal {
  readonly tool: string | undefined;
  readonly command: string | undefined;
  readonly path: string | undefined;
  readonly server: string | undefined;
}

function normalOf({ tool, command, path, server }: Rule): Normal {
  return {
    tool: tool ?? (command === undefined ? undefined : SHELL),
    command: command?.trim().replace(/\s+/g, " "),
    path: path === undefined ? undefined : folder(folded(path.trim())),
    server,
  };
}

/** `src/`, `src/**` and `src` guard the same files. */
function folder(path: string): string {
  for (const ending of ["/**/*", "/**", "/"])
    if (path.endsWith(ending) && path.length > ending.length) return folder(path.slice(0, -ending.length));
  return path;
}

function keyOf({ tool, command, path, server }: Normal): string {
  return JSON.stringify([tool ?? 0, command ?? 0, path ?? 0, server ?? 0]);
}

/** Finds among some rules one that is about all calls of another. */
export class Coverage {
  readonly #exact = new Map<string, FileRule>();
  readonly #wild: { readonly normal: Normal; readonly rule: FileRule }[] = [];

  constructor(rules: readonly FileRule[]) {
    for (const rule of rules) {
      const normal = normalOf(rule.rule);
      const key = keyOf(normal);
      if (!this.#exact.has(key)) this.#exact.set(key, rule);
      const isWild = `${normal.tool ?? ""}${normal.server ?? ""}`.includes("*");
      if (isWild && this.#wild.length < MOST_WILD) this.#wild.push({ normal, rule });
    }
  }

  /** The first rule with the same fields. */
  same(rule: Rule): FileRule | undefined {
    return this.#exact.get(keyOf(normalOf(rule)));
  }

  coverOf(rule: Rule): FileRule | undefined {
    if (this.#exact.size === 0) return undefined;
    const normal = normalOf(rule);
    for (const wider of widerThan(normal)) {
      const cover = this.#exact.get(keyOf(wider));
      if (cover !== undefined) return cover;
    }
    return this.#wild.find((one) => isWider(one.normal, normal))?.rule;
  }
}

/** The rules without wildcards in names that cover one, itself first. */
function* widerThan(normal: Normal): Generator<Normal> {
  const own = normal.tool === undefined ? undefined : serverIn(normal.tool);
  const names = [
    { tool: normal.tool, server: normal.server },
    ...(normal.tool === undefined ? [] : [{ tool: undefined, server: normal.server }]),
    ...(normal.server === undefined ? [] : [{ tool: normal.tool, server: undefined }]),
    ...(own === undefined ? [] : [{ tool: undefined, server: own }]),
  ];
  for (const name of names)
    for (const command of widerCommands(normal.command))
      for (const path of widerPaths(normal.path)) {
        const wider = { ...name, command, path };
        if (Object.values(wider).some((field) => field !== undefined)) yield wider;
      }
}

function widerCommands(command: string | undefined): readonly (string | undefined)[] {
  if (command === undefined) return [undefined];
  const words = command.split(" ", MOST_STEPS);
  const beginnings = words.map((_, index) => [...words.slice(0, index), "*"].join(" "));
  return [command, ...beginnings, ...(words.at(-1) === "*" ? [] : [`${command} *`]), undefined];
}

function widerPaths(path: string | undefined): readonly (string | undefined)[] {
  if (path === undefined) return [undefined];
  const names = path.split("/", MOST_STEPS);
  return [path, ...names.slice(1).map((_, index) => names.slice(0, index + 1).join("/")), "**", "*", undefined];
}

function isWider(wide: Normal, narrow: Normal): boolean {
  return (
    isNameIn(wide.tool, narrow.tool) &&
    isNameIn(wide.server, narrow.server) &&
    widerCommands(narrow.command).includes(wide.command) &&
    widerPaths(narrow.path).includes(wide.path)
  );
}

/** Whether a pattern fits every name that another pattern fits; a `*` of that one is a character that only a `*` fits. */
function isNameIn(wide: string | undefined, narrow: string | undefined): boolean {
  return wide === undefined || (narrow !== undefined && fits(wide, narrow));
}

/** The effects that win over one, the strongest first. */
export const STRONGER: Readonly<Record<Effect, readonly Effect[]>> = {
  deny: [],
  ask: ["deny"],
  allow: ["deny", "ask"],
};
