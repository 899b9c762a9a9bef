/** The logs of one server: of those outputs that its configuration names (spec 2.10). */
import { limits } from "../../../generated/protocol/tables.js";
import type { ServerHost, ServerSetup } from "./host.js";
import { logName } from "./names.js";
import { ServerLog } from "./server-log.js";

export type Output = "stdout" | "stderr";

export class ServerLogs {
  readonly #logs: ReadonlyMap<Output, ServerLog>;

  constructor({ name, config }: ServerSetup, { files, logFolder, scrubber, log }: ServerHost) {
    const kept =
      config.transport === "http"
        ? []
        : (["stdout", "stderr"] as const).filter((output) =>
            output === "stderr" ? config.log_stderr !== false : config.log_stdout === true,
          );
    this.#logs = new Map(
      kept.map((output) => {
        const onFailure = (failure: string): void =>
          log.say("warn", "the log of a tool server cannot be written", { server: name, output, failure });
        const file = `${logName(name)}.${output}.log`;
        return [
          output,
          new ServerLog({ files, folder: logFolder, name: file, limit: limits.mcpLog, scrubber, onFailure }),
        ];
      }),
    );
  }

  /** Resolves when more may come; undefined for an output without a log. */
  keep(output: Output, bytes: Uint8Array): Promise<void> | undefined {
    return this.#logs.get(output)?.write(bytes);
  }

  /** The server has ended. */
  async end(): Promise<void> {
    await Promise.all(Array.from(this.#logs.values(), (log) => log.end()));
  }
}
