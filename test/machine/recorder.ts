/** A host that forbids everything that linting must not do (I5), and records each attempt. */
import { posix } from "node:path";
import type { Json } from "../../src/toolkit/read/document/data.js";
import { ENDINGS } from "../../src/toolkit/read/document/formats.js";
import type { WritingHost } from "../../src/toolkit/read/host/host.js";
import { isObject } from "../arbitrary/plain.js";

export interface Recorder {
  readonly host: WritingHost;
  /** The forbidden actions that were tried. */
  readonly forbidden: readonly string[];
  /** Names of the files that were read. */
  readonly files: ReadonlySet<string>;
  /** The files that were looked at because a configuration names them. */
  readonly lookedAt: ReadonlySet<string>;
}

/** The variables that say where the global layer is (S1). */
const VARIABLES: ReadonlySet<PropertyKey> = new Set(["HOME", "XDG_CONFIG_HOME"]);

/** Configurations, and the permissions beside them (P-S108). */
const CONFIGS: readonly string[] = ["config", "permissions"].flatMap((name) =>
  ENDINGS.map((ending) => `${name}${ending}`),
);

/** What the search for the two layers and the permissions may look at (S1, S2), besides the place of the machine's policy (S59). */
const LOOKED_AT: readonly string[] = [".git", ".agent", ".config", "agent", "repo", ...CONFIGS];

/** The prompts, facets and the script that a configuration names: what linting may look for, and no further than whether it is there. */
export function namedIn(config: Json): readonly string[] {
  const below = (value: Json | undefined, key: string): Json | undefined => (isObject(value) ? value[key] : undefined);
  const prompts = ["facets", "subagents"].flatMap((section) => Object.values(below(config, section) ?? {}));
  const script = below(below(below(config, "agent_behavior"), "shell"), "init_script");
  const session = below(config, "active_session");
  const facets = ["default_facet", "default_exec_facet"].map((key) => below(session, key));
  const discovered = facets.flatMap((facet) => (typeof facet === "string" ? [`.agent/facets/${facet}.md`] : []));
  const sources = prompts.map((prompt: Json) => below(prompt, "source"));
  return [...sources, script, ...discovered].filter((name) => typeof name === "string");
}

/** The directories on the way to a file of the project and the file itself; nothing for a path that leaves the project. */
function wayTo(name: string): readonly string[] {
  const steps = name.split("/").filter((step) => step !== "");
  const way = steps.map((_, index) => posix.join("/repo", ...steps.slice(0, index + 1)));
  return way.every((place) => place === "/repo" || place.startsWith("/repo/")) ? way : [];
}

/**
 * Wraps a host whose project is `/repo`. Whatever it forbids throws and is recorded, so that catching the exception hides nothing.
 * Files of the project that are `named` may be looked at, their kind and nothing else.
 */
export function recorder(inner: WritingHost, named: readonly string[] = []): Recorder {
  const forbidden: string[] = [];
  const files = new Set<string>();
  const lookedAt = new Set<string>();
  const ways = new Set(named.flatMap(wayTo));
  const forbid = (what: string): never => {
    forbidden.push(what);
    throw new Error(`forbidden: ${what}`);
  };
  const onlyVariables = (what: string, name: PropertyKey): void => {
    if (!VARIABLES.has(name)) forbid(`${what} ${String(name)}`);
  };
  const env = new Proxy(inner.env, {
    get: (target, name) => {
      onlyVariables("read the variable", name);
      return Reflect.get(target, name);
    },
    has: (target, name) => {
      onlyVariables("look for the variable", name);
      return Reflect.has(target, name);
    },
    getOwnPropertyDescriptor: (target, name) => {
      onlyVariables("describe the variable", name);
      return Reflect.getOwnPropertyDescriptor(target, name);
    },
    ownKeys: () => forbid("list the variables"),
    set: (_, name) => forbid(`set the variable ${String(name)}`),
    defineProperty: (_, name) => forbid(`define the variable ${String(name)}`),
    deleteProperty: (_, name) => forbid(`delete the variable ${String(name)}`),
  });
  const lookAt = (path: string): void => {
    if (path !== inner.policyFile && !LOOKED_AT.includes(posix.basename(path))) forbid(`look at ${path}`);
  };
  const host: WritingHost = {
    ...inner,
    env,
    kindOf: (path) => {
      if (ways.has(path)) lookedAt.add(path);
      else lookAt(path);
      return inner.kindOf(path);
    },
    realPath: (path) => {
      lookAt(path);
      return inner.realPath(path);
    },
    readFile: (file, limit) => {
      if (file !== inner.policyFile && !CONFIGS.includes(posix.basename(file))) forbid(`read ${file}`);
      files.add(file);
      return inner.readFile(file, limit);
    },
    signature: (path) => forbid(`look at ${path}`),
    run: async (command) => forbid(`run ${command}`),
    replaceFile: (file) => forbid(`write ${file}`),
    createFile: (file) => forbid(`create ${file}`),
    countCertificates: () => forbid("look into certificates"),
  };
  return { host, forbidden, files, lookedAt };
}
