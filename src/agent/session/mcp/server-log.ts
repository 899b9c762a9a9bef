/**
 * The log of one output of a tool server (P-S84): scrubbed, readable by its user alone, and never longer than its limit. A
 * caller that waits for `write` keeps a flood out of the memory. When the disk refuses, the log ends, and nothing else.
 */
import { limits } from "../../../generated/protocol/tables.js";
import { beginningOf } from "../../../text/beginning.js";
import { FileError, type Files, type OpenFile, replaceFile } from "../../machine/interfaces/files.js";
import type { Scrubber } from "../scrub/scrubber.js";
import type { ServerHost, ServerSetup } from "./host.js";
import { logName } from "./names.js";

interface LogFile {
  readonly folder: string;
  /** The name of the file in the folder. */
  readonly name: string;
  /** Bytes of the file at most. */
  readonly limit: number;
  /** Whether there is a file; without one only the last line is kept. */
  readonly isKept: boolean;
}

export class ServerLog {
  readonly #files: Files;
  readonly #place: LogFile;
  readonly #path: string;
  readonly #scrubber: () => Scrubber;
  readonly #onFailure: (code: string) => void;
  #decoder = new TextDecoder();
  #stream: ReturnType<Scrubber["stream"]> | undefined;
  #lines = new LastLine();
  #lastLine: string | undefined;
  #file: OpenFile | undefined;
  #size = 0;
  #isBroken = false;
  #last: Promise<void> = Promise.resolve();

  /**
   * `scrubber`: asked at the first bytes of each run of the server, for all that follow. `onFailure`: told once when the disk refuses, with the
   * system's code.
   */
  constructor(files: Files, place: LogFile, scrubber: () => Scrubber, onFailure: (code: string) => void) {
    [this.#files, this.#place, this.#scrubber, this.#onFailure] = [files, place, scrubber, onFailure];
    this.#path = files.join(place.folder, place.name);
  }

  /** The last line of the run that has ended. */
  get lastLine(): string | undefined {
    return this.#lastLine;
  }

  /** Resolves when the bytes are written or given up; never rejects. */
  write(bytes: Uint8Array): Promise<void> {
    this.#stream ??= this.#scrubber().stream();
    const text = this.#decoder.decode(bytes, { stream: true });
    return this.#append(this.#stream.push(text));
  }

  /** The server has ended: what was held back is written, at once counted for the last line, and the file closed. More may be written afterwards. */
  end(): Promise<void> {
    const rest = this.#stream === undefined ? "" : this.#stream.push(this.#decoder.decode()) + this.#stream.end();
    this.#stream = undefined;
    this.#decoder = new TextDecoder();
    const isWritten = this.#append(rest);
    this.#lastLine = this.#lines.end();
    this.#lines = new LastLine();
    this.#last = isWritten.then(() => this.#close());
    return this.#last;
  }

  #append(text: string): Promise<void> {
    this.#lines.push(text);
    if (text === "" || !this.#place.isKept) return this.#last;
    const bytes = new TextEncoder().encode(text);
    this.#last = this.#last.then(() => this.#put(bytes)).catch((error: unknown) => this.#fail(error));
    return this.#last;
  }

  async #put(bytes: Uint8Array): Promise<void> {
    if (this.#isBroken) return;
    const { limit } = this.#place;
    if (this.#file === undefined) await this.#open();
    const kept = bytes.subarray(Math.max(0, bytes.length - limit / 2));
    if (this.#size + kept.length > limit) await this.#shorten();
    await this.#file?.append(kept);
    this.#size += kept.length;
  }

  async #open(): Promise<void> {
    const files = this.#files;
    await files.makeDirectory(this.#place.folder);
    const isThere = (await files.status(this.#path)) !== undefined;
    this.#file = await files.open(this.#path, isThere ? "append" : "create");
    this.#size = (await this.#file.status()).size;
  }

  /** Keeps the last half of what may be kept, from the beginning of a line. */
  async #shorten(): Promise<void> {
    const half = this.#place.limit / 2;
    const last = (await this.#file?.readAt(Math.max(0, this.#size - half), half)) ?? new Uint8Array();
    await this.#close();
    await replaceFile(this.#files, this.#path, last.subarray(last.indexOf(10) + 1));
    await this.#open();
  }

  async #close(): Promise<void> {
    const file = this.#file;
    this.#file = undefined;
    await file?.close().catch(() => {});
  }

  async #fail(error: unknown): Promise<void> {
    if (!this.#isBroken) this.#onFailure(error instanceof FileError ? error.failure : "io");
    this.#isBroken = true;
    await this.#close();
  }
}

/** Units of a line that are kept: what is not shown of them is colours and blanks. */
const KEPT = 4 * limits.mcpSaid;

/** A line that says something by itself: no part of a trace or of an object, and no version of the runtime. */
const TELLING = /^(?!Node\.js v)\S.*\p{L}/u;

/** npm says the reason first, after a code, and where its log lies last. */
const NPM = /^npm (?:error|ERR!)/;
const NPM_BESIDE = /^npm \S+ (?:code|errno|syscall|path|dest) /;
const NPM_LOG = /^npm \S+ A complete log /;

/** The last line that a program wrote, for a message about its end. It gets text that is scrubbed already. */
class LastLine {
  /** A line without its end. */
  #open = "";
  #telling: string | undefined;
  #any: string | undefined;
  /** Whether `#telling` is the reason of npm. */
  #isOfNpm = false;

  push(text: string): void {
    const lines = `${this.#open}${text}`.split("\n");
    this.#open = (lines.pop() ?? "").slice(0, KEPT);
    for (const line of lines) this.#take(line);
  }

  /** In one line, without colours and controls; undefined where nothing was written. */
  end(): string | undefined {
    this.#take(this.#open);
    const shown = this.#telling ?? this.#any;
    if (shown === undefined || shown.length <= limits.mcpSaid) return shown;
    return `${beginningOf(shown, limits.mcpSaid - 1)}…`;
  }

  #take(line: string): void {
    const shown = line.slice(0, KEPT).replace(COLOURS, "").replace(CONTROLS, " ").trimEnd();
    if (shown.trim() === "" || NPM_LOG.test(shown)) return;
    this.#any = shown.trim();
    if (!TELLING.test(shown)) return;
    const isOfNpm = NPM.test(shown);
    if (isOfNpm && (this.#isOfNpm || NPM_BESIDE.test(shown))) return;
    [this.#telling, this.#isOfNpm] = [shown, isOfNpm];
  }
}

const COLOURS = new RegExp(`${String.fromCharCode(27)}\\[[\\d;]*m`, "g");
const CONTROLS = /\p{Cc}+/gu;

type Output = "stdout" | "stderr";

/** The logs of one server: of those outputs that its configuration names (spec 2.10). Its standard error is read in any case, for the last line. */
export class ServerLogs {
  readonly #logs: ReadonlyMap<Output, ServerLog>;

  constructor({ name, config }: ServerSetup, { files, logFolder, scrubber, log }: ServerHost) {
    const logOf = (output: Output, isKept: boolean): [Output, ServerLog] => {
      const onFailure = (failure: string): void =>
        log.say("warn", "the log of a tool server cannot be written", { server: name, output, failure });
      const file = { folder: logFolder, name: `${logName(name)}.${output}.log`, limit: limits.mcpLog, isKept };
      return [output, new ServerLog(files, file, scrubber, onFailure)];
    };
    this.#logs = new Map(
      config.transport === "http"
        ? []
        : [
            logOf("stderr", config.log_stderr !== false),
            ...(config.log_stdout === true ? [logOf("stdout", true)] : []),
          ],
    );
  }

  /** The last line on standard error of the run that has ended, scrubbed. */
  get lastLine(): string | undefined {
    return this.#logs.get("stderr")?.lastLine;
  }

  /** Resolves when more may come; undefined for an output that nobody keeps. */
  keep(output: Output, bytes: Uint8Array): Promise<void> | undefined {
    return this.#logs.get(output)?.write(bytes);
  }

  /** The server has ended. */
  async end(): Promise<void> {
    await Promise.all(Array.from(this.#logs.values(), (log) => log.end()));
  }
}
