/** A client of the language server for tests: it speaks the protocol over two streams, and keeps everything that the server sends. */
import type { InitializeParams, PublishDiagnosticsParams } from "vscode-languageserver/node";

export interface Wire {
  readonly send: (bytes: Uint8Array) => void;
  /** Ends the input of the server. */
  readonly end: () => void;
  /** Calls back with each piece of the server's output. */
  readonly onOutput: (listener: (piece: Uint8Array) => void) => void;
  readonly exit: Promise<number>;
}

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string };
}

export class Editor {
  readonly #wire: Wire;
  readonly #waiting = new Map<number, (message: Message) => void>();
  readonly #watching: (() => void)[] = [];
  #buffer = Buffer.alloc(0);
  #last = 0;
  #isGone = false;
  /** All messages of the server, and its output as text. */
  readonly received: Message[] = [];
  transcript = "";
  /** What the server wrote on standard error. */
  errors = "";

  constructor(wire: Wire) {
    this.#wire = wire;
    wire.onOutput((piece) => this.#take(piece));
    void wire.exit.then(() => {
      this.#isGone = true;
      for (const wake of this.#watching.splice(0)) wake();
    });
  }

  get exit(): Promise<number> {
    return this.#wire.exit;
  }

  async initialize(params: Partial<InitializeParams> = {}): Promise<unknown> {
    const result = await this.request("initialize", { processId: null, rootUri: null, capabilities: {}, ...params });
    this.notify("initialized", {});
    return result;
  }

  /** The result, or an error with its code. */
  async request<Result = unknown>(method: string, params: unknown): Promise<Result> {
    const { result, error } = await this.ask(method, params);
    if (error !== undefined) throw Object.assign(new Error(error.message), { code: error.code });
    return result as Result;
  }

  async ask(method: string, params: unknown): Promise<Message> {
    this.#last += 1;
    const id = this.#last;
    let answer: Message | undefined;
    this.#waiting.set(id, (message) => {
      answer = message;
    });
    this.#post({ id, method, params });
    await this.until(() => answer !== undefined);
    return answer ?? {};
  }

  notify(method: string, params: unknown): void {
    this.#post({ method, params });
  }

  /** Sends bytes that may be no message. */
  raw(text: string): void {
    this.bytes(Buffer.from(text));
  }

  bytes(bytes: Uint8Array): void {
    this.#wire.send(bytes);
  }

  end(): void {
    this.#wire.end();
  }

  open(uri: string, text: string, version = 1): void {
    this.notify("textDocument/didOpen", { textDocument: { uri, languageId: "yaml", version, text } });
  }

  /** Replaces the whole text. */
  change(uri: string, text: string, version: number): void {
    this.notify("textDocument/didChange", { textDocument: { uri, version }, contentChanges: [{ text }] });
  }

  get published(): readonly PublishDiagnosticsParams[] {
    return this.received.flatMap(({ method, params }) =>
      method === "textDocument/publishDiagnostics" ? [params as PublishDiagnosticsParams] : [],
    );
  }

  /** The last findings sent about a text. */
  findings(uri: string): PublishDiagnosticsParams | undefined {
    return this.published.findLast((params) => params.uri === uri);
  }

  /** Waits until what the server has sent fits. */
  async until(isRight: () => boolean): Promise<void> {
    while (!isRight()) {
      if (this.#isGone) throw new Error("the server has ended");
      await new Promise<void>((resolve) => this.#watching.push(resolve));
    }
  }

  /** Waits for the findings about a version of a text. */
  async findingsOf(uri: string, version: number): Promise<PublishDiagnosticsParams> {
    await this.until(() => this.findings(uri)?.version === version);
    return this.findings(uri) ?? { uri, diagnostics: [] };
  }

  async close(): Promise<number> {
    await this.request("shutdown", undefined);
    this.notify("exit", undefined);
    return this.exit;
  }

  #post(message: object): void {
    const text = JSON.stringify({ jsonrpc: "2.0", ...message });
    this.raw(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
  }

  #take(piece: Uint8Array): void {
    this.transcript += Buffer.from(piece).toString();
    this.#buffer = Buffer.concat([this.#buffer, piece]);
    for (;;) {
      const end = this.#buffer.indexOf("\r\n\r\n");
      const length = Number(/Content-Length: (\d+)/i.exec(this.#buffer.subarray(0, Math.max(end, 0)).toString())?.[1]);
      if (end === -1 || this.#buffer.length < end + 4 + length) return;
      const body = this.#buffer.subarray(end + 4, end + 4 + length).toString();
      this.#buffer = this.#buffer.subarray(end + 4 + length);
      this.#receive(JSON.parse(body) as Message);
    }
  }

  #receive(message: Message): void {
    this.received.push(message);
    if (message.id !== undefined && message.method === undefined) this.#waiting.get(message.id)?.(message);
    else if (message.id !== undefined) this.#post({ id: message.id, result: null });
    for (const wake of this.#watching.splice(0)) wake();
  }
}
