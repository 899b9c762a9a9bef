/**
 * The server of one connection: it keeps the order of the protocol and passes each message on. A message that fails costs only its own
 * answer.
 */
import { version } from "../toolkit/judge/report/version.js";
import { Workspace } from "./configuration/workspace.js";
import { FEATURES } from "./features.js";
import type { Machine } from "./machine.js";
import { NOTIFICATIONS } from "./notifications.js";
import { optionsIn } from "./options.js";
import { isFit } from "./parameters.js";
import {
  type ClientCapabilities,
  createMessageConnection,
  type InitializeParams,
  type InitializeResult,
  type MessageConnection,
  type MessageReader,
  type MessageWriter,
  ResponseError,
  type TextDocumentSyncKind,
} from "./protocol.js";
import { Publisher } from "./publisher.js";
import type { Session } from "./session.js";
import { foldersIn, watchers } from "./watching.js";

/** Errors of the protocol, by their numbers. */
const NOT_INITIALIZED = -32002;
const INVALID_REQUEST = -32600;
const METHOD_NOT_FOUND = -32601;
const INVALID_PARAMS = -32602;

/** Types of messages to a user. */
const ERROR = 1;
const INFO = 3;

/** Serves until the client sends `exit` or disconnects; the exit code is 0 after an orderly end. */
export function serve(reader: MessageReader, writer: MessageWriter, machine: Machine): Promise<number> {
  return new Promise((resolve) => {
    const connection = createMessageConnection(reader, writer, undefined);
    const server = new Server(connection, machine, (code) => {
      connection.dispose();
      resolve(code);
    });
    connection.onRequest((method: string, params: unknown) => server.request(method, params));
    connection.onNotification((method, params) => server.notification(method, params));
    connection.onClose(() => server.leave());
    // The packages' own messages may quote the text, so they are dropped.
    connection.onError(() => {});
    connection.listen();
  });
}

class Server {
  readonly #connection: MessageConnection;
  readonly #machine: Machine;
  readonly #workspace: Workspace;
  readonly #publisher: Publisher;
  readonly #done: (code: number) => void;
  readonly #over = new AbortController();
  #session: Session | undefined;
  #isShut = false;
  #isClosed = false;
  #handled = 0;

  constructor(connection: MessageConnection, machine: Machine, done: (code: number) => void) {
    this.#connection = connection;
    this.#machine = machine;
    this.#workspace = new Workspace(machine);
    this.#done = done;
    this.#publisher = new Publisher(
      this.#workspace,
      (params) => this.#tell("textDocument/publishDiagnostics", params),
      (sentence) => this.#say(sentence),
      (check) => {
        if (!this.#isShut) this.#guarded("diagnostics", check);
      },
    );
  }

  /** Ends after handling all messages that the client sent before it left. */
  leave(): void {
    this.#isClosed = true;
    const before = this.#handled;
    this.#machine.afterMessages(() => (this.#handled === before ? this.end() : this.leave()));
  }

  /** Ends after writing all answers. */
  end(): void {
    if (this.#over.signal.aborted) return;
    this.#over.abort();
    this.#machine.afterMessages(() => this.#done(this.#isShut ? 0 : 1));
  }

  request(method: string, params: unknown): unknown {
    this.#handled += 1;
    if (method === "initialize" && this.#session === undefined) return this.#initialize(params as InitializeParams);
    if (this.#session === undefined) return new ResponseError(NOT_INITIALIZED, "the first request is `initialize`");
    if (this.#isShut || method === "initialize") return new ResponseError(INVALID_REQUEST, "not at this time");
    if (method === "shutdown") {
      this.#isShut = true;
      return null;
    }
    const session = this.#session;
    const handler = FEATURES.find((feature) => feature.method === method);
    if (handler === undefined) return new ResponseError(METHOD_NOT_FOUND, "there is no such method here");
    if (!isFit(method, params)) return new ResponseError(INVALID_PARAMS, "the parameters have another form");
    return this.#guarded(method, () => handler.answer(session, params as never)) ?? null;
  }

  notification(method: string, params: unknown): void {
    this.#handled += 1;
    if (method === "exit") this.end();
    const notice = NOTIFICATIONS.get(method);
    if (notice === undefined || this.#session === undefined || this.#isShut || !isFit(method, params)) return;
    this.#guarded(method, () => notice(this.#workspace, params as never));
    this.#publisher.touch();
    if (method === "initialized") this.#watch(this.#session);
  }

  #initialize(params: InitializeParams): unknown {
    this.#session = {
      workspace: this.#workspace,
      client: params?.capabilities ?? {},
      say: (sentence) => this.#say(sentence),
    };
    this.#guarded("initialize", () => {
      this.#workspace.options = optionsIn(params?.initializationOptions) ?? this.#workspace.options;
      this.#workspace.folders = foldersIn(params, this.#workspace.machine);
    });
    void followProcess(params?.processId, this.#workspace.machine, this.#over.signal, () => this.end());
    return greeting(this.#session.client);
  }

  #watch({ client }: Session): void {
    const registrations = watchers(this.#workspace, client);
    if (registrations.length === 0) return;
    void this.#connection.sendRequest("client/registerCapability", { registrations }).catch(() => {});
  }

  #say(message: string): void {
    this.#tell("window/showMessage", { type: INFO, message });
  }

  /** Sends a notification, unless the client has gone: a closed connection throws. */
  #tell(method: string, params: unknown): void {
    if (!this.#isClosed && !this.#over.signal.aborted)
      void this.#connection.sendNotification(method, params).catch(() => {});
  }

  /** The result of some work. An exception is logged by its name and place: its message may quote a configuration. */
  #guarded<Result>(what: string, work: () => Result): Result | undefined {
    try {
      return work();
    } catch (error) {
      const { name, stack = "" } = error instanceof Error ? error : new Error();
      const [place = ""] = stack.split("\n").filter((line) => /^\s+at /.test(line));
      const message = `agentcfg: internal error (${name}${place.replace(/^\s+/, " ")}) in ${what}; please report it`;
      this.#tell("window/logMessage", { type: ERROR, message });
      return undefined;
    }
  }
}

const INCREMENTAL: TextDocumentSyncKind = 2;

/** The server's answer to `initialize`: its capabilities for this client. */
function greeting(client: ClientCapabilities): InitializeResult {
  return {
    serverInfo: { name: "agentcfg", version },
    capabilities: {
      positionEncoding: "utf-16",
      textDocumentSync: { openClose: true, change: INCREMENTAL, save: { includeText: false } },
      workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
      ...Object.assign({}, ...FEATURES.map(({ offer }) => offer(client))),
    },
  };
}

/** Milliseconds between two looks at the process of a client. */
const INTERVAL = 10_000;

/**
 * Calls `gone` after the process of a client has ended, unless `signal` is aborted before: another process may hold its pipe. A process
 * that is not there at first is never looked at again: the client may run in a container or on another machine.
 */
async function followProcess(
  pid: unknown,
  { clock, isRunning }: Pick<Machine, "clock" | "isRunning">,
  signal: AbortSignal,
  gone: () => void,
): Promise<void> {
  if (typeof pid !== "number" || !Number.isSafeInteger(pid) || pid < 1 || !isRunning(pid)) return;
  do await clock.pause(INTERVAL, signal);
  while (!signal.aborted && isRunning(pid));
  if (!signal.aborted) gone();
}
