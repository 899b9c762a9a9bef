/** Programs that fetch the package to run: how each spells a package, and whether a spelling means exactly one version. */
import { type Command, commandsOf, type Word } from "../../../../text/command-line.js";
import { containerIn } from "../../../../text/containers.js";
import { grouped } from "../../../../text/grouped.js";
import { NONE } from "../../../../text/none.js";

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
const ALL: readonly Launcher[] = [
  ...["npx", "pnpx", "bunx", "npm exec", "npm x", "pnpm dlx", "yarn dlx", "bun x"].map((words) => ({ words, ...NPM })),
  ...["uvx", "uv tool run"].map((words) => ({ words, ...UV })),
  { words: "pipx run", kind: "python", from: "--spec", valued: "--python --pip-args -i --index-url" },
];

/** By the program. */
const LAUNCHERS = grouped(ALL.map((launcher) => [launcher.words.split(" ", 1)[0], launcher] as const));

/** The package that a command line fetches and runs; undefined if there is none, or the package is unclear. */
export function packageIn(command: string, args: readonly string[]): Package | undefined {
  for (const one of commandsOf(command, args)) {
    const found = imageIn(one) ?? packageOf(one);
    if (found !== undefined) return found;
  }
  return undefined;
}

function imageIn(command: Command): Package | undefined {
  const call = containerIn(command);
  const image = call?.target === undefined ? undefined : call.words[call.target];
  return image === undefined || call?.subcommand !== "run" || call.isService ? undefined : spelling("image", image);
}

function packageOf({ program, words }: Command): Package | undefined {
  for (const launcher of LAUNCHERS.get(program) ?? NONE) {
    const first = launcher.words.split(" ").slice(1);
    if (first.every((word, index) => words[index]?.text === word)) return named(launcher, words.slice(first.length));
  }
  return undefined;
}

/** The value of a `from` flag, or the first argument that is neither a flag nor the value of one. */
function named({ kind, from = "", valued }: Launcher, words: readonly Word[]): Package | undefined {
  const [asking, taking] = [from.split(" "), valued.split(" ")];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at];
    if (word === undefined || word.text === "--") continue;
    // `mcp/joined-arguments` reports a package with other words in one argument.
    if (/^(?:-|@?[\w.-]+(?:\/[\w.-]+)?@)?\S+\s+[^\s=<>~!]/.test(word.text)) return undefined;
    if (!word.text.startsWith("-")) return spelling(kind, word);
    const [flag = "", value] = word.text.split("=", 2);
    if (asking.includes(flag)) {
      const next = value === undefined ? words[at + 1] : behind(word, flag.length + 1);
      return next && spelling(kind, next);
    }
    if (value === undefined && taking.includes(flag)) at += 1;
  }
  return undefined;
}

function behind({ text, index, start }: Word, length: number): Word {
  return { text: text.slice(length), index, start: start + length };
}

/** A local file, an archive, or a text that only loading resolves. */
const NO_PACKAGE = /^[.~/\\]|^file:|^[A-Za-z]:\\|^https?:|\$[({]|["'`]/;
const REPOSITORY = /^git[+:]|^(?:github|gitlab|bitbucket):|^[\w-]+\/[\w.-]+(?:#|$)/;
/** A repository and a branch or tag in it. The user of an address precedes its host. */
const NPM_REF = /^([^#]+)#(.+)$/;
const PYTHON_REF = /^([\w+]+:\/\/[^/#]+\/[^@#]+)@([^#]+)/;
const COMMIT = /[#@][0-9a-f]{40}(?:[#&].*)?$/;

function spelling(kind: Launcher["kind"], { text, index, start }: Word): Package | undefined {
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
