/** The surroundings of tool servers: everything that they reach of the machine and of the daemon. */
import type { AuthProvider } from "@modelcontextprotocol/client";
import type { McpOAuth, McpServerConfig } from "../../../generated/effective.js";
import type { StartChild } from "../../machine/interfaces/children.js";
import type { Clock } from "../../machine/interfaces/clock.js";
import type { Connect } from "../../machine/interfaces/connect.js";
import type { Files } from "../../machine/interfaces/files.js";
import type { Log } from "../../machine/interfaces/log.js";
import type { Scrubber } from "../scrub/scrubber.js";
import type { Clarify } from "../tools/ask-user.js";
import type { McpPackage } from "./package.js";

export interface ServerHost {
  readonly clock: Clock;
  readonly startChild: StartChild;
  readonly connect: Connect;
  readonly files: Files;
  readonly log: Log;
  /** The environment of the daemon, of which servers get what the configuration passes. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The working directory, of which servers on this machine are told. */
  readonly cwd: string;
  /** The folder of their logs; made when one is written. */
  readonly logFolder: string;
  /** The one for logs that begin now. */
  readonly scrubber: () => Scrubber;
  /** Of the agent, told to servers. */
  readonly version: string;
  /** Loads the client package: `loadMcpPackage`. */
  readonly load: () => Promise<McpPackage>;
  /** Without it, a server whose `auth.type` is `oauth` needs a login. */
  readonly login?: Login | undefined;
  /** Asks a person what a server wants to know; without it no server is told that it may ask. */
  readonly clarify?: Clarify | undefined;
}

/** One server as it is configured. */
export interface ServerSetup {
  readonly name: string;
  readonly config: McpServerConfig;
  /** Where a server that is a child process starts. */
  readonly cwd: string;
  /** A stranger's directory, where no program is looked for (P-S97). */
  readonly avoided?: string | undefined;
  /** Certificates that are trusted beside the usual ones, as PEM (spec 2.11). */
  readonly certificates: string | undefined;
}

/** A tool server whose `auth.type` is `oauth` (spec 5.2), as its logins need it. */
export interface OAuthServer {
  /** Its key in `mcp_servers`. */
  readonly name: string;
  /** Its endpoint. */
  readonly url: string;
  /** `auth_key_name`, or the name (spec 2.10). */
  readonly authKey: string;
  readonly auth: McpOAuth;
  /** Certificates that are trusted beside the usual ones, as PEM. */
  readonly certificates?: string | undefined;
}

/** The seam to logins. */
export type Login = (server: OAuthServer) => LoginProvider;

/** The login of a server, as the package takes it. */
export interface LoginProvider extends AuthProvider {
  /** The server has refused a request for a scope that the login lacks. */
  onInsufficientScope(challenge: Challenge): void;
}

/** What a tool server said when it refused a request for its login. */
export interface Challenge {
  readonly resourceMetadataUrl?: URL | undefined;
  readonly scope?: string | undefined;
}
