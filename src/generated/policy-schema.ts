/** schema/policy.schema.json as code, made by `npm run gen`. */
export const policySchema = {
 "$schema": "https://json-schema.org/draft/2020-12/schema",
 "title": "AgentPolicy",
 "description": "What the configurations of an agent may contain on this machine. A policy only restricts: each key that it leaves out restricts nothing.",
 "type": "object",
 "additionalProperties": false,
 "properties": {
  "$schema": {"type":"string","description":"The address of this schema, for editors."},
  "contact": {
   "type": "string",
   "pattern": "\\S",
   "patternErrorMessage": "is empty",
   "description": "Whom a developer asks about this policy: each violation names it.",
   "examples": ["security@acme.example"]
  },
  "allow": {
   "type": "object",
   "additionalProperties": false,
   "description": "The only values that a configuration may have. An empty list allows none.",
   "properties": {
    "hosts": {
     "type": "array",
     "items": {
      "type": "string",
      "pattern": "^(\\*\\.)?[A-Za-z0-9_]([A-Za-z0-9_.-]*[A-Za-z0-9_])?(:[0-9]{1,5})?$|^\\[[0-9A-Fa-f:.]+\\](:[0-9]{1,5})?$",
      "patternErrorMessage": "is not a host: write its name alone, without a scheme and a path"
     },
     "description": "The hosts of addresses: `api.acme.example`, with a port or without; `*.acme.example` for all names below; `localhost` for this machine by any of its names. A catalog provider without a `url` has no address of its own: `provider_kinds` restricts it.",
     "x-binds": [
      "providers/*/url",
      "mcp_servers/*/url",
      "mcp_servers/*/auth/registration/url",
      "mcp_servers/*/auth/redirect/uri",
      "mcp_servers/*/args/*",
      "mcp_servers/*/env/*",
      "daemon/web/http_proxy",
      "daemon/web/https_proxy",
      "telemetry/**"
     ],
     "examples": [["api.acme.example","*.acme.example","localhost"]]
    },
    "provider_kinds": {
     "type": "array",
     "items": {
      "type": "string",
      "pattern": "^(catalog(/.+)?|custom_alpha_compatible|custom_beta_compatible|custom_beta_responses)$",
      "patternErrorMessage": "is not a kind of provider",
      "x-help": "the kinds are `catalog`, `catalog/NAME` for one entry of the catalog, `custom_alpha_compatible`, `custom_beta_compatible` and `custom_beta_responses`"
     },
     "description": "The kinds of providers; `catalog/alpha` is the entry `alpha` of the catalog alone.",
     "x-binds": ["providers/*/kind/type","providers/*/kind/name"],
     "examples": [["catalog/alpha","custom_beta_compatible"]]
    },
    "commands": {
     "type": "array",
     "items": {"type":"string","pattern":"\\S","patternErrorMessage":"is empty"},
     "description": "The programs of MCP servers and of command substitutions, as a configuration writes them: `npx`, `/opt/acme/bin/*`. A `*` stands for any text without a slash.",
     "x-binds": ["mcp_servers/*/command","mcp_servers/*/env/*","config_command_substitution"],
     "examples": [["npx","/opt/acme/bin/*"]]
    },
    "packages": {
     "type": "array",
     "items": {
      "type": "string",
      "pattern": "^(?!.*\\s)[^@].*$|^@[^@/\\s]+/\\S+$",
      "patternErrorMessage": "is not the name of a package"
     },
     "description": "The packages that launchers such as npx, uvx and docker fetch for MCP servers: `@acme/*`, or one version of a package: `mcp-server-time@1.2.3`. A `*` stands for any text without a slash.",
     "x-binds": ["mcp_servers/*/args/*","mcp_servers/*/env/*"],
     "examples": [["@acme/*","mcp-server-time@2025.9.25"]]
    },
    "permission_matchers": {
     "type": "array",
     "items": {"type":"string","enum":["standard","bypass","bypass_plus","autonomous"]},
     "description": "The strategies that may decide about tool calls. A configuration that chooses none has `standard`.",
     "x-binds": ["default_permission_matcher"],
     "examples": [["standard","autonomous"]]
    },
    "config_command_substitution": {
     "type": "boolean",
     "description": "With `false`, no configuration may turn command substitution on.",
     "x-binds": ["config_command_substitution"],
     "examples": [false]
    }
   }
  },
  "require": {
   "type": "object",
   "additionalProperties": false,
   "description": "What a configuration must have.",
   "properties": {
    "exact_versions": {
     "type": "boolean",
     "description": "With `true`, each package that a launcher fetches for an MCP server has an exact version.",
     "x-binds": ["mcp_servers/*/args/*"],
     "examples": [true]
    },
    "secret_files": {
     "type": "array",
     "items": {"type":"string","pattern":"\\S","patternErrorMessage":"is empty"},
     "description": "Patterns that `permissions.secret_files` must list, spelled the same.",
     "x-binds": ["permissions/secret_files"],
     "examples": [[".env*","secrets/**"]]
    },
    "web_fetch_disallow_http": {
     "type": "boolean",
     "description": "With `true`, `daemon.web.web_fetch_disallow_http` must be true.",
     "x-binds": ["daemon/web/web_fetch_disallow_http"],
     "examples": [true]
    }
   }
  }
 }
} as const;
