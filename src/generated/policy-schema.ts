/** What the program needs of schema/policy.schema.json, made by `npm run gen`. */
export const policySchema = {
 "properties": {
  "$schema": {"type":"string"},
  "contact": {"type":"string","pattern":"\\S","patternErrorMessage":"is empty"},
  "allow": {
   "properties": {
    "hosts": {
     "type": "array",
     "items": {
      "type": "string",
      "pattern": "^(\\*\\.)?[A-Za-z0-9_]([A-Za-z0-9_.-]*[A-Za-z0-9_])?(:[0-9]{1,5})?$|^\\[[0-9A-Fa-f:.]+\\](:[0-9]{1,5})?$",
      "patternErrorMessage": "is not a host: write its name alone, without a scheme and a path"
     },
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
     ]
    },
    "provider_kinds": {
     "type": "array",
     "items": {
      "type": "string",
      "pattern": "^(catalog(/.+)?|custom_alpha_compatible|custom_beta_compatible|custom_beta_responses)$",
      "patternErrorMessage": "is not a kind of provider",
      "x-help": "the kinds are `catalog`, `catalog/NAME` for one entry of the catalog, `custom_alpha_compatible`, `custom_beta_compatible` and `custom_beta_responses`"
     },
     "x-binds": ["providers/*/kind/type","providers/*/kind/name"]
    },
    "commands": {
     "type": "array",
     "items": {"type":"string","pattern":"\\S","patternErrorMessage":"is empty"},
     "x-binds": ["mcp_servers/*/command","mcp_servers/*/env/*","config_command_substitution"]
    },
    "packages": {
     "type": "array",
     "items": {
      "type": "string",
      "pattern": "^(?!.*\\s)[^@].*$|^@[^@/\\s]+/\\S+$",
      "patternErrorMessage": "is not the name of a package"
     },
     "x-binds": ["mcp_servers/*/args/*","mcp_servers/*/env/*"]
    },
    "permission_matchers": {
     "type": "array",
     "items": {"type":"string","enum":["standard","bypass","bypass_plus","autonomous"]},
     "x-binds": ["default_permission_matcher"]
    },
    "config_command_substitution": {"type":"boolean","x-binds":["config_command_substitution"]}
   }
  },
  "require": {
   "properties": {
    "exact_versions": {"type":"boolean","x-binds":["mcp_servers/*/args/*"]},
    "secret_files": {
     "type": "array",
     "items": {"type":"string","pattern":"\\S","patternErrorMessage":"is empty"},
     "x-binds": ["permissions/secret_files"]
    },
    "web_fetch_disallow_http": {"type":"boolean","x-binds":["daemon/web/web_fetch_disallow_http"]}
   }
  }
 }
} as const;
