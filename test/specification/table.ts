/** Every demand of the specification and what covers it, in its order. */
import type { Table } from "./cover.js";
import { authentication } from "./table/authentication.js";
import { daemon } from "./table/daemon.js";
import { interfaces } from "./table/interfaces.js";
import { limits } from "./table/limits.js";
import { models } from "./table/models.js";
import { providers } from "./table/providers.js";
import { servers } from "./table/servers.js";
import { sessions } from "./table/sessions.js";
import { topLevel } from "./table/top-level.js";
import { wholeFile } from "./table/whole-file.js";

export const TABLE: Table = {
  ...wholeFile,
  ...topLevel,
  ...providers,
  ...models,
  ...sessions,
  ...servers,
  ...daemon,
  ...interfaces,
  ...authentication,
  ...limits,
};
