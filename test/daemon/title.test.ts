/** `POST /title` (P-S64): a session is renamed while it runs. */
import { expect, test } from "vitest";
import type { ProtocolError } from "../../src/generated/protocol/types.js";
import { Disk } from "../ports/disk.js";
import { type Bench, running, settled } from "./bench.js";

const titleIn = async (bench: Bench): Promise<string | null> => (await bench.sync()).session.title;

test("clients hear of it, and it is there in every later run", async () => {
  const disk = new Disk(1);
  const bench = await running({ disk });
  await bench.turn("three blind mice");
  const stream = await bench.follow();
  const answer = await bench.post("/title", { title: "Mice" });
  expect([answer.status, answer.json()]).toEqual([200, { status: "changed" }]);
  await stream.until(({ records }) => records.length > 0);
  expect(stream.records).toMatchObject([{ kind: "session_changed", title: "Mice" }]);
  expect((await bench.get("/sync/summary")).json()).toMatchObject({ title: "Mice" });
  expect((await bench.post("/title", { title: "Mice" })).json()).toEqual({ status: "unchanged" });
  await settled();
  const files = disk.files();
  const read = async (name: string) =>
    JSON.parse(Buffer.from(await files.read(`/state/sessions-v1/session-1/${name}`, 10_000)).toString());
  expect(await read("session.json")).toMatchObject({ title: "Mice" });
  await bench.daemon.stop("terminate");
  expect(await read("final.json")).toMatchObject({ title: "Mice" });
  expect(await titleIn(await bench.again())).toBe("Mice");
});

test("a title that was given before the first prompt stays", async () => {
  const bench = await running();
  await bench.post("/title", { title: "Mice" });
  await bench.turn("see how they run");
  expect(await titleIn(bench)).toBe("Mice");
});

test.each([
  ["\n\n  two\nlines", "two"],
  ["a\u001b[2Jb\u202ec", "a [2Jb c"],
  ["x".repeat(100_000), "x".repeat(80)],
  ["\ud800 half", "\ufffd half"],
  ["key sk-ant-api03-0123456789abcdefghijklmnopqrstuvwxyz", "key [redacted]"],
])("%j becomes %j", async (title, shown) => {
  const bench = await running();
  expect((await bench.post("/title", { title })).json()).toEqual({ status: "changed" });
  expect(await titleIn(bench)).toBe(shown);
});

test.each([{ title: "" }, { title: " \u0000\n" }, { title: 7 }, { title: null }, {}])("%j is none", async (body) => {
  const bench = await running();
  const answer = await bench.post("/title", body);
  expect([answer.status, answer.json<ProtocolError>().code]).toEqual([400, "invalid_request"]);
  expect(await titleIn(bench)).toBeNull();
});

test("a disk that refuses it is 503, and the title stays", async () => {
  const disk = new Disk(1);
  const bench = await running({ disk });
  await bench.turn("mice");
  disk.decide = ({ kind }) => (kind === "append" ? "full" : undefined);
  expect((await bench.post("/title", { title: "Other" })).status).toBe(503);
  expect(await titleIn(bench)).toBe("mice");
});

test("it is renamed during a turn, too", async () => {
  const bench = await running();
  await bench.post("/prompt", { content: "mice" });
  await bench.post("/title", { title: "Other" });
  await expect.poll(() => bench.sync().then(({ busy }) => busy)).toBe(false);
  expect(await titleIn(bench)).toBe("Other");
});
