/** Part of the host. A process that ends when V8 has just begun to optimise it waits for that: of 5,000 lines, a third of the time. */
import type { Host } from "./host.js";

/** The V8 of Node 20. Later ones have no such flag, would complain about it, and optimise later anyway. */
const KNOWN = /^11\./;

/**
 * How often a function has to run before it is optimised, by how many bytes have been read in all: about ten times as often as else, and
 * where there is so much to do that it pays after all, four times. Of less, all is linted before the first function is optimised.
 */
const PATIENCE = [
  { above: 1024 * 1024, flag: "--interrupt-budget=300000" },
  { above: 32 * 1024, flag: "--interrupt-budget=1000000" },
];

/** A host that, once it has read something large, or much in all, lets V8 take its time. Only for a process that is ours alone. */
export function shortLived(host: Host): Host {
  if (!KNOWN.test(process.versions.v8)) return host;
  let total = 0;
  let standing: string | undefined;
  return {
    ...host,
    readFile: (file, limit) => {
      const read = host.readFile(file, limit);
      if (read.kind === "bytes") total += read.bytes.length;
      const flag = PATIENCE.find(({ above }) => total > above)?.flag;
      if (flag !== undefined && flag !== standing) process.getBuiltinModule("node:v8").setFlagsFromString(flag);
      standing = flag;
      return read;
    },
  };
}
