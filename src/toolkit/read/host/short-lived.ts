/**
 * Part of the host. V8 does much that a process of a moment does not live to use: it enlarges the part of the heap for new objects, whose
 * pages the machine then has to provide, and in Node 20 it optimises code, which Node waits for at its end. Without this file, linting 5,000
 * lines takes almost twice as long there.
 */
import type { Host } from "./host.js";

const V8 = Number.parseInt(process.versions.v8, 10);

/** In Node 20. Later versions do not have the option of a budget, and optimise later by themselves. */
const hasBudget = V8 < 12;

/** In Node 20 and 22. Later versions enlarge that part of the heap all the same. */
const staysSmall = V8 < 13;

/**
 * V8 optimises a function when it has used this budget, 67584 by default. The more bytes the process has read, the more it has to do: up to
 * 32 KiB it ends before V8 optimises anything, up to 512 KiB optimising pays late, and beyond earlier.
 */
const BUDGETS = [
  { above: 512 * 1024, budget: 300_000 },
  { above: 32 * 1024, budget: 1_000_000 },
];

/** Most of what is made of a larger file is kept to the end, so that V8 would copy it again and again if it had little room for new objects. */
const LARGE = 512 * 1024;

/** What Node is made of, by name. */
type Inner = { readonly binding: (name: "v8") => { readonly setFlagsFromString: (options: string) => void } };

/**
 * Sets options of V8. The module for it, `node:v8`, also loads streams, which takes as long as reading 2,000 lines. The way around it is
 * deprecated, so that Node would warn about it. Where Node denies it, the command is slower.
 */
function setOptions(options: string): void {
  const { noDeprecation = false } = process;
  process.noDeprecation = true;
  try {
    (process as typeof process & Inner).binding("v8").setFlagsFromString(options);
  } catch {
    // Then V8 does as it usually does.
  } finally {
    process.noDeprecation = noDeprecation;
  }
}

/** A host that sets options of V8 once many bytes have been read. They hold for the whole process: only for one of our own. */
export function shortLived<Machine extends Host>(host: Machine): Machine {
  if (!staysSmall) return host;
  let total = 0;
  let growth = 1;
  let current = "";
  return {
    ...host,
    readFile: (file, limit, realPath) => {
      const read = host.readFile(file, limit, realPath);
      if (read.kind === "bytes") {
        total += read.bytes.length;
        if (read.bytes.length > LARGE) growth = 2;
      }
      const budget = BUDGETS.find(({ above }) => total > above)?.budget;
      if (budget === undefined) return read;
      const options = `--semi-space-growth-factor=${growth}${hasBudget ? ` --interrupt-budget=${budget}` : ""}`;
      if (options !== current) setOptions(options);
      current = options;
      return read;
    },
  };
}
