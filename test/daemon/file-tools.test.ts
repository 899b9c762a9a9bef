/** A model that reads, edits and searches in a turn; who is asked, and what the history tells of it (P-S107). */
import { readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { nodeTree } from "../../src/agent/machine/node/tree.js";
import type { HistoryItem, Interrogative } from "../../src/generated/protocol/types.js";
import { onDisk, put } from "../files/workplace.js";
import { single } from "../model/asking.js";
import { calling, callOf, inTurn, type ModelServer, modelServer, type Script, saying } from "../model/server.js";
import { Disk } from "../ports/disk.js";
import { byHand } from "../shell/shell.js";
import { type Bench, running } from "./bench.js";
import type { TestExchange } from "./exchange.js";

interface Talk {
  readonly bench: Bench;
  readonly disk: Disk;
  readonly server: ModelServer;
  readonly stream: TestExchange;
}

const SECRET = "hunter2-of-the-test";

async function talking(
  script: Script,
  files: Readonly<Record<string, string>>,
  { config = "", model = "", provider = "" } = {},
): Promise<Talk> {
  const server = await modelServer(script);
  const disk = new Disk(1);
  for (const [path, text] of Object.entries(files)) put(disk, path, text);
  const bench = await running({ disk, config: `${single(`${server.url}/v1`, provider, model)}${config}` });
  return { bench, disk, server, stream: await bench.follow() };
}

const BYPASS = { config: "default_permission_matcher: bypass\n" };

const results = (items: readonly HistoryItem[]): readonly HistoryItem[] =>
  items.filter(({ kind }) => kind === "tool_result");

const questionsOf = ({ records }: TestExchange): readonly Interrogative[] =>
  records.flatMap((record) => (record.kind === "interrogative_opened" ? [record.interrogative] : []));

/** Answers each question of a turn with yes or no, and resolves with the questions when it has ended. */
async function turn({ bench, stream }: Talk, granted: boolean): Promise<readonly Interrogative[]> {
  await bench.post("/prompt", { content: "go" });
  for (let answered = 0; ; answered += 1) {
    const isOver = (): boolean => stream.records.some(({ kind }) => kind === "turn_finished");
    await stream.until(() => isOver() || questionsOf(stream).length > answered);
    const question = questionsOf(stream)[answered];
    if (question === undefined) return questionsOf(stream);
    await bench.post(`/interrogative/${question.id}/respond`, { kind: "permission_answer", granted });
  }
}

const text = (disk: Disk, path: string): string => Buffer.from(disk.bytes(path)).toString();

test("a model finds, reads and changes a file; the change is asked about as a diff, and told as one", async () => {
  const talk = await talking(
    inTurn(
      calling(callOf("search", { pattern: "add" }, 0), callOf("list", {}, 1)),
      calling(callOf("read", { path: "src/a.ts" })),
      calling(callOf("edit", { path: "src/a.ts", old: "a - b", new: "a + b" })),
      saying("Done."),
    ),
    { "/work/src/a.ts": "function add(a, b) {\n  return a - b;\n}\n" },
  );
  const questions = await turn(talk, true);
  expect(questions).toMatchObject([{ kind: "permission", tool: "edit", text: "edit src/a.ts\n-a - b\n+a + b" }]);
  expect(text(talk.disk, "/work/src/a.ts")).toBe("function add(a, b) {\n  return a + b;\n}\n");
  const [search, list, read, edit] = results(await talk.bench.history());
  expect(search?.text).toBe("src/a.ts\n1\tfunction add(a, b) {");
  expect(search?.tool?.locations).toEqual([{ path: "/work/src/a.ts", line: 1 }]);
  expect(list?.text).toBe("src/");
  expect(read?.text).toBe("1\tfunction add(a, b) {\n2\t  return a - b;\n3\t}");
  expect(edit).toMatchObject({
    text: "changed `src/a.ts`: line 2",
    tool: {
      ...{ name: "edit", is_error: false, locations: [{ path: "/work/src/a.ts", line: 1 }] },
      diff: {
        ...{ path: "/work/src/a.ts", line: 1 },
        old: "function add(a, b) {\n  return a - b;\n}\n",
        new: "function add(a, b) {\n  return a + b;\n}\n",
      },
    },
  });
});

test("the calls of one answer see each other's changes, in their order", async () => {
  const talk = await talking(
    inTurn(
      calling(
        callOf("edit", { path: "a.txt", old: "one", new: "two" }, 0),
        callOf("read", { path: "a.txt" }, 1),
        callOf("edit", { path: "a.txt", old: "two", new: "three" }, 2),
        callOf("search", { pattern: "^t" }, 3),
      ),
      saying("ok"),
    ),
    { "/work/a.txt": "one\n" },
    BYPASS,
  );
  expect(await turn(talk, true)).toEqual([]);
  const all = results(await talk.bench.history()).map((item) => item.text);
  expect(all).toEqual(["changed `a.txt`: line 1", "1\ttwo", "changed `a.txt`: line 1", "a.txt\n1\tthree"]);
});

test("a command may make files, so the files are looked at anew after it", async () => {
  const list = (at: number) => callOf("list", { glob: "*" }, at);
  const server = await modelServer(
    inTurn(calling(list(0), callOf("shell", { command: "make" }, 1), list(2)), saying("ok")),
  );
  const disk = new Disk(1);
  put(disk, "/work/a", "x");
  const startChild = byHand((child) => {
    put(disk, "/work/b", "x");
    child.end();
  });
  const bench = await running({ disk, host: { startChild }, config: `${single(`${server.url}/v1`)}${BYPASS.config}` });
  await bench.turn("go");
  const [before, , after] = results(await bench.history());
  expect([before?.text, after?.text]).toEqual(["a", "a\nb"]);
});

const SECRETS = "permissions: { secret_files: [.env] }\n";

test.each(["standard", "bypass", "bypass_plus"])("under `%s` a secret file is asked about first", async (matcher) => {
  const config = `${SECRETS}default_permission_matcher: ${matcher}\n`;
  const files = { "/work/.env": "KEY=1\n", "/work/a": "x\n" };
  const script = inTurn(
    calling(
      callOf("read", { path: ".env" }, 0),
      callOf("search", { pattern: "KEY" }, 1),
      callOf("read", { path: "a" }, 2),
    ),
    saying("ok"),
  );
  const talk = await talking(script, files, { config });
  const questions = await turn(talk, false);
  expect(questions).toMatchObject([{ kind: "permission", tool: "read" }]);
  expect(questions[0]?.text).toMatch(/^This is a secret file \(by `.env`\): \/work\/.env\n/);
  const [env, search, other] = results(await talk.bench.history());
  expect(env).toMatchObject({ tool: { is_error: true, is_denied: true } });
  expect(search?.text).toBe("[no line matches]\n[1 file left out: secret]");
  expect(other?.text).toBe("1\tx");
});

test.each([
  ["standard", "read", { path: "/elsewhere/a" }, 1],
  ["standard", "read", { path: "../elsewhere/a" }, 1],
  ["standard", "search", { pattern: "x", path: "/elsewhere" }, 1],
  ["standard", "list", { path: "/elsewhere" }, 1],
  ["standard", "read", { path: "a" }, 0],
  ["standard", "list", {}, 0],
  ["standard", "edit", { path: "a", old: "x", new: "y" }, 1],
  ["standard", "edit", { path: "/elsewhere/a", old: "x", new: "y" }, 1],
  ["bypass", "read", { path: "/elsewhere/a" }, 0],
  ["bypass", "edit", { path: "a", old: "x", new: "y" }, 0],
] as const)("under `%s`, %s %j: %i questions", async (matcher, name, input, count) => {
  const files = { "/elsewhere/a": "x\n", "/work/a": "x\n" };
  const config = `default_permission_matcher: ${matcher}\n`;
  const talk = await talking(inTurn(calling(callOf(name, input)), saying("ok")), files, { config });
  const questions = await turn(talk, false);
  expect(questions).toHaveLength(count);
  const isOutside = JSON.stringify(input).includes("elsewhere");
  if (count > 0)
    expect(questions[0]?.text.startsWith("This is outside of the working directory: /elsewhere")).toBe(isOutside);
  const [result] = results(await talk.bench.history());
  expect(result?.tool?.is_denied === true).toBe(count > 0);
  if (count > 0) expect([text(talk.disk, "/work/a"), text(talk.disk, "/elsewhere/a")]).toEqual(["x\n", "x\n"]);
});

test("who is asked about a link inside is told where it leads", async () => {
  const work = onDisk({ "src/a.txt": "one\n" });
  symlinkSync("src/a.txt", join(work.directory, "a.txt"));
  const server = await modelServer(
    inTurn(calling(callOf("edit", { path: "a.txt", old: "one", new: "two", all: true })), saying("ok")),
  );
  const host = { tree: nodeTree };
  const disk = new Disk(1);
  const bench = await running({ disk, host, workingDirectory: work.directory, config: single(`${server.url}/v1`) });
  const [question] = await turn({ bench, disk, server, stream: await bench.follow() }, true);
  const place = join(work.directory, "src/a.txt");
  expect(question?.text).toBe(`A link leads to: ${place}\nedit a.txt, in all places\n-one\n+two`);
  expect(readFileSync(place, "utf8")).toBe("two\n");
});

test("an input that cannot be read asks nobody and is a result that says so", async () => {
  const talk = await talking(inTurn(calling(callOf("edit", { path: "a" })), saying("ok")), { "/work/a": "x" });
  expect(await turn(talk, true)).toEqual([]);
  expect(results(await talk.bench.history())[0]).toMatchObject({
    text: "[`old` must be a text]",
    tool: { is_error: true },
  });
});

test("a grant for the session holds for one tool and one file", async () => {
  const talk = await talking(
    inTurn(
      calling(callOf("edit", { path: "a", old: "1", new: "2" })),
      calling(callOf("edit", { path: "./a", old: "2", new: "3" })),
      calling(callOf("edit", { path: "b", old: "1", new: "2" })),
      saying("ok"),
    ),
    { "/work/a": "1\n", "/work/b": "1\n" },
  );
  await talk.bench.post("/prompt", { content: "go" });
  for (const count of [1, 2]) {
    await talk.stream.until((stream) => questionsOf(stream).length >= count);
    const { id = "" } = questionsOf(talk.stream)[count - 1] ?? {};
    await talk.bench.post(`/interrogative/${id}/respond`, {
      kind: "permission_answer",
      granted: true,
      scope: "session",
    });
  }
  await talk.stream.until(({ records }) => records.some(({ kind }) => kind === "turn_finished"));
  expect(questionsOf(talk.stream).map((question) => question.text.split("\n")[0])).toEqual(["edit a", "edit b"]);
  expect([text(talk.disk, "/work/a"), text(talk.disk, "/work/b")]).toEqual(["3\n", "2\n"]);
});

test("a long change is asked about with its beginning and its end, and can be allowed", async () => {
  const content = Array.from({ length: 5000 }, (_, index) => `"line ${index}"`).join("\n");
  const talk = await talking(inTurn(calling(callOf("edit", { path: "a", old: "", new: content })), saying("ok")), {});
  const [question] = await turn(talk, true);
  expect(question?.text).toMatch(/^edit a\n\+"line 0"\n[\s\S]*bytes left out …[\s\S]*\+"line 4999"$/);
  expect(text(talk.disk, "/work/a")).toBe(content);
});

test("credentials are neither in the diff nor in the result", async () => {
  const talk = await talking(
    inTurn(
      calling(callOf("read", { path: "a" }, 0), callOf("edit", { path: "a", old: "one", new: "two" }, 1)),
      saying("ok"),
    ),
    { "/work/a": `key=${SECRET}\none\n` },
    { ...BYPASS, provider: `auth: { type: static_key, key: ${SECRET} }` },
  );
  await turn(talk, true);
  const items = JSON.stringify(await talk.bench.history());
  expect(items).not.toContain(SECRET);
  expect(items).toContain("key=[redacted]");
  expect(text(talk.disk, "/work/a")).toBe(`key=${SECRET}\ntwo\n`);
});

test.each([
  ["", "edit"],
  ["edit_format: diff", "edit"],
  ["edit_format: whole", "write"],
  ["edit_format: patch", "edit"],
  ["edit_format: null", "edit"],
])("a model with `%s` is offered `%s`", async (model, name) => {
  const talk = await talking(inTurn(saying("ok")), {}, { model });
  await turn(talk, true);
  const { tools } = JSON.parse(talk.server.asked[0]?.body ?? "{}") as {
    readonly tools: readonly { readonly function: { readonly name: string } }[];
  };
  const names = tools.map((tool) => tool.function.name).filter((one) => one === "edit" || one === "write");
  expect(names).toEqual([name]);
  expect(talk.bench.log.some((line) => line.includes("neither `diff` nor `whole`"))).toBe(model.includes("patch"));
});

test("`write` replaces a file that was read", async () => {
  const talk = await talking(
    inTurn(
      calling(callOf("read", { path: "a" })),
      calling(callOf("write", { path: "a", content: "two\n" })),
      saying("ok"),
    ),
    { "/work/a": "one\n" },
    { model: "edit_format: whole" },
  );
  expect(await turn(talk, true)).toMatchObject([{ tool: "write", text: "write a\n+two" }]);
  expect(text(talk.disk, "/work/a")).toBe("two\n");
});
