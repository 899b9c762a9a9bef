/** `daemon.tls.trust_store` (spec 2.11): a file that cannot be read or parsed is a hard error at startup, so loading fails for it. */
import type { Path } from "../../../text/path.js";
import type { Host } from "../../read/host/host.js";
import { type Setting, settingAt } from "./setting.js";

export const TRUST_STORE: Path = ["daemon", "tls", "trust_store"];

/** The specification has no limit: this one keeps a mistaken path from filling the memory. */
const MOST_BYTES = 64 * 1024 * 1024;

/** Why the trust store of a loaded configuration cannot be used; undefined if it can, or without one. */
export function trustStoreProblem(settings: Setting, host: Host): string | undefined {
  const setting = settingAt(settings, TRUST_STORE);
  if (setting?.kind !== "scalar" || typeof setting.value !== "string") return undefined;
  // An empty text does not fit the schema, which has its own finding.
  if (!/\S/.test(setting.value)) return undefined;
  const read = host.readFile(host.resolve(setting.value), MOST_BYTES);
  if (read.kind === "unreadable") return read.reason;
  if (read.kind === "too-large") return "it is larger than 64 MiB";
  return host.countCertificates(read.bytes) > 0
    ? undefined
    : "it contains no certificate, or one that cannot be parsed";
}
