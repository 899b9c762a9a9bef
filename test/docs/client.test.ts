/** docs/client.md has every call, option, kind of change and error of `agentcfg/client`, and its first program runs. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import * as client from "../../src/agent/wire/client/index.js";
import { codes as daemonCodes } from "../../src/generated/protocol/tables.js";
import { place, Running } from "../agent/process.js";
import { Session } from "./sessions.js";

const page = readFileSync("docs/client.md", "utf8");
const [, errors = ""] = /^## Errors\n([\s\S]*?)^## /m.exec(page) ?? [];

test("every call", () => {
  const calls = Object.getOwnPropertyNames(client.Daemon.prototype).filter((name) => name !== "constructor");
  expect(calls.length).toBeGreaterThan(10);
  const [, table = ""] = /^## Calls\n([\s\S]*?)^## /m.exec(page) ?? [];
  const told = [...table.matchAll(/^\| `(\w+)\(/gm)].map(([, name]) => name);
  expect(told.toSorted()).toEqual(calls.toSorted());
});

test("every call of a hub", () => {
  const calls = Object.getOwnPropertyNames(client.Hub.prototype).filter((name) => name !== "constructor");
  expect(calls.length).toBeGreaterThan(8);
  const [, table = ""] = /^## Hub\n([\s\S]*?)^### /m.exec(page) ?? [];
  const told = [...table.matchAll(/^\| `(\w+)\(/gm)].map(([, name]) => name);
  expect(told.toSorted()).toEqual(calls.toSorted());
});

test("everything that is exported as a value", () => {
  const classes = [...errors.matchAll(/`(\w+)`/g)].map(([, name]) => name);
  const others = ["Daemon", "Hub", "daemon", "hub", "fold", "stateOf", "applyFleetEvent", "emptyFleet", "fleetOf"];
  const values = Object.keys(client).filter((name) => !others.includes(name));
  expect(values.filter((name) => !classes.includes(name))).toEqual([]);
  expect(others.slice(2).filter((name) => !page.includes(`\`${name}`))).toEqual([]);
});

test("every code that the client has beside the daemon's", () => {
  const folder = "src/agent/wire/client";
  const text = readdirSync(folder)
    .map((file) => readFileSync(`${folder}/${file}`, "utf8"))
    .join("");
  const made = [...text.matchAll(/(?:super|ClientError|NotRunning)\(\s*"(\w+)"|\bcode: "(\w+)"/g)];
  const codes = new Set(made.map(([, first, second]) => first ?? second ?? ""));
  expect(codes.size).toBeGreaterThan(8);
  expect([...codes].filter((code) => !(code in daemonCodes) && !errors.includes(`\`${code}\``))).toEqual([]);
});

test("the first program", async () => {
  const [, program = ""] = /```js\n([\s\S]*?)```/.exec(page) ?? [];
  const at = place();
  const session = await Session.start(at);
  const file = join(at.path, "program.mjs");
  writeFileSync(file, program.replace('"agentcfg/client"', JSON.stringify(resolve("dist/client.js"))));
  expect(await new Running([session.directory], {}, file).ended()).toEqual({
    ...{ code: 0, stderr: "" },
    stdout: 'completed\nuser_message "three blind mice"\nassistant_message "three blind mice"\n',
  });
});
