/** A host that forbids everything that linting must not do (I5), and keeps what was done all the same. */
import { posix } from "node:path";
import type { Host } from "../../src/host.js";

export interface Recorder {
  readonly host: Host;
  /** What was forbidden and tried. */
  readonly forbidden: readonly string[];
  /** Names of the files that were read. */
  readonly files: ReadonlySet<string>;
}

/** The variables that say where the global layer is (S1). */
const VARIABLES: ReadonlySet<PropertyKey> = new Set(["HOME", "XDG_CONFIG_HOME"]);

const CONFIG = /^config\.(yaml|yml|json|jsonc)$/;

/** What the search for the two layers may look at (S1, S2). */
const LOOKED_AT = /^(\.git|\.agent|agent|repo|config\.(yaml|yml|json|jsonc))$/;

/** Wraps a host. Whatever it forbids throws and is recorded, so that catching the exception hides nothing. */
export function recorder(inner: Host): Recorder {
  const forbidden: string[] = [];
  const files = new Set<string>();
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
    if (!LOOKED_AT.test(posix.basename(path))) forbid(`look at ${path}`);
  };
  const host: Host = {
    ...inner,
    env,
    kindOf: (path) => {
      lookAt(path);
      return inner.kindOf(path);
    },
    realPath: (path) => {
      lookAt(path);
      return inner.realPath(path);
    },
    readFile: (file, limit) => {
      if (!CONFIG.test(posix.basename(file))) forbid(`read ${file}`);
      files.add(file);
      return inner.readFile(file, limit);
    },
    run: async (command) => forbid(`run ${command}`),
    replaceFile: (file) => forbid(`write ${file}`),
  };
  return { host, forbidden, files };
}
