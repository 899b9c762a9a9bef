/** What a tool server fetches when it starts, for the rules about packages. Unlike the advice of `mcp/*`, it takes unclear lines as such. */
import { commandsOf } from "../../../../text/command-line.js";
import { containerIn } from "../../../../text/containers.js";
import type { Path } from "../../../../text/path.js";
import { programOf } from "../../../../text/program.js";
import { type Package, packageIn } from "../mcp/launchers.js";
import { serversOver } from "../mcp/servers.js";
import type { RuleContext } from "../rule.js";

export interface Fetched {
  readonly server: string;
  readonly path: Path;
  /** Undefined if the line does not show which package it is. */
  readonly fetched: Package | undefined;
}

/** An option or a variable that decides where packages come from, or what runs instead of one. */
export interface Diversion {
  readonly server: string;
  readonly path: Path;
  readonly name: string;
}

interface Family {
  readonly programs: string;
  /** A program that takes a package of this family as its first argument. */
  readonly plain: string;
  /** Options for packages beside the one that runs. */
  readonly more: RegExp;
  /** Options right before a package that take no value. Any other may take the package as its value, and run the next word. */
  readonly bare: RegExp;
  /** Each with its value behind a `=`. */
  readonly diverting: RegExp;
  readonly variables: RegExp;
}

const FAMILIES: readonly Family[] = [
  {
    programs: "npx pnpx bunx npm pnpm yarn bun",
    plain: "npx",
    more: /^(?:-p|--package)(?:=(.*))?$/s,
    bare: /^-(?:[yqsd]+|-(?:yes|quiet|silent|verbose|bun|offline|prefer-o(?:ff|n)line|ignore-existing|no(?:-.+)?)?)$/,
    diverting:
      /^(?:--(?:@[^=]*:)?registry|--(?:user|global)config|-c|--call|--node-(?:options|arg)|-n|--prefix|--dir|--cwd|-C|--cache|--workspace|-w|--(?:script-)?shell)=/,
    variables: /^(?:npm|pnpm|yarn|bun|corepack)_|^node_options$|^prefix$/i,
  },
  {
    programs: "uvx uv pipx",
    plain: "uvx",
    more: /^(?:-w|--with(?:-editable|-requirements)?)(?:=(.*))?$/s,
    bare: /^-(?:[qvnU]+|-(?:quiet|verbose|isolated|refresh|upgrade|reinstall|offline|native-tls|managed-python|no-.+)?)$/,
    diverting:
      /^(?:-i|-f|--(?:default-|extra-)?index(?:-url)?|--find-links|--config-file|--pip-args|--directory|--project|--env-file|--overrides?|-c|--constraints?|--cache-dir)=|^(?:-p|--python)=.*[\\/]/s,
    variables: /^(?:uv|pip|pipx)_/i,
  },
  {
    programs: "docker podman nerdctl docker-compose podman-compose",
    plain: "",
    more: /(?!)/,
    bare: /^/,
    diverting: /^(?:-H|-c|--host|--context|--config|--url|--connection|--remote|-r)=/,
    variables: /^(?:docker|container|podman)_/i,
  },
];

/** Variables that give every launcher the place of its settings. */
const SETTINGS = /^(?:home|userprofile|appdata|xdg_config_home)$/i;

/** Programs that may run an argument of several words. */
const STARTERS = new Set("env script busybox sudo doas timeout xargs".split(" "));
const SHELLS = new Set("sh bash zsh dash ash ksh mksh fish nu cmd powershell pwsh".split(" "));
/** A script with one of these characters may run more than one command. */
const OPERATORS = /[;&|<>`$()\n\r]/;

function familyOf(program: string): Family | undefined {
  return FAMILIES.find(({ programs }) => programs.split(" ").includes(program));
}

interface Server {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  /** Undefined for a program that fetches nothing. */
  readonly family: Family;
  /** The index after which the arguments are those of the launcher. */
  readonly start: number;
}

/** The servers whose command line names a launcher: as its program, after another one, or in a script. */
function launching(context: RuleContext): readonly Server[] {
  return serversOver(context.config, "stdio").flatMap(({ key, entry: { args = [] } }) => {
    const command = context.text(["mcp_servers", key, "command"]);
    if (command === undefined) return [];
    const isSplit = [SHELLS, STARTERS].some((programs) => programs.has(programOf(command)));
    const words = [
      command.split(/\s+/).map(programOf),
      ...args.map((arg) => (isSplit ? arg.split(/[\s;&|()"']+/) : [arg]).map(programOf)),
    ];
    const start = words.findIndex((some) => some.some((word) => familyOf(word) !== undefined));
    const family = (words[start] ?? []).map(familyOf).find((one) => one !== undefined);
    return family === undefined ? [] : [{ name: key, command, args, family, start }];
  });
}

/** The packages that servers fetch. Lines with a substitution are judged when they are loaded. */
export function fetchedBy(context: RuleContext): readonly Fetched[] {
  return launching(context).flatMap((server) => {
    const { name, command, args, family, start } = server;
    const at = (index: number): Path => ["mcp_servers", name, "args", index];
    if (args.some((_, index) => context.text(at(index)) === undefined)) return [];
    const fetched = packageIn(command, args);
    // A launcher with a blank behind its name is a program of another name.
    const own = fetched?.index ?? (start === 0 && /\s/.test(command) ? -1 : Math.min(start, args.length - 1));
    const isClear =
      (!SHELLS.has(programOf(command)) || isOneCommand(args[own] ?? "", family)) &&
      (fetched === undefined || isSurely(fetched, server));
    const first = { server: name, path: own < 0 ? ["mcp_servers", name, "command"] : at(own) };
    return [
      { ...first, fetched: isClear ? fetched : undefined },
      ...besides(server, fetched?.index).map(({ index, text }) => {
        return { server: name, path: at(index), fetched: packageIn(family.plain, [text]) };
      }),
    ];
  });
}

/** Whether the words before a package leave no doubt that it is one. */
function isSurely({ index, start }: Package, { command, args, family }: Server): boolean {
  if (commandsOf(command, args).some((one) => containerIn(one)?.isClear === false)) return false;
  const inside = (args[index] ?? "").slice(0, start).trim();
  const before = inside === "" ? args[index - 1] : inside.split(/\s+/).at(-1);
  const isOption = before?.startsWith("-") === true && !before.includes("=");
  return !isOption || family.bare.test(before) || FROM.test(before);
}

/** Options whose value is the package. */
const FROM = /^(?:-p|--package|--from|--spec)$/;

/** Whether a script runs one command that fetches one package. */
function isOneCommand(script: string, { more, diverting }: Family): boolean {
  return !OPERATORS.test(script) && !script.split(/\s+/).some((word) => more.test(word) || diverting.test(`${word}=`));
}

/** The packages beside the one that runs. Options behind a package in its own place are that package's. */
function besides({ args, family }: Server, own: number | undefined): readonly { index: number; text: string }[] {
  const isOption = own !== undefined && own > 0 && family.more.test(args[own - 1] ?? "");
  const last = own === undefined || isOption || family.more.test(args[own] ?? "") ? args.length : own;
  return args.slice(0, last).flatMap((arg, at) => {
    const match = family.more.exec(arg);
    const index = match?.[1] === undefined ? at + 1 : at;
    const text = match?.[1] ?? args[index];
    return match === null || index === own || text === undefined ? [] : [{ index, text }];
  });
}

/** The options and variables that divert a launcher. */
export function diversionsIn(context: RuleContext): readonly Diversion[] {
  return launching(context).flatMap(({ name, command, args, family }) => {
    const isShell = SHELLS.has(programOf(command));
    const own = isShell ? 0 : (packageIn(command, args)?.index ?? args.length);
    const options = args.slice(0, family.more.test(args[own - 1] ?? "") ? args.length : own).flatMap((arg, index) => {
      const path = ["mcp_servers", name, "args", index];
      const whole = arg.includes("=") ? arg : `${arg}=${args[index + 1] ?? ""}`;
      return family.diverting.test(whole) ? [{ server: name, path, name: arg.replace(/=.*/s, "") }] : [];
    });
    const env = context.config.mcp_servers?.[name];
    const variables = Object.keys((env && "env" in env ? env.env : undefined) ?? {})
      .filter((variable) => family.variables.test(variable) || SETTINGS.test(variable))
      .map((variable) => ({ server: name, path: ["mcp_servers", name, "env", variable], name: variable }));
    return [...options, ...variables];
  });
}
