/** The MCP servers of a configuration with one transport. */
import { oncePer } from "../../../../text/once.js";
import { type Config, entriesOf, type Keyed } from "../rule.js";

type Servers = NonNullable<Config["mcp_servers"]>;

type ServerOver<Transport> = Extract<Servers[string], { readonly transport?: Transport }>;

export type HttpServer = ServerOver<"http">;

/** The names and entries of the servers with this transport; skips servers without a transport, or with another one. */
export function serversOver<Transport extends "stdio" | "http">(
  { mcp_servers: servers }: Config,
  transport: Transport,
): readonly Keyed<ServerOver<Transport>>[] {
  const entries = servers === undefined ? [] : byTransport(servers)[transport];
  return entries as readonly Keyed<ServerOver<Transport>>[];
}

const byTransport = oncePer((servers: Servers) => {
  const over = (wanted: string) => entriesOf(servers).filter(({ entry }) => entry.transport === wanted);
  return { stdio: over("stdio"), http: over("http") };
});
