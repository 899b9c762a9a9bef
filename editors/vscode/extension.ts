/**
 * The extension of VS Code: it starts `agentcfg lsp`, which its user has installed, once a configuration of a coding agent or a policy is open. No file
 * of a workspace chooses the program, its environment or its options.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { accessSync, constants, realpathSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, isAbsolute, join, relative, sep } from "node:path";
import * as vscode from "vscode";
import {
  CloseAction,
  ErrorAction,
  LanguageClient,
  type LanguageClientOptions,
  RevealOutputChannelOn,
} from "vscode-languageclient/node";

const ENDINGS = "{yaml,yml,json,jsonc}";
const NAMES = `{config,permissions}.${ENDINGS}`;

let extension: Extension | undefined;

export function activate(context: vscode.ExtensionContext): void {
  const log = vscode.window.createOutputChannel("agentcfg", { log: true });
  const begun = new Extension(log);
  extension = begun;
  const { workspace } = vscode;
  context.subscriptions.push(
    log,
    vscode.commands.registerCommand("agentcfg.restart", () => begun.restart()),
    workspace.onDidOpenTextDocument(() => begun.serve()),
    workspace.onDidGrantWorkspaceTrust(() => begun.serve()),
    workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration("agentcfg.path")) void begun.restart();
      else if (change.affectsConfiguration("agentcfg")) void begun.configure();
    }),
  );
  begun.serve();
}

export function deactivate(): Promise<void> | undefined {
  return extension?.stop();
}

/** At most one server for all files of a window. */
class Extension {
  readonly #log: vscode.LogOutputChannel;
  #client: Client | undefined;
  /** Whether a start failed, or the server ended: only the user starts it again. */
  #isWaiting = false;
  /** Ends after the last start or stop has begun or ended; the next one begins then. */
  #last: Promise<void> = Promise.resolve();

  constructor(log: vscode.LogOutputChannel) {
    this.#log = log;
  }

  /** Starts the server if one of its files is open, unless it runs. */
  serve(): void {
    const files = selector();
    const isOpen = vscode.workspace.textDocuments.some((document) => vscode.languages.match(files, document) > 0);
    if (!vscode.workspace.isTrusted || !isOpen || this.#client !== undefined || this.#isWaiting) return;
    const program = programOfUser() ?? programOnPath();
    if ("missing" in program) this.#tell(program.missing);
    else this.#start(program.file, files);
  }

  #start(file: string, files: readonly vscode.DocumentFilter[]): void {
    this.#log.info(`starts ${file} lsp`);
    const fail = (): void => {
      if (this.#client !== client) return;
      this.#client = undefined;
      this.#tell(`The server ${file} does not run. The log says more.`);
    };
    const client: Client = new Client(file, files, this.#log, fail);
    this.#client = client;
    // A program that never answers must not keep a later start waiting.
    void this.#then(async () => void client.start().catch(fail));
  }

  restart(): Promise<void> {
    void this.stop();
    this.#isWaiting = false;
    return this.#then(async () => this.serve());
  }

  stop(): Promise<void> {
    const client = this.#client;
    this.#client = undefined;
    return this.#then(async () => client?.end());
  }

  async configure(): Promise<void> {
    await this.#client?.sendOptions();
  }

  #then(work: () => Promise<void>): Promise<void> {
    this.#last = this.#last.then(work).catch((error) => this.#log.error(error instanceof Error ? error.name : "error"));
    return this.#last;
  }

  #tell(sentence: string): void {
    this.#isWaiting = true;
    this.#log.warn(sentence);
    const settings = "Settings";
    const log = "Log";
    void vscode.window.showWarningMessage(sentence, settings, log).then((chosen) => {
      if (chosen === log) this.#log.show(true);
      if (chosen === settings) void vscode.commands.executeCommand("workbench.action.openSettings", "agentcfg");
    });
  }
}

class Client extends LanguageClient {
  #process: ChildProcess | undefined;

  constructor(file: string, files: readonly vscode.DocumentFilter[], log: vscode.LogOutputChannel, ended: () => void) {
    const cwd = home();
    const options: LanguageClientOptions = {
      documentSelector: files.map(({ pattern = "", scheme = "file" }) =>
        typeof pattern === "string"
          ? { scheme, pattern }
          : { scheme, pattern: { baseUri: pattern.baseUri.toString(), pattern: pattern.pattern } },
      ),
      initializationOptions: optionsOfUser,
      outputChannel: log,
      // Messages of the protocol contain whole files: at no level are they in the log.
      traceOutputChannel: Object.create(log, {
        logLevel: { value: vscode.LogLevel.Off },
        onDidChangeLogLevel: { value: () => new vscode.Disposable(() => {}) },
      }) as vscode.LogOutputChannel,
      revealOutputChannelOn: RevealOutputChannelOn.Never,
      initializationFailedHandler: () => false,
      errorHandler: {
        error: () => ({ action: ErrorAction.Continue, handled: true }),
        closed: () => {
          ended();
          return { action: CloseAction.DoNotRestart, handled: true };
        },
      },
      // In place of all settings of this name, a workspace's among them.
      middleware: { workspace: { didChangeConfiguration: () => this.sendOptions() } },
    };
    // An empty `PATH` would mean the working directory.
    const env = { ...process.env, PATH: safeEntries().join(delimiter) || "/dev/null" };
    const start = (): Promise<ChildProcess> =>
      new Promise((resolve, reject) => {
        const child = spawn(file, ["lsp"], { env, ...(cwd !== undefined && { cwd }) });
        this.#process = child;
        child.on("error", reject).on("spawn", () => resolve(child));
      });
    super("agentcfg", "agentcfg", start, options);
  }

  async end(): Promise<void> {
    // The package refuses to stop a server that has not answered yet.
    await this.dispose().catch(() => {});
    this.#process?.kill();
  }

  sendOptions(): Promise<void> {
    return this.sendNotification("workspace/didChangeConfiguration", { settings: { agentcfg: optionsOfUser() } });
  }

  /** Failures go to the log: the extension itself tells of a server that does not run. */
  override error(message: string, data?: unknown): void {
    super.error(message, data, false);
  }
}

/** The configurations of both layers, as `agentcfg` finds them, and files that may be policies: the server looks into them. */
function selector(): readonly vscode.DocumentFilter[] {
  const { XDG_CONFIG_HOME: configured = "" } = process.env;
  const directory = home();
  const own = isAbsolute(configured) ? configured : directory && join(directory, ".config");
  return [
    { scheme: "file", pattern: `**/.agent/${NAMES}` },
    { scheme: "file", pattern: `**/*policy.${ENDINGS}` },
    ...(own === undefined
      ? []
      : [{ scheme: "file", pattern: new vscode.RelativePattern(vscode.Uri.file(join(own, "agent")), NAMES) }]),
  ];
}

/** The options of `agentcfg lsp` in the user's settings. */
function optionsOfUser(): object {
  return { diagnostics: ofUser("diagnostics"), inlayHints: ofUser("inlayHints") };
}

/** The user's own value of a setting. */
function ofUser(name: string): unknown {
  return vscode.workspace.getConfiguration("agentcfg").inspect(name)?.globalValue;
}

type Program = { readonly file: string } | { readonly missing: string };

/** The program in the user's settings; undefined without one. */
function programOfUser(): Program | undefined {
  const file = ofUser("path");
  if (file === undefined || file === null || file === "") return undefined;
  if (typeof file !== "string" || !isAbsolute(file))
    return { missing: "The setting agentcfg.path is no absolute path of a program." };
  return isProgram(file) ? { file } : { missing: `The setting agentcfg.path names no program: ${file}` };
}

function programOnPath(): Program {
  const [file] = safeEntries()
    .map((entry) => join(entry, "agentcfg"))
    .filter((one) => isProgram(one) && !isOfWorkspace(one));
  const missing =
    "agentcfg is not on the PATH of VS Code; the open folders do not count. Install it globally, or name it in the setting agentcfg.path.";
  return file === undefined ? { missing } : { file };
}

/** The entries of `PATH` without programs of a repository. */
function safeEntries(): readonly string[] {
  const entries = (process.env["PATH"] ?? "").split(delimiter);
  const isOfPackage = (entry: string): boolean => /[\\/]node_modules[\\/]\.bin[\\/]*$/.test(entry);
  return entries.filter((entry) => isAbsolute(entry) && !isOfPackage(entry) && !isOfWorkspace(entry));
}

/** Whether a file or a directory lies in a folder of the workspace, as it is written or where its links lead. */
function isOfWorkspace(path: string): boolean {
  const folders = (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri.fsPath);
  return [path, realPath(path)].some((one) => folders.flatMap((at) => [at, realPath(at)]).some((at) => isIn(one, at)));
}

function isIn(path: string, directory: string): boolean {
  const way = relative(directory, path);
  return way === "" || !(way === ".." || way.startsWith(`..${sep}`) || isAbsolute(way));
}

/** The same path for a file that is not there. */
function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

/** Undefined for an account without a home. */
function home(): string | undefined {
  try {
    return homedir() || undefined;
  } catch {
    return undefined;
  }
}
