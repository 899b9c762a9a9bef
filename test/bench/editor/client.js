/** A language server over its standard streams, as a bench needs it: questions, edits, and the findings that follow an edit. */
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";

export class Client {
  #child;
  #buffer = Buffer.alloc(0);
  #last = 0;
  #waiting = new Map();
  #settings;
  published = [];
  #onPublished = () => {};

  /** `settings`: what the server is told when it asks for its configuration. */
  constructor(args, env, settings = {}) {
    this.#settings = settings;
    this.#child = spawn(process.execPath, args, { env, stdio: ["pipe", "pipe", "ignore"] });
    this.#child.stdout.on("data", (piece) => this.#take(piece));
  }

  ask(method, params) {
    this.#last += 1;
    const id = this.#last;
    this.#post({ id, method, params });
    return new Promise((resolve) => this.#waiting.set(id, resolve));
  }

  notify(method, params) {
    this.#post({ method, params });
  }

  async initialize(options) {
    const workspace = { configuration: true, didChangeConfiguration: { dynamicRegistration: true } };
    await this.ask("initialize", { processId: null, rootUri: null, capabilities: { workspace }, ...options });
    this.notify("initialized", {});
    this.notify("workspace/didChangeConfiguration", { settings: this.#settings });
  }

  /** Milliseconds from an edit to the findings about the text after it. */
  async edit(uri, version, contentChanges) {
    const told = this.findings(uri, version);
    const start = performance.now();
    this.notify("textDocument/didChange", { textDocument: { uri, version }, contentChanges });
    await told;
    return performance.now() - start;
  }

  findings(uri, version) {
    return new Promise((resolve) => {
      this.#onPublished = (params) => {
        if (params.uri === uri && (params.version ?? version) === version) resolve(params);
      };
    });
  }

  /** Resident memory in MB, where the system tells it. */
  get memory() {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${this.#child.pid}/status`, "utf8"))?.[1]) / 1024;
  }

  end() {
    this.#child.kill();
  }

  #post(message) {
    const text = JSON.stringify({ jsonrpc: "2.0", ...message });
    this.#child.stdin.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
  }

  #take(piece) {
    this.#buffer = Buffer.concat([this.#buffer, piece]);
    for (;;) {
      const end = this.#buffer.indexOf("\r\n\r\n");
      const length = Number(/Content-Length: (\d+)/i.exec(this.#buffer.subarray(0, Math.max(end, 0)).toString())?.[1]);
      if (end === -1 || this.#buffer.length < end + 4 + length) return;
      const message = JSON.parse(this.#buffer.subarray(end + 4, end + 4 + length).toString());
      this.#buffer = this.#buffer.subarray(end + 4 + length);
      this.#receive(message);
    }
  }

  #receive({ id, method, params, result }) {
    if (method === "textDocument/publishDiagnostics") {
      this.published.push(params);
      this.#onPublished(params);
    } else if (method === "workspace/configuration") {
      this.#post({ id, result: params.items.map(({ section }) => this.#settings[section] ?? null) });
    } else if (method !== undefined && id !== undefined) this.#post({ id, result: null });
    else if (id !== undefined) this.#waiting.get(id)?.(result);
  }
}
