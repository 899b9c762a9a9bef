/** The tools of a daemon: its shell, the question to a person, and the tools of servers, with the logins at those. */
import { limits } from "../../../generated/protocol/tables.js";
import type { LoginCallbackRequest, MissingServer } from "../../../generated/protocol/types.js";
import { secretPatternOf } from "../../../permissions/secret-paths.js";
import { LONGEST_TIMER } from "../../machine/interfaces/clock.js";
import { FileCatalog } from "../files/catalog.js";
import { editTool } from "../files/edit.js";
import { listTool } from "../files/list.js";
import { readTool } from "../files/read.js";
import { searchTool } from "../files/search.js";
import { SeenFiles } from "../files/seen.js";
import type { Workplace } from "../files/workplace.js";
import { writeTool } from "../files/write.js";
import { type LoginEnd, type LoginStart, Logins } from "../mcp/oauth/logins.js";
import { loadPackage } from "../mcp/oauth/package.js";
import { loadMcpPackage } from "../mcp/package.js";
import { type ServersConfig, ToolServers } from "../mcp/servers.js";
import { SessionStart } from "../shell/start.js";
import { shellTool } from "../shell/tool.js";
import { askUser } from "../tools/ask-user.js";
import type { Tool } from "../tools/tool.js";
import { ToolOrder } from "../tools/toolbox.js";
import { clarifying, type Questions } from "../turn/questions.js";
import type { InUse } from "./configuration.js";
import type { Opened } from "./opened.js";
import { avoidedBy, sayingElsewhere, startOf } from "./server-places.js";
import { sayingVariables } from "./withheld-variables.js";

export class ToolsInUse {
  readonly servers: ToolServers;
  readonly #opened: Opened;
  readonly #logins: Logins;
  readonly #sessionStart = new SessionStart();
  readonly #catalog: FileCatalog;
  readonly #seen = new SeenFiles();
  readonly #askUser: Tool;
  readonly #order = new ToolOrder();
  readonly #here: Parameters<typeof startOf>[2];
  readonly #sayElsewhere: (inUse: InUse) => void;
  readonly #sayVariables: (inUse: InUse) => void;
  readonly #listeners: (() => void)[] = [];

  constructor(opened: Opened, questions: Questions) {
    const { host, options, configuration, store } = opened;
    const [workingDirectory, { directory }] = [store.file.working_directory, store.paths];
    this.#opened = opened;
    this.#here = { workingDirectory, spare: directory };
    this.#catalog = new FileCatalog({
      ...{ tree: host.tree, clock: host.clock, directory: workingDirectory },
      settings: () => configuration.inUse.config.daemon.file_catalog,
    });
    const clarify = clarifying(questions);
    this.#askUser = askUser(clarify);
    this.#logins = new Logins({
      ...host,
      state: options.stateDirectory,
      load: loadPackage,
      onSecret: (values) => configuration.reveal(values),
      onLogin: (server) => void this.servers.reconnect(server),
    });
    const servers = {
      ...{ ...host, cwd: workingDirectory, logFolder: host.files.join(directory, "mcp") },
      ...{ load: loadMcpPackage, scrubber: () => configuration.scrubber },
      clarify,
      login: (server: Parameters<Logins["providerFor"]>[0]) => this.#logins.providerFor(server),
    };
    this.servers = new ToolServers(servers, this.#serversIn(configuration.inUse), () => {
      for (const run of this.#listeners) run();
    });
    this.#sayElsewhere = sayingElsewhere(configuration.inUse, this.#here, host.log);
    this.#sayVariables = sayingVariables(host, () => configuration.scrubber);
    this.#sayVariables(configuration.inUse);
  }

  /** Calls `run` after each change of a tool server. */
  onChange(run: () => void): void {
    this.#listeners.push(run);
  }

  /** Another configuration is in use. */
  follow(inUse: InUse): void {
    this.#sayElsewhere(inUse);
    this.#sayVariables(inUse);
    this.servers.apply(this.#serversIn(inUse));
  }

  /** Those of now; a server that is not connected has none. */
  of(inUse: InUse): readonly Tool[] {
    const served = this.servers.tools().map((tool) => this.#changing(tool));
    return [...this.#files(inUse), this.#changing(this.#shell(inUse)), this.#askUser, ...served];
  }

  /** Those of now, in the order of earlier requests. */
  offered(inUse: InUse): readonly Tool[] {
    return this.#order.arrange(this.of(inUse));
  }

  /** Waits for the servers that no turn has waited for yet; resolves with those that are missing then. */
  ready(signal: AbortSignal): Promise<readonly MissingServer[]> {
    // A timer takes no more.
    const ms = Math.min(this.#opened.options.toolsTimeout ?? limits.mcpWait, LONGEST_TIMER);
    return this.servers.ready(ms, signal);
  }

  /** Undefined for a server without such a login. */
  async login(name: string): Promise<LoginStart | undefined> {
    const server = this.#loginServer(name);
    return server && this.#logins.start(server);
  }

  /** Undefined for a server without such a login. */
  async loggedIn(name: string, answer: Omit<LoginCallbackRequest, "operation_context">): Promise<LoginEnd | undefined> {
    return this.#loginServer(name) && this.#logins.callback(name, answer);
  }

  async stop(): Promise<void> {
    this.#logins.close();
    await this.servers.stop();
  }

  #shell({ config, standing }: InUse): Tool {
    const { host, configuration, store, project } = this.#opened;
    const { command = "bash", init_script: script } = config.agent_behavior?.shell ?? {};
    return shellTool({
      ...{ shell: command, initScript: script ?? undefined, cwd: store.file.working_directory, project, env: host.env },
      ...{
        isOwn: standing.isOwn,
        secretFiles: config.permissions?.secret_files ?? [],
        scrubber: () => configuration.scrubber,
      },
      ...{ sessionStart: this.#sessionStart, start: host.startChild, clock: host.clock, files: host.files },
      log: host.log,
    });
  }

  /** A tool of which nobody knows which files it changes. */
  #changing(tool: Tool): Tool {
    return { ...tool, run: (input, call) => tool.run(input, call).finally(() => this.#catalog.forget()) };
  }

  #files({ config }: InUse): readonly Tool[] {
    const { host, store, rules } = this.#opened;
    const { working_directory: directory } = store.file;
    const withheld = [...(config.permissions?.secret_files ?? []), ...rules.withheldPaths];
    const secretPattern = secretPatternOf(withheld, directory);
    const workplace: Workplace = {
      ...{ directory, tree: host.tree, clock: host.clock, startMatcher: host.startMatcher },
      ...{ catalog: this.#catalog, seen: this.#seen },
      isWithheld: (path) => secretPattern(path) !== undefined,
    };
    return [readTool, editTool, writeTool, searchTool, listTool].map((tool) => tool(workplace));
  }

  #loginServer(name: string) {
    const { config, beside } = this.#opened.configuration.inUse;
    const server = Object.hasOwn(config.mcp_servers ?? {}, name) ? config.mcp_servers?.[name] : undefined;
    if (server?.transport !== "http") return undefined;
    const { auth, url } = server;
    if (auth?.type !== "oauth") return undefined;
    return { name, url, auth, authKey: server.auth_key_name ?? name, certificates: beside.certificates };
  }

  #serversIn(inUse: InUse): ServersConfig {
    const { config, beside } = inUse;
    return {
      ...{ servers: config.mcp_servers ?? {}, certificates: beside.certificates },
      startOf: (name) => startOf(name, inUse, this.#here),
      avoidedBy: (name) => avoidedBy(name, inUse),
    };
  }
}
