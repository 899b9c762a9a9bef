/**
 * A window of VS Code without VS Code: the parts of its API that the extension and the client of the protocol call, on texts in memory.
 * It loads the bundle as VS Code does, with this API as the module `vscode`.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import { fileURLToPath, pathToFileURL } from "node:url";
import { compileFunction } from "node:vm";
import { TextDocument } from "vscode-languageserver-textdocument";

export interface Given {
  readonly env: Readonly<Record<string, string>>;
  readonly home: string;
  readonly folders?: readonly string[];
  /** Settings by their whole names, of the user and of the workspace. */
  readonly user?: Readonly<Record<string, unknown>>;
  readonly workspace?: Readonly<Record<string, unknown>>;
  readonly isTrusted?: boolean;
}

export class Position {
  readonly line: number;
  readonly character: number;
  constructor(line: number, character: number) {
    this.line = line;
    this.character = character;
  }
}

/** Of two positions, or of four numbers. */
class Range {
  readonly start: Position;
  readonly end: Position;
  constructor(...given: readonly [Position, Position] | readonly [number, number, number, number]) {
    const [line, character] = given;
    const isNumbers = typeof line === "number" && typeof character === "number";
    this.start = isNumbers ? new Position(line, character) : (line as Position);
    this.end = isNumbers ? new Position(Number(given[2]), Number(given[3])) : (character as Position);
  }
}

export interface Diagnostic {
  readonly range: Range;
  readonly message: string;
  readonly severity: number;
  readonly code?: unknown;
}

class Uri {
  readonly scheme = "file";
  readonly path: string;
  readonly fsPath: string;
  constructor(path: string) {
    this.path = path;
    this.fsPath = path;
  }
  static file(path: string): Uri {
    return new Uri(path);
  }
  static parse(text: string): Uri {
    return new Uri(fileURLToPath(text));
  }
  toString(): string {
    return pathToFileURL(this.fsPath).href;
  }
}

class Disposable {
  readonly dispose: () => void;
  constructor(dispose: () => void) {
    this.dispose = dispose;
  }
  static from(...all: readonly Disposable[]): Disposable {
    return new Disposable(() => {
      for (const one of all) one.dispose();
    });
  }
}

class Emitter<Event> {
  readonly #listeners = new Set<(event: Event) => void>();
  readonly event = (listener: (event: Event) => void, self?: unknown, disposables?: Disposable[]): Disposable => {
    const bound = listener.bind(self);
    this.#listeners.add(bound);
    const disposable = new Disposable(() => this.#listeners.delete(bound));
    disposables?.push(disposable);
    return disposable;
  };
  fire(event: Event): void {
    for (const listener of [...this.#listeners]) listener(event);
  }
  dispose(): void {
    this.#listeners.clear();
  }
}

class TokenSource {
  readonly #emitter = new Emitter<void>();
  readonly token = { isCancellationRequested: false, onCancellationRequested: this.#emitter.event };
  cancel(): void {
    this.token.isCancellationRequested = true;
    this.#emitter.fire();
  }
  dispose(): void {
    this.#emitter.dispose();
  }
}

class Document {
  isClosed = false;
  isDirty = false;
  readonly uri: Uri;
  readonly languageId: string;
  #text: TextDocument;
  constructor(uri: Uri, languageId: string, text: string) {
    this.uri = uri;
    this.languageId = languageId;
    this.#text = TextDocument.create(uri.toString(), languageId, 1, text);
  }
  get fileName(): string {
    return this.uri.fsPath;
  }
  get version(): number {
    return this.#text.version;
  }
  get lineCount(): number {
    return this.#text.lineCount;
  }
  getText(range?: Range): string {
    return this.#text.getText(range);
  }
  offsetAt(position: Position): number {
    return this.#text.offsetAt(position);
  }
  positionAt(offset: number): Position {
    const { line, character } = this.#text.positionAt(offset);
    return new Position(line, character);
  }
  write(range: Range, text: string): void {
    TextDocument.update(this.#text, [{ range, text }], this.version + 1);
    this.isDirty = true;
  }
}

interface Edit {
  readonly range: Range;
  readonly newText: string;
}

export class WorkspaceEdit {
  readonly texts: (readonly [Uri, readonly Edit[]])[] = [];
  /** The edits that a user has to confirm, by the files that they change. */
  readonly asked: string[] = [];
  set(uri: Uri, edits: readonly (Edit | readonly [Edit, { readonly needsConfirmation: boolean } | undefined])[]): void {
    const pairs = edits.map((one) => ("range" in one ? ([one, undefined] as const) : one));
    if (pairs.some(([, data]) => data?.needsConfirmation)) this.asked.push(uri.fsPath);
    this.texts.push([uri, pairs.map(([edit]) => edit)]);
  }
}

export interface Action {
  readonly title: string;
  readonly edit: WorkspaceEdit;
}

interface Filter {
  readonly scheme?: string;
  readonly pattern?: string | { readonly baseUri: Uri; readonly pattern: string };
}

/** The patterns of the extension: names, `**`, `*` and braces. */
function isMatch({ scheme, pattern }: Filter, { uri }: Document): boolean {
  const whole = typeof pattern === "object" ? `${pattern.baseUri.fsPath}/${pattern.pattern}` : (pattern ?? "**/*");
  const source = whole.replace(/\*\*\/|[*.{},]/g, (one) => {
    const known = { "**/": "(?:.*/)?", "*": "[^/]*", ".": "\\.", "{": "(?:", "}": ")", ",": "|" };
    return known[one as keyof typeof known];
  });
  return (scheme === undefined || scheme === uri.scheme) && new RegExp(`^${source}$`).test(uri.fsPath);
}

/** A class of the API that only holds its arguments under the names of its fields. */
const record = (...fields: readonly string[]) =>
  class {
    [field: string]: unknown;
    constructor(...given: readonly unknown[]) {
      for (const [index, field] of fields.entries()) this[field] = given[index];
    }
  };

/** Members of an enumeration in the order of their numbers. */
const members = (names: string, first = 0): Readonly<Record<string, number>> =>
  Object.fromEntries(names.split(" ").map((name, index) => [name, first + index]));

class Kind {
  readonly value: string;
  constructor(value: string) {
    this.value = value;
  }
  static readonly Empty = new Kind("");
  static readonly QuickFix = new Kind("quickfix");
  append(part: string): Kind {
    return new Kind(`${this.value}.${part}`);
  }
}

/** The value of a setting, or all those below a name as an object. */
function valueIn(settings: Readonly<Record<string, unknown>>, name: string): unknown {
  const below = Object.entries(settings).filter(([one]) => one.startsWith(`${name}.`));
  return settings[name] ?? Object.fromEntries(below.map(([one, value]) => [one.slice(name.length + 1), value]));
}

type Provider = Readonly<Record<string, (...given: readonly unknown[]) => unknown>>;

interface Exports {
  activate(context: object): void;
  deactivate(): Promise<void> | undefined;
}

export class Window {
  readonly #given: Given;
  readonly #documents: Document[] = [];
  readonly #providers: { readonly kind: string; readonly filters: readonly Filter[]; readonly provider: Provider }[] =
    [];
  readonly #waiting: (() => void)[] = [];
  readonly #events: Record<string, Emitter<unknown>> = {};
  readonly #found = new Map<string, readonly Diagnostic[]>();
  readonly #commands = new Map<string, (...given: readonly unknown[]) => unknown>();
  readonly #exports: Exports;
  #isTrusted: boolean;
  user: Readonly<Record<string, unknown>>;
  /** The lines of the extension's log, and the sentences that a user sees. */
  readonly log: string[] = [];
  readonly messages: string[] = [];

  constructor(bundle: string, given: Given) {
    this.#given = given;
    this.#isTrusted = given.isTrusted ?? true;
    this.user = given.user ?? {};
    const outside = createRequire(import.meta.url);
    const loaded = (name: string): unknown => {
      if (name === "vscode") return this.#api();
      return /^(?:node:)?os$/.test(name) ? { ...os, homedir: () => given.home } : outside(name);
    };
    const program = Object.create(process, { env: { value: given.env } });
    const module: { exports: Exports } = { exports: { activate: () => {}, deactivate: () => undefined } };
    const run = compileFunction(readFileSync(bundle, "utf8"), ["require", "module", "exports", "process"]);
    run(loaded, module, module.exports, program);
    this.#exports = module.exports;
  }

  activate(): void {
    this.#exports.activate({ subscriptions: [] });
  }

  async close(): Promise<void> {
    await this.#exports.deactivate();
  }

  open(file: string, text = readFileSync(file, "utf8")): void {
    const [, ending = ""] = /\.(\w+)$/.exec(file) ?? [];
    const document = new Document(new Uri(file), ending === "yml" ? "yaml" : ending, text);
    this.#documents.push(document);
    this.#fire("onDidOpenTextDocument", document);
  }

  textOf(file: string): string {
    return this.#documentAt(file).getText();
  }

  /** Replaces the first `mark` in an open text. */
  type(file: string, mark: string, text: string): void {
    const [start, end] = [this.#placeOf(file, mark), this.#placeOf(file, mark, mark.length)];
    this.#write(this.#documentAt(file), [{ range: new Range(start, end), newText: text }]);
  }

  trust(): void {
    this.#isTrusted = true;
    this.#fire("onDidGrantWorkspaceTrust", undefined);
  }

  /** Changes the settings of the user. */
  configure(user: Readonly<Record<string, unknown>>): void {
    const changed = Object.keys(user);
    this.user = { ...this.user, ...user };
    const affectsConfiguration = (name: string): boolean => changed.some((one) => `${one}.`.startsWith(`${name}.`));
    this.#fire("onDidChangeConfiguration", { affectsConfiguration });
  }

  async command(name: string): Promise<void> {
    await this.#commands.get(name)?.();
  }

  diagnosticsOf(file: string): readonly Diagnostic[] | undefined {
    return this.#found.get(file);
  }

  /** Asks the provider for a place in an open text: the first `mark`, and `beyond` characters further. */
  async ask(method: string, file: string, mark: string, beyond = 0, ...more: readonly unknown[]): Promise<unknown> {
    const document = this.#documentAt(file);
    const place = this.#placeOf(file, mark, beyond);
    const at = method === "provideCodeActions" ? new Range(place, place) : place;
    const { token } = new TokenSource();
    const { provider } = this.#providers.find(
      (one) => method in one.provider && one.filters.some((filter) => isMatch(filter, document)),
    ) ?? { provider: undefined };
    const rest = method === "provideCompletionItems" ? [token, { triggerKind: 0 }] : [...more, token];
    return provider?.[method]?.(document, at, ...rest);
  }

  /** The actions for the findings at a place, with their edits. */
  async actionsAt(file: string, mark: string): Promise<readonly Action[]> {
    const context = { diagnostics: this.diagnosticsOf(file), only: undefined, triggerKind: 1 };
    const actions = (await this.ask("provideCodeActions", file, mark, 0, context)) as readonly Action[];
    const { provider } = this.#providers.find((one) => "resolveCodeAction" in one.provider) ?? {};
    return Promise.all(
      actions.map((one) => provider?.["resolveCodeAction"]?.(one, new TokenSource().token) as Promise<Action>),
    );
  }

  apply(edit: WorkspaceEdit): void {
    for (const [uri, edits] of edit.texts) {
      if (!this.#documents.some(({ fileName }) => fileName === uri.fsPath)) this.open(uri.fsPath);
      this.#write(this.#documentAt(uri.fsPath), edits);
    }
  }

  /** Waits until what is in the window is so. */
  async until(isSo: () => boolean): Promise<void> {
    while (!isSo()) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  #wake(): void {
    for (const wake of this.#waiting.splice(0)) wake();
  }

  #placeOf(file: string, mark: string, beyond = 0): Position {
    const document = this.#documentAt(file);
    const offset = document.getText().indexOf(mark);
    if (offset === -1) throw new Error(`no ${mark} in ${file}`);
    return document.positionAt(offset + beyond);
  }

  #documentAt(file: string): Document {
    const document = this.#documents.find(({ fileName }) => fileName === file);
    if (document === undefined) throw new Error(`${file} is not open`);
    return document;
  }

  #write(document: Document, edits: readonly Edit[]): void {
    const changes = edits
      .map(({ range, newText }) => {
        const [rangeOffset, end] = [document.offsetAt(range.start), document.offsetAt(range.end)];
        return { range, rangeOffset, rangeLength: end - rangeOffset, text: newText };
      })
      .toSorted((a, b) => b.rangeOffset - a.rangeOffset);
    for (const { range, text } of changes) document.write(range, text);
    this.#fire("onDidChangeTextDocument", { document, contentChanges: changes, reason: undefined });
  }

  #fire(name: string, event: unknown): void {
    this.#emitter(name).fire(event);
  }

  #emitter(name: string): Emitter<unknown> {
    this.#events[name] ??= new Emitter();
    return this.#events[name];
  }

  /** The module `vscode`. */
  #api(): object {
    const { folders = [], workspace: ofWorkspace = {} } = this.#given;
    const window = this;
    const say = (text: string): Promise<undefined> => {
      this.messages.push(text);
      this.#wake();
      return Promise.resolve(undefined);
    };
    const line = (text: unknown): void => {
      this.log.push(String(text));
      this.#wake();
    };
    const channel = {
      ...{ name: "agentcfg", logLevel: 1, onDidChangeLogLevel: new Emitter().event, dispose: () => {}, show: () => {} },
      ...Object.fromEntries(
        ["trace", "debug", "info", "warn", "error", "append", "appendLine"].map((name) => [name, line]),
      ),
    };
    const registered = new Proxy(
      {},
      {
        get: (_, name) => {
          const [, kind] = /^register(\w+)Provider$/.exec(String(name)) ?? [];
          if (kind === undefined) return undefined;
          return (filters: readonly Filter[], provider: Provider) => {
            const one = { kind, filters, provider };
            this.#providers.push(one);
            return new Disposable(() => this.#providers.splice(this.#providers.indexOf(one), 1));
          };
        },
      },
    );
    const events = (...names: readonly string[]): object =>
      Object.fromEntries(names.map((name) => [name, this.#emitter(name).event]));
    const languages = Object.assign(Object.create(registered), {
      match: (filters: Filter | readonly Filter[], document: Document) =>
        [filters].flat().some((one) => isMatch(one as Filter, document)) ? 10 : 0,
      createDiagnosticCollection: () => ({
        set: (uri: Uri, found: readonly Diagnostic[] = []) => {
          this.#found.set(uri.fsPath, found);
          this.#wake();
        },
        delete: (uri: Uri) => this.#found.delete(uri.fsPath),
        has: (uri: Uri) => this.#found.has(uri.fsPath),
        clear: () => this.#found.clear(),
        dispose: () => this.#found.clear(),
      }),
    });
    return {
      ...{ version: "1.91.0", languages, Position, Range, Uri, Disposable, EventEmitter: Emitter, WorkspaceEdit },
      CancellationTokenSource: TokenSource,
      workspace: {
        ...events(
          "onDidOpenTextDocument",
          "onDidChangeTextDocument",
          "onDidCloseTextDocument",
          "onDidSaveTextDocument",
        ),
        ...events("onWillSaveTextDocument", "onDidChangeWorkspaceFolders", "onDidChangeConfiguration"),
        ...events("onDidGrantWorkspaceTrust", "onDidCreateFiles", "onDidRenameFiles", "onDidDeleteFiles"),
        ...events("onDidOpenNotebookDocument", "onDidCloseNotebookDocument", "onDidChangeNotebookDocument"),
        notebookDocuments: [],
        textDocuments: this.#documents,
        get isTrusted() {
          return window.#isTrusted;
        },
        workspaceFolders: folders.map((path, index) => ({ uri: new Uri(path), name: path, index })),
        // What VS Code does with a setting of the workspace whatever its scope is: the extension must not rely on it.
        getConfiguration: (section?: string) => {
          const whole = (name: string): string => (section === undefined ? name : `${section}.${name}`);
          return {
            inspect: (name: string) => ({
              globalValue: this.user[whole(name)],
              workspaceValue: ofWorkspace[whole(name)],
            }),
            get: (name: string, usual?: unknown) => valueIn({ ...this.user, ...ofWorkspace }, whole(name)) ?? usual,
          };
        },
        createFileSystemWatcher: () => ({
          ...{ onDidCreate: new Emitter().event, onDidChange: new Emitter().event, onDidDelete: new Emitter().event },
          dispose: () => {},
        }),
        applyEdit: async (edit: WorkspaceEdit) => {
          this.apply(edit);
          return true;
        },
      },
      window: {
        ...events("onDidChangeActiveTextEditor", "onDidChangeVisibleTextEditors"),
        ...{ activeTextEditor: undefined, visibleTextEditors: [], createOutputChannel: () => channel },
        tabGroups: { all: [], ...events("onDidChangeTabs", "onDidChangeTabGroups") },
        ...{ showErrorMessage: say, showWarningMessage: say, showInformationMessage: say },
      },
      commands: {
        registerCommand: (name: string, run: (...given: readonly unknown[]) => unknown) => {
          this.#commands.set(name, run);
          return new Disposable(() => this.#commands.delete(name));
        },
      },
      env: { language: "en", appName: "VS Code" },
      RelativePattern: record("baseUri", "pattern"),
      ...{ Location: record("uri", "range"), Hover: record("contents", "range"), TextEdit: record("range", "newText") },
      ...{
        Diagnostic: record("range", "message", "severity"),
        DiagnosticRelatedInformation: record("location", "message"),
      },
      ...{ CompletionItem: record("label", "kind"), CompletionList: record("items", "isIncomplete") },
      ...{ SnippetString: record("value"), CodeAction: record("title", "kind"), CodeActionKind: Kind },
      ...{ InlayHint: record("position", "label", "kind"), DocumentLink: record("range", "target") },
      ...{ CodeLens: record("range"), CallHierarchyItem: record(), TypeHierarchyItem: record() },
      ...{ SymbolInformation: record("name", "kind", "containerName", "location"), CancellationError: Error },
      MarkdownString: class {
        value: string;
        constructor(value = "") {
          this.value = value;
        }
        appendCodeblock(text: string): void {
          this.value += text;
        }
        appendMarkdown(text: string): void {
          this.value += text;
        }
      },
      LogLevel: members("Off Trace Debug Info Warning Error"),
      DiagnosticSeverity: members("Error Warning Information Hint"),
      DiagnosticTag: members("Unnecessary Deprecated", 1),
      CompletionTriggerKind: members("Invoke TriggerCharacter TriggerForIncompleteCompletions"),
      CodeActionTriggerKind: members("Invoke Automatic", 1),
      CompletionItemTag: members("Deprecated", 1),
      CompletionItemKind: members("Text Method Function Constructor Field Variable Class Interface Module Property"),
      SymbolTag: members("Deprecated", 1),
      SymbolKind: members("File Module Namespace Package Class Method Property TypeParameter"),
    };
  }
}
