/** The logs of one server: of those outputs that its configuration names (spec 2.10). Its standard error is read in any case, for the last line. */
import { limits } from "../../../generated/protocol/tables.js";
import type { ServerHost, ServerSetup } from "./host.js";
import { logName } from "./names.js";
import { ServerLog } from "./server-log.js";

export type Output = "stdout" | "stderr";

export class ServerLogs {
  readonly #logs: ReadonlyMap<Output, ServerLog>;

  constructor({ name, config }: ServerSetup, { files, logFolder, scrubber, log }: ServerHost) {
    const logOf = (output: Output, isKept: boolean): [Output, ServerLog] => {
      const onFailure = (failure: string): void =>
        log.say("warn", "the log of a tool server cannot be written", { server: name, output, failure });
      const file = { folder: logFolder, name: `${logName(name)}.${output}.log`, limit: limits.mcpLog, isKept };
      return [output, new ServerLog({ files, ...file, scrubber, onFailure })];
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
