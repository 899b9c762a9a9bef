/** Programs that fetch the package to run: how each spells a package, and whether a spelling means exactly one version. */
import { CONTAINER_OPTIONS } from "../../../../text/containers.js";
import { grouped } from "../../../../text/grouped.js";
import { NONE } from "../../../../text/none.js";
import { programOf, startedAt } from "../../../../text/program.js";

/** The package that a command line runs. */
export interface Package {
  /** Index of its argument, and the span in that argument. */
  readonly index: number;
  readonly start: number;
  readonly end: number;
  /** The name without the version. */
  readonly name: string;
  /** The version as written; empty without one. */
  readonly version: string;
  readonly pin: "exact" | "range" | "tag" | "none";
  /** The package with an exact version, as an example. */
  readonly example: string;
}

interface Launcher {
  /** The program, and its first words. */
  readonly words: string;
  readonly kind: "npm" | "python" | "image";
  /** Flags whose value is the package. */
  readonly from?: string;
  /** Other flags that take a value. */
  readonly valued: string;
}

type Kind = Omit<Launcher, "words">;

const NPM: Kind = {
  kind: "npm",
  from: "-p --package",
  valued: "-c --call -w --workspace --cache --registry --prefix",
};
const UV: Kind = {
  kind: "python",
  from: "--from",
  valued:
    "-p --python -w --with --with-editable --with-requirements -i --index --index-url --default-index --directory",
};
const CONTAINER: Kind = { kind: "image", valued: CONTAINER_OPTIONS };

const ALL: readonly Launcher[] = [
  ...["npx", "pnpx", "bunx", "npm exec", "npm x", "pnpm dlx", "yarn dlx", "bun x"].map((words) => ({ words, ...NPM })),
  ...["uvx", "uv tool run"].map((words) => ({ words, ...UV })),
  { words: "pipx run", kind: "python", from: "--spec", valued: "--python --pip-args -i --index-url" },
  ...["docker run", "podman run", "docker container run"].map((words) => ({ words, ...CONTAINER })),
];

/** By the program. */
const LAUNCHERS = grouped(ALL.map((launcher) => [launcher.words.split(" ", 1)[0], launcher] as const));

/** The package that a command line fetches and runs; undefined if there is none, or the package is unclear. */
export function packageIn(command: string, args: readonly string[]): Package | undefined {
  const program = programOf(command);
  const around = startedAt(program, args);
  if (around !== undefined) return shifted(packageIn(args[around] ?? "", args.slice(around + 1)), around + 1);
  const script = SHELLS.has(program) ? scriptAt(args) : undefined;
  if (script !== undefined) return packageInScript(args[script] ?? "", script);
  for (const launcher of LAUNCHERS.get(program) ?? NONE) {
    const words = launcher.words.split(" ").slice(1);
    if (words.every((word, index) => args[index] === word))
      return shifted(named(launcher, args.slice(words.length)), words.length);
  }
  return undefined;
}

const SHELLS: ReadonlySet<string> = new Set(["sh", "bash", "zsh", "dash", "ksh", "fish", "cmd", "powershell", "pwsh"]);

/** The index of the argument that a shell runs as its script. */
function scriptAt(args: readonly string[]): number | undefined {
  const flag = args.findIndex((arg) => /^-\w*c$|^\/[ck]$|^-command$/i.test(arg));
  return flag === -1 || args[flag + 1] === undefined ? undefined : flag + 1;
}

/** The package of the first command in a script that runs one. Quotes are not followed: a word with one is not a package. */
function packageInScript(script: string, index: number): Package | undefined {
  for (const { 0: command, index: start } of script.matchAll(/[^;&|\n]+/g)) {
    const words = Array.from(command.matchAll(/\S+/g), (word) => ({ text: word[0], start: start + word.index }));
    while (/^\w+=|^(?:exec|command|then|do)$/.test(words[0]?.text ?? "")) words.shift();
    const [program, ...rest] = words;
    const found =
      program &&
      packageIn(
        program.text,
        rest.map(({ text }) => text),
      );
    const word = found && rest[found.index];
    if (found !== undefined && word !== undefined && !/["'`$]/.test(word.text))
      return { ...found, index, start: word.start + found.start, end: word.start + found.end };
  }
  return undefined;
}

function shifted(match: Package | undefined, by: number): Package | undefined {
  return match && { ...match, index: match.index + by };
}

/** The value of a `from` flag, or the first argument that is neither a flag nor the value of one. */
function named({ kind, from = "", valued }: Launcher, args: readonly string[]): Package | undefined {
  const [asking, taking] = [from.split(" "), valued.split(" ")];
  for (let index = 0; index < args.length; index += 1) {
    const arg = args[index] ?? "";
    if (arg === "--") continue;
    // One argument with a flag and the package.
    const { 1: lead } = /^(-y|--yes|-q|--quiet)\s+(?=\S)/.exec(arg) ?? [];
    if (lead !== undefined) {
      const from = arg.length - arg.slice(lead.length).trimStart().length;
      return spelling(kind, arg.slice(from), index, from);
    }
    if (!arg.startsWith("-")) return spelling(kind, arg, index, 0);
    const [flag = "", value] = arg.split("=", 2);
    if (asking.includes(flag)) {
      return value === undefined
        ? spelling(kind, args[index + 1] ?? "", index + 1, 0)
        : spelling(kind, arg.slice(flag.length + 1), index, flag.length + 1);
    }
    if (value === undefined && taking.includes(flag)) index += 1;
  }
  return undefined;
}

/** A local file, an archive, or a text that only loading resolves. */
const NO_PACKAGE = /^[.~/\\]|^file:|^[A-Za-z]:\\|^https?:|\$[({]/;
const REPOSITORY = /^git[+:]|^(?:github|gitlab|bitbucket):|^[\w-]+\/[\w.-]+(?:#|$)/;
/** A repository and a branch or tag in it. The user of an address precedes its host. */
const NPM_REF = /^([^#]+)#(.+)$/;
const PYTHON_REF = /^([\w+]+:\/\/[^/#]+\/[^@#]+)@([^#]+)/;
const COMMIT = /[#@][0-9a-f]{40}(?:[#&].*)?$/;

function spelling(kind: Launcher["kind"], text: string, index: number, start: number): Package | undefined {
  if (text === "" || NO_PACKAGE.test(text)) return undefined;
  const place = { index, start, end: start + text.length };
  if (kind !== "image" && REPOSITORY.test(text)) {
    const [, name = text, version = ""] = (kind === "npm" ? NPM_REF : PYTHON_REF).exec(text) ?? [];
    const pin = COMMIT.test(text) ? "exact" : version === "" ? "none" : "tag";
    return { ...place, name, version, pin, example: `${name}${kind === "npm" ? "#" : "@"}COMMIT` };
  }
  const { name, version, example } = READ[kind](text);
  return { ...place, name, version, pin: pinOf(kind, version), example };
}

interface Spelling {
  readonly name: string;
  readonly version: string;
  readonly example: string;
}

/** How each kind appends a version to a name. */
const READ: Readonly<Record<Launcher["kind"], (text: string) => Spelling>> = {
  npm: (text) => {
    const [, name = text, version = ""] = /^(@?[^@]+)@(.*)$/s.exec(text) ?? [];
    return { name, version, example: `${name}@1.2.3` };
  },
  python: (text) => {
    const end = text.search(/[\s<>=!~@]/);
    const name = end === -1 ? text : text.slice(0, end);
    const version = text.slice(name.length).replace(/^\s?(?:===?|@)\s?/, "");
    return { name, version, example: `${name}==1.2.3` };
  },
  image: (text) => {
    const [, name = text, tag = "", digest = ""] = /^([^@]+?)(?::([\w.-]+))?(@sha256:.+)?$/s.exec(text) ?? [];
    return { name, version: digest === "" ? tag : digest, example: `${name}@sha256:…` };
  },
};

/** Versions of npm have three numbers: with fewer they are ranges. `==1` of Python is one version, `1.0` (PEP 440). */
const EXACT: Readonly<Record<Launcher["kind"], RegExp>> = {
  npm: /^v?\d+\.\d+\.\d+(?:[-+][\w.+-]+)?$/,
  python: /^(?:\d+!)?\d[\w.+-]*$/,
  image: /^@sha256:|^v?\d+\.\d[\w.-]*$/,
};

function pinOf(kind: Launcher["kind"], version: string): Package["pin"] {
  if (version === "") return "none";
  if (EXACT[kind].test(version)) return "exact";
  return kind === "image" || /^[A-WYZa-wyz][\w-]*$/.test(version) ? "tag" : "range";
}
