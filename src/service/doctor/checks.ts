/** All checks, in the order of the report. A new one is a file in this room, and a line here. */
import type { Check } from "./check.js";
import { files } from "./files.js";
import { findings } from "./findings.js";
import { models } from "./models.js";
import { online } from "./online.js";
import { policy } from "./policy.js";
import { providers } from "./providers.js";
import { schemaCopy } from "./schema-copy.js";
import { secrets } from "./secrets.js";
import { servers } from "./servers.js";
import { sources } from "./sources.js";
import { trust } from "./trust.js";
import { trustStore } from "./trust-store.js";
import { variables } from "./variables.js";
import { versions } from "./versions.js";

export const CHECKS: readonly Check[] = [
  files,
  versions,
  schemaCopy,
  policy,
  findings,
  variables,
  models,
  providers,
  online,
  servers,
  sources,
  trustStore,
  secrets,
  trust,
];
