/** What the log says of a configuration: what of it does not count, and what nothing here uses. */
import type { Diagnostic, LoadResult } from "../../../index.js";
import { toPointer } from "../../../text/path.js";
import { quoteList } from "../../../text/quote.js";
import type { Log } from "../../machine/interfaces/log.js";
import { UNUSED } from "./keys.js";
import { projectErrorsMessage, projectErrorsOf } from "./project-errors.js";
import { sayPath } from "./search-path.js";

/** A configuration that can be used. */
export type Loaded = LoadResult & { readonly ok: true };

/** More parts than these are counted. */
const MOST = 5;

export class ConfigurationLog {
  readonly #log: Log;
  /** Places that were named once. */
  readonly #named = new Set<string>();
  #withheld: string;

  /** Says what is wrong with the first configuration; the starter says what of the project is withheld. */
  constructor(log: Log, first: Loaded) {
    this.#log = log;
    this.#withheld = partsOf(first);
    this.#say(first);
  }

  changed(loaded: Loaded, values: number, needsRestart: readonly string[]): void {
    const withheld = partsOf(loaded);
    const isNews = withheld !== this.#withheld && withheld !== "";
    this.#withheld = withheld;
    if (isNews)
      this.#log.say(
        "warn",
        `the user does not vouch for these parts of the project, so they do not count: ${withheld}`,
      );
    if (values > 0 || !isNews)
      this.#log.say("info", "the configuration has changed; the next turn uses it", { values });
    this.#say(loaded);
    for (const path of needsRestart) this.#log.say("warn", "this takes effect after a restart", { path });
  }

  /** The configuration in use stays. */
  refused({ diagnostics }: LoadResult): void {
    const errors = diagnostics.filter(isError);
    this.#log.say("error", "the configuration has errors; the one in use stays", { errors: errors.length });
    for (const { rule, file, range } of errors)
      this.#log.say("error", "configuration", { rule, file, line: range.start.line, column: range.start.column });
  }

  /** Errors of the project; its warnings are counted. Each key without a use, and each tool server whose `PATH` is cut, is named once. */
  #say(loaded: Loaded): void {
    const { config, origin, diagnostics } = loaded;
    this.#log.level = config.daemon.log_level ?? "info";
    for (const path of UNUSED) {
      const layer = origin(path)?.layer;
      if (this.#named.has(path) || (layer !== "global" && layer !== "project")) continue;
      this.#named.add(path);
      this.#log.say("info", "nothing in this daemon uses this yet", { path });
    }
    for (const [name, server] of Object.entries(config.mcp_servers ?? {})) {
      const place = toPointer(["mcp_servers", name, "env", "PATH"]);
      if (server.transport !== "stdio" || this.#named.has(place)) continue;
      if (sayPath(this.#log, server.env ?? {}, name)) this.#named.add(place);
    }
    const errors = projectErrorsOf(loaded);
    if (errors !== undefined) this.#log.say("error", projectErrorsMessage(errors));
    const { length: warnings } = diagnostics.filter(({ severity }) => severity === "warning");
    if (warnings > 0) this.#log.say("info", "the configuration has warnings; `agentcfg lint` shows them", { warnings });
  }
}

function isError({ severity }: Diagnostic): boolean {
  return severity === "error";
}

/** The withheld parts of the project, as the words of a message. */
function partsOf({ withheld }: Loaded): string {
  const parts = withheld.map(({ path, file }) => file ?? path);
  return parts.length === 0 ? "" : quoteList(parts, "and", MOST);
}
