/** The order of the protocol, and what is no message at all. */
import { resolve } from "node:path";
import { expect, test } from "vitest";
import type { Editor } from "./editor.js";
import { home, machineAt, served, started, uriIn } from "./server.js";

const GLOBAL = ".config/agent/config.yaml";

function editor(): Editor {
  return served(machineAt(home({ [GLOBAL]: "version: 3\n" })));
}

const HOVER = { textDocument: { uri: "file:///x" }, position: { line: 0, character: 0 } };

test("a request before `initialize` is refused, and so is a second `initialize`", async () => {
  const client = editor();
  expect(await client.ask("textDocument/hover", HOVER)).toMatchObject({ error: { code: -32002 } });
  await client.initialize();
  expect(await client.ask("initialize", {})).toMatchObject({ error: { code: -32600 } });
  expect(await client.close()).toBe(0);
});

test("a request after `shutdown` is refused", async () => {
  const client = editor();
  await client.initialize();
  await client.request("shutdown", undefined);
  expect(await client.ask("textDocument/hover", HOVER)).toMatchObject({ error: { code: -32600 } });
  client.notify("exit", undefined);
  expect(await client.exit).toBe(0);
});

test("an editor that leaves with a check still to come: nothing is said of it, and the exit code is 0", async () => {
  for (const leave of [
    async (client: Editor) => client.close(),
    async (client: Editor) => {
      client.notify("textDocument/didClose", { textDocument: { uri: "file:///x" } });
      return client.close();
    },
  ]) {
    const directory = home({ [GLOBAL]: "version: 3\n" });
    const client = started(directory, [process.execPath, resolve("bin/agentcfg.cjs"), "lsp"]);
    await client.initialize();
    const uri = uriIn(directory, GLOBAL);
    client.open(uri, "version: 3\n");
    await client.findingsOf(uri, 1);
    for (let version = 2; version < 7; version += 1) client.change(uri, `verson: ${version}\n`, version);
    expect([await leave(client), client.errors]).toEqual([0, ""]);
  }
});

test("the end of its input right after a text has come", async () => {
  const directory = home({ [GLOBAL]: "version: 3\n" });
  const client = started(directory, [process.execPath, resolve("bin/agentcfg.cjs"), "lsp"]);
  await client.initialize();
  client.open(uriIn(directory, GLOBAL), "verson: 3\n");
  client.end();
  expect(await client.exit).toBe(1);
  expect(client.errors).toBe("");
});

test("an unknown request is refused, an unknown notification is not heard", async () => {
  const client = editor();
  await client.initialize();
  client.notify("nonsense/of-no-use", { a: 1 });
  client.notify("$/setTrace", { value: "verbose" });
  expect(await client.ask("nonsense/question", {})).toMatchObject({ error: { code: -32601 } });
  expect(await client.close()).toBe(0);
});

test.each([
  ["`exit` without `shutdown`", (client: Editor) => client.notify("exit", undefined)],
  ["the end of its input", (client: Editor) => client.end()],
])("%s ends it with 1", async (_, leave) => {
  const client = editor();
  await client.initialize();
  leave(client);
  expect(await client.exit).toBe(1);
});

test("a whole session that arrives at once, with the end of the input, is answered and ends with 0", async () => {
  const client = editor();
  const frame = (message: object): string => {
    const text = JSON.stringify({ jsonrpc: "2.0", ...message });
    return `Content-Length: ${text.length}\r\n\r\n${text}`;
  };
  const messages = [
    { id: "a", method: "initialize", params: { processId: null, rootUri: null, capabilities: {} } },
    { method: "initialized", params: {} },
    { id: "b", method: "textDocument/hover", params: HOVER },
    { id: "c", method: "shutdown" },
    { method: "exit" },
  ];
  client.raw(messages.map(frame).join(""));
  client.end();
  expect(await client.exit).toBe(0);
  expect(client.received.map(({ id }) => id)).toEqual(["a", "b", "c"]);
});

test("the server says that it counts UTF-16 units", async () => {
  const client = editor();
  const result = await client.initialize({ capabilities: { general: { positionEncodings: ["utf-8", "utf-16"] } } });
  expect(result).toMatchObject({ capabilities: { positionEncoding: "utf-16", textDocumentSync: { change: 2 } } });
});

const hovering = (id: number): string =>
  framed(JSON.stringify({ jsonrpc: "2.0", id, method: "textDocument/hover", params: HOVER }));
const framed = (body: string): string => `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;

test.each([
  ["a body of nothing", framed("")],
  ["a body of null", framed("null")],
  ["a body that is not JSON", framed('{"key": "sk-ant-canary"')],
  ["a body that is a list", framed("[]")],
  ["a body that is a number", framed("7")],
  ["a message of no kind", framed("{}")],
  ["a request without parameters", framed(JSON.stringify({ jsonrpc: "2.0", id: "a", method: "textDocument/hover" }))],
])("%s costs no other answer, and is not quoted", async (_, bytes) => {
  const client = editor();
  await client.initialize();
  client.raw(bytes);
  expect(await client.ask("textDocument/hover", HOVER)).toMatchObject({ result: null });
  // In one piece with the next message.
  client.raw(bytes + hovering(4711));
  await client.until(() => client.received.some(({ id }) => id === 4711));
  expect(client.transcript).not.toContain("canary");
});

const BROKEN = [
  "garbage\r\n\r\n",
  "\r\n\r\n",
  "Content-Type: x\r\n\r\n",
  "Content-Length: many\r\n\r\n",
  "Content-Length: \r\n\r\n",
  `X-Length: 5\r\n\r\n${hovering(4713)}`,
];

test.each(BROKEN)("%j ends the session, after each whole message before it is answered", async (broken) => {
  for (const isCut of [false, true]) {
    const client = editor();
    await client.initialize();
    const bytes = hovering(4711) + hovering(4712) + broken + hovering(4714);
    if (isCut) for (const byte of bytes) client.raw(byte);
    else client.raw(bytes);
    expect(await client.exit).toBe(1);
    expect(client.received.map(({ id }) => id).slice(-2)).toEqual([4711, 4712]);
    expect(client.errors).toBe("a message with a broken header came, so the server ends");
    expect(client.transcript + client.errors).not.toContain("canary");
  }
});

test("a negative length ends the session at the message after the next", async () => {
  const client = editor();
  await client.initialize();
  client.raw(`${hovering(4711)}Content-Length: -5\r\n\r\n{"key": "sk-ant-canary"}${hovering(4712)}`);
  client.raw(hovering(4713));
  expect(await client.exit).toBe(1);
  expect(client.received.map(({ id }) => id)).toContain(4711);
  expect(client.transcript + client.errors).not.toContain("canary");
});

test("a body longer than any message ends the session", async () => {
  const client = editor();
  await client.initialize();
  client.raw("Content-Length: 99999999999\r\n\r\n");
  const piece = "x".repeat(16 * 1024 * 1024);
  for (let count = 0; count < 8; count += 1) client.raw(piece);
  expect(await client.exit).toBe(1);
  expect(client.errors).toBe("a message is too long, so the server ends");
});

test("a long message in pieces is read", async () => {
  const client = editor();
  await client.initialize();
  const params = { ...HOVER, padding: "é\r\n\r\n".repeat(200_000) };
  const message = framed(JSON.stringify({ jsonrpc: "2.0", id: 4711, method: "textDocument/hover", params }));
  const bytes = Buffer.from(message);
  for (let at = 0; at < bytes.length; at += 65_521) client.bytes(bytes.subarray(at, at + 65_521));
  await client.until(() => client.received.some(({ id }) => id === 4711));
});

test.each<[string, number]>([
  ["{abc}", -32700],
  ["", -32700],
  ["[]", -32600],
  ["5", -32600],
  ["null", -32600],
  ["{}", -32600],
  ['{"method": 5}', -32600],
  ['{"id": {}, "method": "textDocument/hover"}', -32600],
])("a body that is no message (%j) is answered with an error", async (body, code) => {
  const client = editor();
  await client.initialize();
  client.raw(`Content-Length: ${body.length}\r\n\r\n${body}`);
  await client.ask("textDocument/hover", HOVER);
  const refused = client.received.filter(({ error }) => error !== undefined);
  expect(refused).toEqual([{ jsonrpc: "2.0", id: null, error: { code, message: expect.any(String) } }]);
});

test.each([
  '{"id": 1}',
  '{"id": null, "error": {"code": -32600, "message": "x"}}',
  '{"method": "$/cancelRequest"}',
  '{"method": "$/cancelRequest", "params": null}',
])("%s is passed over", async (body) => {
  const client = editor();
  await client.initialize();
  client.raw(`Content-Length: ${body.length}\r\n\r\n${body}`);
  await client.ask("textDocument/hover", HOVER);
  expect(client.received.filter(({ error }) => error !== undefined)).toEqual([]);
});

test.each([
  ["null", null],
  ["a list", []],
  ["no text document", { position: { line: 0, character: 0 } }],
  ["a number as the address", { ...HOVER, textDocument: { uri: 7 } }],
  ["a negative line", { ...HOVER, position: { line: -1, character: -5 } }],
  ["a line that is no number", { ...HOVER, position: { line: "one", character: {} } }],
  ["a change without a text", { ...HOVER, contentChanges: [{}] }],
  ["an address without a scheme", { ...HOVER, textDocument: { uri: "x" } }],
])("parameters that are wrong (%s) cost no other answer", async (_, params) => {
  const directory = home({ [GLOBAL]: "version: 3\n" });
  const client = served(machineAt(directory));
  await client.initialize();
  client.open(uriIn(directory, GLOBAL), "version: 3\n");
  await client.ask("textDocument/hover", params);
  client.notify("textDocument/didChange", params);
  client.notify("textDocument/didOpen", params);
  const position = { line: 0, character: 1 };
  expect(
    await client.ask("textDocument/hover", { textDocument: { uri: uriIn(directory, GLOBAL) }, position }),
  ).toMatchObject({
    result: { contents: { value: expect.stringContaining("version") } },
  });
  expect(client.transcript).not.toContain("internal error");
});

test.each([
  ["null", null],
  ["folders that are none", { capabilities: {}, workspaceFolders: [null, 5, { uri: 5 }], rootUri: 5 }],
  ["a number instead of folders", { capabilities: {}, workspaceFolders: 5 }],
  ["formats that are none", { capabilities: { textDocument: { hover: { contentFormat: 5 } } } }],
])("a client that begins with %s is served", async (_, params) => {
  const directory = home({ [GLOBAL]: "version: 3\n" });
  const client = served(machineAt(directory));
  await client.request("initialize", params);
  client.open(uriIn(directory, GLOBAL), "version: 3\n");
  const asked = { textDocument: { uri: uriIn(directory, GLOBAL) }, position: { line: 0, character: 1 } };
  expect(await client.ask("textDocument/hover", asked)).toMatchObject({
    result: { contents: { value: expect.stringContaining("version") } },
  });
  expect(client.transcript).not.toContain("internal error");
});

test("a change whose range is null is the whole text", async () => {
  const directory = home({ [GLOBAL]: "version: 3\n" });
  const client = served(machineAt(directory));
  await client.initialize();
  const uri = uriIn(directory, GLOBAL);
  client.open(uri, "version: 3\n");
  const contentChanges = [{ range: null, text: "tui: {}\n" }];
  client.notify("textDocument/didChange", { textDocument: { uri, version: 2 }, contentChanges });
  const params = { textDocument: { uri }, position: { line: 0, character: 1 } };
  expect(await client.ask("textDocument/hover", params)).toMatchObject({
    result: { contents: { value: expect.stringContaining("tui") } },
  });
});

test("the command serves on its standard streams, with and without `--stdio`", async () => {
  const directory = home({ [GLOBAL]: "version: 3\n" });
  for (const words of [["lsp"], ["lsp", "--stdio"]]) {
    const client = started(directory, [process.execPath, resolve("bin/agentcfg.cjs"), ...words]);
    await client.initialize();
    client.open(uriIn(directory, GLOBAL), "version: 3\ntui: {theme: 7}\n");
    expect((await client.findingsOf(uriIn(directory, GLOBAL), 1)).diagnostics).toMatchObject([
      { code: "schema/wrong-type" },
    ]);
    expect(await client.close()).toBe(0);
  }
});
