/** The MCP servers of a configuration that are reached over one transport. */
import { type Config, entriesOf } from "../rule.js";

type Server = NonNullable<Config["mcp_servers"]>[string];

type ServerOver<Transport> = Extract<Server, { readonly transport?: Transport }>;

/** A server reached over HTTP. */
export type HttpServer = ServerOver<"http">;

/** The names and entries of the servers with this transport; one that names none, or another, is left out. */
export function serversOver<Transport extends "stdio" | "http">(
  { mcp_servers }: Config,
  transport: Transport,
): readonly (readonly [string, ServerOver<Transport>])[] {
  const isOver = (server: Server): server is ServerOver<Transport> => server?.transport === transport;
  return entriesOf(mcp_servers).flatMap(([name, server]) => (isOver(server) ? [[name, server] as const] : []));
}
