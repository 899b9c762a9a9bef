/** Command lines that a launcher of packages does not understand, or that install a package and end. */
import { type Command, commandsOf } from "../../../../text/command-line.js";
import { programOf } from "../../../../text/program.js";
import { quote } from "../../../../text/quote.js";
import { form, type LauncherSlip, withoutFile } from "./launcher-forms.js";

const NPM: ReadonlySet<string> = new Set(["npx", "pnpx", "bunx"]);
const PYTHON: ReadonlySet<string> = new Set(["uvx", "pipx"]);

const FROM_NPM = `${quote("npx -y")} starts a package of npm`;
const FROM_PYPI = `${quote("uvx")} starts a package of Python`;
const FROM_SERVICE = `${quote("docker compose run --rm -T")} connects the agent with one service`;
const FROM_IMAGE = `${quote("docker run -i")} starts an image, and fetches it before`;

const INSTALLS = "installs something and ends, and answers no message";
const SERVES = "shows what services write, and answers no message";

const BANNER = "writes lines of its own among the messages";

/** First words that start no server, by program. */
const NO_SERVER: readonly (readonly [programs: string, words: RegExp, help: string, does?: string])[] = [
  ["npm pnpm yarn bun", /^(?:install|i|ci|add)$/, FROM_NPM],
  ["pip pip3 pipx poetry", /^(?:install|add)$/, FROM_PYPI],
  ["python python3 py", /^-m pip install$/, FROM_PYPI],
  ["uv", /^(?:pip install|tool install|add|sync)$/, FROM_PYPI],
  ["docker podman nerdctl", /^(?:pull|build|image pull|compose pull)$/, FROM_IMAGE],
  ["docker podman nerdctl", /^compose (?:up|start|logs)$/, FROM_SERVICE, SERVES],
  ["docker-compose podman-compose", /^(?:up|start|logs)$/, FROM_SERVICE, SERVES],
  ["npm pnpm yarn", /^(?:start|run(?:-script)? [\w:.-]+)$/, `add ${quote("--silent")} behind it`, BANNER],
  ["brew go cargo gem apt apt-get dotnet", /^(?:install|tool install)$/, "name the installed program itself"],
];

const SILENT = /^(?:-s|--silent|--quiet|--loglevel=silent)$/;

/** A script of a shell without the flag in front of it. */
function withoutFlag(program: string, [first = ""]: readonly string[]): LauncherSlip | undefined {
  const flag = program === "cmd" ? "/c" : /^(?:ba|z|da)?sh$/.test(program) ? "-c" : undefined;
  const isScript = flag === "/c" ? /^\w/.test(first) : /^[^-\s]\S* \S/.test(first) && !/\.[A-Za-z]\w*$/.test(first);
  if (flag === undefined || !isScript) return undefined;
  return {
    index: 0,
    message: `${quote(program)} runs a command only behind ${quote(flag)}`,
    help: `write ${quote(flag)} before it`,
  };
}

/** A program that asks for a password before it starts the server, and has nobody to ask. */
function asking(program: string, args: readonly string[]): LauncherSlip | undefined {
  if (!/^(?:sudo|doas|su|pkexec|runas)$/.test(program)) return undefined;
  if (args.some((arg) => /^(?:-[A-Za-z]*n|--non-interactive)$/.test(arg))) return undefined;
  const message = `${quote(program)} may ask for a password, and the agent has no terminal`;
  return { index: undefined, message, help: "start the program itself, with the rights of the agent" };
}

const AN_ADDRESS: LauncherSlip = {
  index: undefined,
  message: "this is an address, and no program",
  help: `write ${quote("transport: http")} with the address as ${quote("url")}`,
};

const AN_ASSIGNMENT: LauncherSlip = {
  index: undefined,
  message: "this sets a variable, and no shell reads it",
  help: `write the variable in ${quote("env")}, and the program here`,
};

/** `kubectl exec` without the standard input, or with a terminal. */
function inCluster(args: readonly string[]): LauncherSlip | undefined {
  const index = args.indexOf("exec");
  const end = args.indexOf("--");
  const options = args.slice(0, end === -1 ? args.length : end).filter((arg) => arg.startsWith("-"));
  if (index === -1 || (end !== -1 && end < index)) return undefined;
  const [hasInput, hasTerminal] = [/^(?:-t?it?|--stdin(?:=true)?)$/, /^(?:-i?ti?|--tty(?:=true)?)$/].map((option) =>
    options.some((arg) => option.test(arg)),
  );
  if (hasInput === true && hasTerminal === false) return undefined;
  const help = `write ${quote("kubectl exec -i")}`;
  return hasInput === true
    ? { index, message: `${quote("kubectl exec -t")} wants a terminal, and the agent has none`, help }
    : { index, message: `${quote("kubectl exec")} gives it no standard input, so no message reaches it`, help };
}

/** Undefined for a command line without such a slip. */
export function launcherSlip(command: string, args: readonly string[]): LauncherSlip | undefined {
  if (/^https?:\/\//i.test(command)) return AN_ADDRESS;
  if (/^[A-Za-z_]\w*=\S*$/.test(command)) return AN_ASSIGNMENT;
  const program = programOf(command);
  const bare = withoutFlag(program, args) ?? asking(program, args);
  if (bare !== undefined) return bare;
  if (/^(?:kubectl|oc)$/.test(program)) return inCluster(args);
  const [own] = commandsOf(command, args);
  return own === undefined || own.isInScript
    ? undefined
    : (withoutServer(own) ?? form(own) ?? withoutFile(own) ?? file(own) ?? ofService(own) ?? spelling(own));
}

function withoutServer({ program, words }: Command): LauncherSlip | undefined {
  const texts = words.map(({ text }) => text);
  if (texts.some((text) => SILENT.test(text))) return undefined;
  for (const [programs, first, help, does = INSTALLS] of NO_SERVER) {
    if (!programs.split(" ").includes(program)) continue;
    const count = [1, 2, 3].find((length) => first.test(texts.slice(0, length).join(" ")));
    const last = count === undefined ? undefined : words[count - 1];
    if (last === undefined) continue;
    const called = `${program} ${texts.slice(0, count).join(" ")}`;
    return { index: last.index, message: `${quote(called)} ${does}`, help };
  }
  return undefined;
}

/** A file in the place of a class or a module. */
function file({ program, words }: Command): LauncherSlip | undefined {
  const at = words.findIndex(
    ({ text }, index) => !text.startsWith("-") && !/^-(?:cp|-?class-?path)$/.test(words[index - 1]?.text ?? ""),
  );
  const [first, before] = [words[at], words[at - 1]];
  if (first === undefined) return undefined;
  if (
    program === "java" &&
    /\.jar$/i.test(first.text) &&
    before?.text !== "-jar" &&
    !words.some(({ text }) => text === "-jar")
  )
    return {
      index: first.index,
      message: `${quote("java")} starts a class, and this is a file`,
      help: `write ${quote("-jar")} before it`,
    };
  return /^(?:python[\d.]*|py)$/.test(program) && before?.text === "-m" && /[\\/]|\.py$/.test(first.text)
    ? {
        index: first.index,
        message: `${quote("-m")} starts a module by its name, and this is a file`,
        help: `leave ${quote("-m")} out`,
      }
    : undefined;
}

/** An option of `docker compose` that asks for a terminal. */
function ofService({ program, words }: Command): LauncherSlip | undefined {
  const start = program === "docker" && words[0]?.text === "compose" ? 1 : 0;
  if (start === 0 && program !== "docker-compose") return undefined;
  const at = words.findIndex(({ text }) => text === "run" || text === "exec");
  const end = words.findIndex(({ text }, index) => index > at && !text.startsWith("-"));
  const option =
    at === -1
      ? undefined
      : words
          .slice(at + 1, end === -1 ? undefined : end)
          .find(({ text }) => /^(?:-[a-su-z]*t[a-z]*|--tty)$/.test(text));
  return (
    option && {
      index: option.index,
      message: `${quote(option.text)} wants a terminal, and the agent has none`,
      help: `write ${quote("-T")} instead`,
    }
  );
}

function spelling({ program, words }: Command): LauncherSlip | undefined {
  const first = words.find(({ text }) => !text.startsWith("-"));
  if (program === "node" && first !== undefined && /^@[\w.-]+\/[\w.-]+(?:@[\w.^~-]+)?$/.test(first.text))
    return {
      index: first.index,
      message: `${quote("node")} runs a file, and this is the name of a package`,
      help: FROM_NPM,
    };
  if (NPM.has(program) && first !== undefined) {
    const [, name = "", version = ""] = /^([\w.-]+)==([\w.+-]+)$/.exec(first.text) ?? [];
    if (name === "") return undefined;
    const instead = `${name}@${version}`;
    return {
      index: first.index,
      message: `${quote("==")} separates the version of a package of Python, and ${quote(program)} starts those of npm`,
      help: `write ${quote(instead)}, or start it with ${quote("uvx")}`,
      instead,
    };
  }
  if (!PYTHON.has(program)) return undefined;
  const flag = words[0];
  if (program === "uvx" && flag !== undefined && /^(?:-y|--yes)$/.test(flag.text))
    return {
      index: flag.index,
      message: `${quote(flag.text)} is a flag of ${quote("npx")}`,
      help: `leave it out: ${quote("uvx")} asks nothing`,
      instead: null,
    };
  return first !== undefined && /^@[\w.-]+\/[\w.-]+/.test(first.text)
    ? {
        index: first.index,
        message: `the name of a package of Python has no scope such as ${quote(first.text.split("/", 1)[0] ?? "")}`,
        help: `if it is a package of npm, ${quote("npx -y")} starts it`,
      }
    : undefined;
}
