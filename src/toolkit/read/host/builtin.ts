/** Modules of Node.js, asked for instead of imported: a bundle for a page, which has none of them, finds nothing to resolve. Part of the host. */

/** Whether there are any. */
export const isNode: boolean = typeof globalThis.process?.getBuiltinModule === "function";

// Elsewhere nobody calls what uses them: `here.ts`.
const none = (): object => ({});
const take = (isNode ? process.getBuiltinModule : none) as typeof process.getBuiltinModule;

export const fs = take("node:fs");
export const path = take("node:path");
