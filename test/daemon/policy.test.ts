/** The daemon obeys the policy of its machine (S59): at its start, and when the policy or the configuration changes. */

import { writeFileSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { logTo } from "../../src/agent/machine/interfaces/log.js";
import { nodeFiles } from "../../src/agent/machine/node/files.js";
import { useConfiguration } from "../../src/agent/session/daemon/configuration.js";
import { machine } from "../machine/machine.js";
import { GLOBAL, POLICY } from "../machine/names.js";
import { HandClock } from "../ports/hand-clock.js";

const GATE =
  'version: 3\nproviders: { gate: { kind: { type: custom_beta_compatible }, url: "https://llm.acme.example/v1" } }\n';
const HOSTS = "allow: { hosts: [llm.acme.example] }\n";

test("a daemon does not start with what the machine's policy forbids, and keeps its configuration when that changes", async () => {
  const at = machine({ [GLOBAL]: GATE.replace("llm.acme.example", "evil.test"), [POLICY]: HOSTS });
  const clock = new HandClock();
  const around = { files: nodeFiles, clock, log: logTo(() => {}, clock), credentials: [] };
  const load = { cwd: at.cwd, host: at.host };
  const refused = await useConfiguration(load, around);
  if (!("ok" in refused)) throw new Error("it starts");
  expect(refused.diagnostics.map(({ rule }) => rule)).toEqual(["policy/forbidden-host"]);

  writeFileSync(at.path(GLOBAL), GATE);
  const configuration = await useConfiguration(load, around);
  if ("ok" in configuration) throw new Error(JSON.stringify(configuration.diagnostics));
  onTestFinished(() => configuration.stop());

  writeFileSync(at.path(POLICY), "allow: { hosts: [] }\n");
  await configuration.look();
  expect(configuration.errors?.map(({ rule }) => rule)).toEqual(["policy/forbidden-host"]);
  expect(configuration.inUse.config.providers?.["gate"]?.url).toBe("https://llm.acme.example/v1");

  writeFileSync(at.path(POLICY), HOSTS);
  await configuration.look();
  expect(configuration.errors).toBeUndefined();
});
