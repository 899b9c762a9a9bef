/** Chooses the machine that the library runs on: that of Node.js, or a page. Part of the host. */
import { isNode } from "./builtin.js";
import type { Host } from "./host.js";
import { nodeHost } from "./node.js";
import { pageHost } from "./page.js";

export function hostHere(view: Parameters<typeof nodeHost>[0] = {}): Host {
  return isNode ? nodeHost(view) : pageHost(view);
}
