/** Chooses the machine that the library runs on: that of Node.js, or a page. Part of the host. */
import { isNode } from "./builtin.js";
import type { Host } from "./host.js";
import { readingHost, type View } from "./node.js";
import { pageHost } from "./page.js";

export function hostHere(view: View = {}): Host {
  return isNode ? readingHost(view) : pageHost(view);
}
