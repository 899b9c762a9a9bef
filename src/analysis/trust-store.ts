/** `daemon.tls.trust_store` (spec 2.11): a file that cannot be read or parsed is a hard error at startup, so it is one of loading. */

import type { Finding } from "../diagnostic/finding.js";
import { type Json, valueAt } from "../document/node.js";
import { MAX_SIZE } from "../document/text.js";
import type { Host } from "../host/host.js";
import type { Path } from "../text/path.js";

export const TRUST_STORE: Path = ["daemon", "tls", "trust_store"];

/** What is wrong with the trust store of a loaded configuration, for the place where it is written; undefined when nothing is. */
export function trustStoreProblem(config: Json, host: Host): ((path: Path) => Finding) | undefined {
  const file = valueAt(config, TRUST_STORE);
  if (typeof file !== "string") return undefined;
  const read = host.readFile(host.resolve(file), MAX_SIZE);
  const reason =
    read.kind === "unreadable"
      ? read.reason
      : read.kind === "too-large"
        ? "it is larger than 1 MiB"
        : host.countCertificates(read.bytes) === 0
          ? "it holds no certificate, or one that cannot be parsed"
          : undefined;
  if (reason === undefined) return undefined;
  return (path) => ({
    rule: "path/trust-store",
    at: { path, part: "value" },
    message: `the trust store cannot be used: ${reason}`,
    help: "name a PEM file with one or more CA certificates, or remove the key",
  });
}
