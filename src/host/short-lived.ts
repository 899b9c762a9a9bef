/** Part of the host. A process that ends when V8 has just begun to optimise it waits for that: of 5,000 lines, a third of the time. */
import type { Host } from "./host.js";

/** In bytes. Less is linted before the first function is optimised. */
const LARGE = 32 * 1024;

/** The V8 of Node 20. Later ones have no such flag, would complain about it, and optimise later anyway. */
const KNOWN = /^11\./;

/** How often a function has to run before it is optimised: about ten times as often as else. */
const LATER = "--interrupt-budget=1000000";

/** A host that, once it has read something large, lets V8 take its time. Only for a process that is ours alone. */
export function shortLived(host: Host): Host {
  let isPatient = false;
  return {
    ...host,
    readFile: (file, limit) => {
      const read = host.readFile(file, limit);
      if (!isPatient && read.kind === "bytes" && read.bytes.length > LARGE && KNOWN.test(process.versions.v8)) {
        process.getBuiltinModule("node:v8").setFlagsFromString(LATER);
        isPatient = true;
      }
      return read;
    },
  };
}
