/** Made from schema/policy.schema.json by `npm run gen`; not edited by hand. */

/**
 * What the configurations of an agent may contain on this machine. A policy only restricts: each key that it leaves out restricts nothing.
 */
export interface AgentPolicy {
  /**
   * The address of this schema, for editors.
   */
  $schema?: string;
  /**
   * Whom a developer asks about this policy: each violation names it.
   */
  contact?: string;
  /**
   * The only values that a configuration may have. An empty list allows none.
   */
  allow?: {
    /**
     * The hosts of addresses: `api.acme.example`, with a port or without; `*.acme.example` for all names below; `localhost` for this machine by any of its names. A catalog provider without a `url` has no address of its own: `provider_kinds` restricts it.
     */
    hosts?: string[];
    /**
     * The kinds of providers; `catalog/alpha` is the entry `alpha` of the catalog alone.
     */
    provider_kinds?: string[];
    /**
     * The programs of MCP servers and of command substitutions, as a configuration writes them: `npx`, `/opt/acme/bin/*`. A `*` stands for any text without a slash.
     */
    commands?: string[];
    /**
     * The packages that launchers such as npx, uvx and docker fetch for MCP servers: `@acme/*`, or one version of a package: `mcp-server-time@1.2.3`. A `*` stands for any text without a slash.
     */
    packages?: string[];
    /**
     * The strategies that may decide about tool calls. A configuration that chooses none has `standard`.
     */
    permission_matchers?: ("standard" | "bypass" | "bypass_plus" | "autonomous")[];
    /**
     * With `false`, no configuration may turn command substitution on.
     */
    config_command_substitution?: boolean;
  };
  /**
   * What a configuration must have.
   */
  require?: {
    /**
     * With `true`, each package that a launcher fetches for an MCP server has an exact version.
     */
    exact_versions?: boolean;
    /**
     * Patterns that `permissions.secret_files` must list, spelled the same.
     */
    secret_files?: string[];
    /**
     * With `true`, `daemon.web.web_fetch_disallow_http` must be true.
     */
    web_fetch_disallow_http?: boolean;
  };
}
