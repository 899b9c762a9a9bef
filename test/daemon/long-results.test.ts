/** P-S33: of a long result a model, a reader of the history and a person see the beginning, the end and what became of the call. */
import { expect, test } from "vitest";
import { resultLines } from "../../src/agent/program/talk/tool-lines.js";
import { limits } from "../../src/generated/protocol/tables.js";
import type { HistoryItem } from "../../src/generated/protocol/types.js";
import { single } from "../model/asking.js";
import { calling, callOf, inTurn, type ModelServer, modelServer, saying } from "../model/server.js";
import { type Bench, running } from "./bench.js";
import { resultServer, whenConnected } from "./tool-results.js";

interface Seen {
  /** The last item of a tool. */
  readonly item: HistoryItem & { readonly text: string };
  /** Its message in the last request. */
  readonly heard: string;
  /** Its lines on a terminal of 80 columns. */
  readonly lines: readonly string[];
}

async function seenIn(bench: Bench, { asked }: ModelServer): Promise<Seen> {
  const items = await bench.history();
  const item = items.findLast(({ kind }) => kind === "tool_result") ?? expect.unreachable("no result");
  const { messages } = JSON.parse(asked.at(-1)?.body ?? "{}") as { messages: { role: string; content: string }[] };
  const heard = messages.findLast(({ role }) => role === "tool")?.content ?? "";
  const lines = resultLines(item, { columns: 80, isTTY: true }).trimEnd().split("\n");
  return { item: { ...item, text: item.text ?? "" }, heard, lines: lines.map((line) => line.slice(4)) };
}

async function afterCall(call: string, more = ""): Promise<{ bench: Bench; server: ModelServer }> {
  const server = await modelServer(inTurn(calling(call), saying("I see.")));
  const bench = await running({ config: `${single(`${server.url}/v1`)}default_permission_matcher: bypass\n${more}` });
  if (more !== "") await whenConnected(bench);
  await bench.turn("go");
  return { bench, server };
}

/** Commands with a long output: what the whole of it is, how it begins and ends, and the last line on a terminal. */
const COMMANDS: readonly (readonly [string, string, number, RegExp, RegExp, string])[] = [
  [
    "a failed run",
    "seq 1 100000; echo FAILED-TEST-NAME; exit 3",
    588_895 + 17 + 13,
    /^1\n2\n3\n/,
    /\n99999\n100000\nFAILED-TEST-NAME\n\[exit code 3\]$/,
    "[exit code 3]",
  ],
  ["a good run", "seq 1 100000", 588_895, /^1\n2\n3\n/, /\n99999\n100000\n$/, "100000"],
  [
    "one line of a megabyte",
    "head -c 1000000 /dev/zero | tr '\\0' x; exit 1",
    1_000_014,
    /^xxx/,
    /x\n\[exit code 1\]$/,
    "[exit code 1]",
  ],
  [
    "bytes that are no text",
    "head -c 100000 /dev/zero | tr '\\0' '\\377'; exit 4",
    300_014,
    /^\ufffd/,
    /\ufffd\n\[exit code 4\]$/,
    "[exit code 4]",
  ],
  [
    "a short head and a long end",
    "echo begin; head -c 200000 /dev/zero | tr '\\0' e; printf '\\nlast'; exit 5",
    6 + 200_000 + 5 + 14,
    /^begin\neee/,
    /e\nlast\n\[exit code 5\]$/,
    "[exit code 5]",
  ],
  [
    "an end by a signal",
    "seq 1 100000; kill -9 $$",
    588_895 + 19,
    /^1\n2\n3\n/,
    /\n100000\n\[killed by SIGKILL\]$/,
    "[killed by SIGKILL]",
  ],
  [
    "standard output and standard error",
    "seq 1 50000; seq 50001 100000 >&2; echo broken >&2; exit 6",
    588_895 + 7 + 13,
    /^\d+\n\d+\n/,
    /\nbroken\n\[exit code 6\]$/,
    "[exit code 6]",
  ],
  [
    "credentials",
    `printf 'sk-ant-api03-${"abcDEF123456".repeat(8)}-AA %.0s' $(seq 1 9000); exit 7`,
    9000 * 11 + 14,
    /^\[redacted\] \[redacted\]/,
    /\[redacted\] \n\[exit code 7\]$/,
    "[exit code 7]",
  ],
  [
    "more than the shell holds",
    "seq -f %015.0f 1 2000000; exit 8",
    32_000_000 + 13,
    /^000000000000001\n/,
    /\n000000002000000\n\[exit code 8\]$/,
    "[exit code 8]",
  ],
];

test.each(COMMANDS)("%s: both ends, the number of bytes between them, and its code", async (...row) => {
  const [, command, whole, head, tail, last] = row;
  const { bench, server } = await afterCall(callOf("shell", { command }));
  const { item, heard, lines } = await seenIn(bench, server);
  expect(Buffer.byteLength(item.text)).toBeLessThanOrEqual(limits.elidedTextBytes);
  expect(item.text).toMatch(head);
  expect(item.text).toMatch(tail);
  const [first = "", count = "", end = ""] = item.text.split(/\n… (\d+) bytes left out …\n/);
  expect(Buffer.byteLength(first) + Number(count) + Buffer.byteLength(end)).toBe(whole);
  expect(item.elided).toMatchObject({ artifact_id: expect.any(String) });
  expect(heard).toBe(item.text);
  expect(lines.filter((line) => /^… \d+ bytes left out …$/.test(line))).toHaveLength(1);
  expect(lines.at(-1)).toBe(last);
  // Another run of the daemon tells the same.
  await bench.daemon.stop("terminate");
  const again = await bench.again();
  await again.turn("and?");
  expect(await seenIn(again, server)).toEqual({ item, heard, lines });
});

test.each([
  [0, false],
  [1, true],
])("an output of 64 KiB and %i bytes", async (more, isCut) => {
  const command = `head -c ${limits.toolTextBytes + more} /dev/zero | tr '\\0' x`;
  const { bench, server } = await afterCall(callOf("shell", { command }));
  const { item, heard } = await seenIn(bench, server);
  expect([item.elided !== undefined, item.text.includes("bytes left out")]).toEqual([isCut, isCut]);
  expect(heard).toBe(item.text);
});

test("an output that is too long for a record and short enough for a preview is shown whole", async () => {
  const { bench, server } = await afterCall(callOf("shell", { command: "head -c 60000 /dev/zero; exit 2" }));
  const { item, heard, lines } = await seenIn(bench, server);
  expect(item.text).toBe(`${"\0".repeat(60_000)}\n[exit code 2]`);
  expect([item.elided?.bytes, heard === item.text, lines.at(-1)]).toEqual([60_014, true, "[exit code 2]"]);
});

const part = (text: string, times = 1): object => ({ type: "text", text, times });

test.each<readonly [string, object, RegExp, boolean]>([
  [
    "one long text",
    { content: [part("line\n", 50_000), part("the end")] },
    /^(?:line\n)+… \d+ bytes left out …\n(?:line\n)+\nthe end$/,
    false,
  ],
  [
    "an error between long texts",
    { content: [part("first "), part("x", 90_000), part("last")], isError: true },
    /^first \nx+\n… 2\d{4} bytes left out …\nx+\nlast$/,
    true,
  ],
  [
    "a long resource and an image",
    {
      content: [
        { type: "resource", resource: { uri: "file:///log", text: `${"log\n".repeat(20_000)}done` } },
        { type: "image", mimeType: "image/png", data: "AAAA" },
      ],
    },
    /^(?:log\n)+… \d+ bytes left out …\n(?:log\n)+done$/,
    false,
  ],
])("the result of a tool server: %s", async (_, result, shown, isError) => {
  const { bench, server } = await afterCall(
    callOf("mcp__far__result", result),
    `mcp_servers:\n  far: ${await resultServer()}\n`,
  );
  const { item, heard, lines } = await seenIn(bench, server);
  expect(item.text).toMatch(shown);
  expect(item.text).toMatch(/\n… \d+ bytes left out …\n/);
  expect([item.tool?.is_error, lines[0]?.startsWith("error: ")]).toEqual([isError, isError]);
  expect(heard.startsWith(item.text)).toBe(true);
});

const EARLIER = {
  index: 0,
  item_id: "i",
  at: "2026-01-01T00:00:00.000Z",
  kind: "tool_result",
  secret_coverage: "captured",
} as const;

test("a result that an earlier version has cut shows no end on a terminal", () => {
  const text = "a line\n".repeat(9362);
  const item = { ...EARLIER, text, elided: { bytes: 500_000, sha256: "0".repeat(64) } } as unknown as HistoryItem;
  expect(resultLines(item, {})).toBe(`${"    a line\n".repeat(4)}    … the beginning of 500000 bytes\n`);
});
