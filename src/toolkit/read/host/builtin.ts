/** Gets modules of Node.js at run time instead of importing them: bundles for a page then have nothing to resolve. Part of the host. */

/** Whether this runtime has modules of Node.js. */
export const isNode: boolean = typeof globalThis.process?.getBuiltinModule === "function";

// Without such modules, `here.ts` chooses a host that never calls them.
const none = (): object => ({});
const take = (isNode ? process.getBuiltinModule : none) as typeof process.getBuiltinModule;

export const fs = take("node:fs");
export const path = take("node:path");
