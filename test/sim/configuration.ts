/** The configuration of the simulated daemon, in memory: one provider whose key is a secret, behind the port for connections. */
import { createHash } from "node:crypto";
import { posix } from "node:path";
import type { Host, LoadOptions } from "../../src/index.js";

/** The key of the provider. The model says it now and then, and nobody else may. */
export const CANARY = "sec-Ret0123x456=789canary";

const FILE = "/home/config.yaml";

const TEXT = `version: 3
defaults: { full: m }
providers:
  p: { kind: { type: custom_beta_compatible }, url: "http://model.invalid/v1", auth: { type: static_key, key: "${CANARY}" } }
daemon: { retry: { max_retries: 1, base_delay_ms: 300 } }
models:
  m: { provider: p, class: full, context_window: 128000, reasoning: { type: no_reasoning } }
`;

const bytes = new TextEncoder().encode(TEXT);

const nothing = (): never => {
  throw new Error("the configuration of the simulator needs nothing of this");
};

const host: Host = {
  cwd: "/work",
  home: "/home",
  env: {},
  resolve: (file) => posix.resolve("/work", file),
  join: (directory, name) => posix.join(directory, name),
  isAbsolute: posix.isAbsolute,
  kindOf: (path) => (path === FILE ? "file" : undefined),
  signature: (path) => (path === FILE ? "one" : undefined),
  realPath: (path) => (path === FILE ? FILE : undefined),
  readFile: (file) =>
    file === FILE ? { kind: "bytes", bytes, realPath: FILE } : { kind: "unreadable", reason: "ENOENT" },
  run: nothing,
  countCertificates: nothing,
  sha256: (data) => createHash("sha256").update(data).digest("hex"),
};

/** An hour between two looks at the file; a turn looks by itself. */
export const LOAD: LoadOptions & { readonly intervalMs: number } = {
  ...{ host, global: FILE, project: false, intervalMs: 3_600_000 },
};
