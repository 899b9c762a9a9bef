/** The required fields of a message's parameters. Other parameters are a mistake of the client, not of the server. */
interface Fields {
  readonly [name: string]: unknown;
}

type Test = (value: unknown) => boolean;

function isObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const isNumber: Test = (value) => typeof value === "number";
const isText: Test = (value) => typeof value === "string";

function has(fields: Readonly<Record<string, Test>>): Test {
  return (value) => isObject(value) && Object.entries(fields).every(([name, test]) => test(value[name]));
}

function maybe(test: Test): Test {
  return (value) => value === undefined || value === null || test(value);
}

function listOf(test: Test): Test {
  return (value) => Array.isArray(value) && value.every(test);
}

const position = has({ line: isNumber, character: isNumber });
const range = has({ start: position, end: position });
const textDocument = has({ uri: isText });
const folders = maybe(listOf(textDocument));
const inText = has({ textDocument });
const atPosition = has({ textDocument, position });
const context = maybe(has({ diagnostics: maybe(listOf(has({ range }))), only: maybe(listOf(isText)) }));

const TESTS: ReadonlyMap<string, Test> = new Map([
  ["textDocument/hover", atPosition],
  ["textDocument/completion", atPosition],
  ["textDocument/definition", atPosition],
  ["textDocument/references", atPosition],
  ["textDocument/prepareRename", atPosition],
  ["textDocument/rename", has({ textDocument, position, newName: isText })],
  ["textDocument/codeAction", has({ textDocument, range, context })],
  ["codeAction/resolve", isObject],
  ["textDocument/documentSymbol", inText],
  ["textDocument/documentLink", inText],
  ["textDocument/inlayHint", has({ textDocument, range: maybe(range) })],
  ["textDocument/semanticTokens/full", inText],
  ["textDocument/didOpen", has({ textDocument: has({ uri: isText, text: isText }) })],
  ["textDocument/didChange", has({ textDocument, contentChanges: listOf(has({ text: isText, range: maybe(range) })) })],
  ["textDocument/didClose", inText],
  ["workspace/didChangeConfiguration", isObject],
  ["workspace/didChangeWorkspaceFolders", has({ event: has({ added: folders, removed: folders }) })],
]);

/** Whether the server can handle a message with these parameters. */
export function isFit(method: string, params: unknown): boolean {
  return TESTS.get(method)?.(params) ?? true;
}
