/** Gets modules of Node.js at run time instead of importing them, so that a bundle for a page has nothing to resolve. Part of the host. */

/** Whether this runtime has such modules. */
export const isNode: boolean = typeof globalThis.process?.getBuiltinModule === "function";

// Without such modules `here.ts` chooses a host that calls none of them.
const none = (): object => ({});
const take = (isNode ? process.getBuiltinModule : none) as typeof process.getBuiltinModule;

export const fs = take("node:fs");
export const path = take("node:path");
