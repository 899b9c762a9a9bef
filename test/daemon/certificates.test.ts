/** The certificates that a configuration names (spec 2.11): the file is read again when it changes, though the configuration stays. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { rootCertificates } from "node:tls";
import { expect, onTestFinished, test } from "vitest";
import { logTo } from "../../src/agent/machine/interfaces/log.js";
import { nodeFiles } from "../../src/agent/machine/node/files.js";
import { useConfiguration } from "../../src/agent/session/daemon/configuration.js";
import { HandClock } from "../ports/hand-clock.js";

const [FIRST = "", SECOND = ""] = rootCertificates;

test("C304 a trust store that is replaced is in use after the next look, and one that is not usable leaves the old one", async () => {
  const folder = mkdtempSync(join(tmpdir(), "agent-certificates-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const store = join(folder, "ca.pem");
  const global = join(folder, "config.yaml");
  writeFileSync(store, FIRST);
  writeFileSync(global, `version: 3\ndaemon: { tls: { trust_store: ${JSON.stringify(store)} } }\n`);
  const clock = new HandClock();
  const surroundings = { files: nodeFiles, clock, log: logTo(() => {}, clock, "debug"), credentials: [] };
  const configuration = await useConfiguration({ global, project: false, cwd: folder, env: {} }, surroundings);
  if (!("inUse" in configuration)) throw new Error("it did not load");
  expect(configuration.inUse.beside.certificates).toBe(FIRST);

  writeFileSync(store, `${FIRST}\n${SECOND}`);
  await configuration.look();
  expect(configuration.inUse.beside.certificates).toBe(`${FIRST}\n${SECOND}`);

  writeFileSync(store, "no certificate");
  await configuration.look();
  expect(configuration.errors?.map(({ rule }) => rule)).toEqual(["path/trust-store"]);
  expect(configuration.inUse.beside.certificates).toBe(`${FIRST}\n${SECOND}`);

  writeFileSync(store, SECOND);
  await configuration.look();
  expect(configuration.errors).toBeUndefined();
  expect(configuration.inUse.beside.certificates).toBe(SECOND);
  await configuration.stop();
});
