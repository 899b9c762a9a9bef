/** What the program needs of schema/permissions.schema.json, made by `npm run gen`. */
export const permissionsSchema = {
 "x-strict": true,
 "x-elsewhere": {
  "`default_permission_matcher` in the configuration decides about calls that no rule names": ["default","default_mode","mode","matcher","default_permission_matcher","approval_policy"],
  "secret files stand in the configuration: `permissions: { secret_files: […] }`": ["secret_files","ignore","secrets"],
  "the rules stand in `allow`, `ask` and `deny`, at the top level": ["permissions","rules"]
 },
 "properties": {
  "$schema": {"type":"string"},
  "version": {"description":"The version of this format.","type":"integer","minimum":1,"maximum":1,"default":1},
  "allow": {
   "type": ["array","null"],
   "items": {"$ref":"Rule"},
   "x-guard": true,
   "x-aliases": ["allowed","allows","allow_list","allowlist","permit","always_allow","auto_approve","auto_allow","approve"]
  },
  "ask": {
   "type": ["array","null"],
   "items": {"$ref":"Rule"},
   "x-guard": true,
   "x-aliases": ["asks","ask_first","confirm","prompt","always_ask","require_approval"]
  },
  "deny": {
   "type": ["array","null"],
   "items": {"$ref":"Rule"},
   "x-guard": true,
   "x-aliases": [
    "denied",
    "denies",
    "deny_list",
    "denylist",
    "block",
    "blocked",
    "block_list",
    "blocklist",
    "forbid",
    "forbidden",
    "reject",
    "never"
   ]
  }
 },
 "$defs": {
  "Rule": {
   "minProperties": 1,
   "x-strict": true,
   "x-text": "{ tool: … }",
   "properties": {
    "tool": {"type":"string","pattern":"\\S","patternErrorMessage":"is empty","x-aliases":["name","tools","tool_name"]},
    "command": {
     "type": "string",
     "pattern": "\\S",
     "patternErrorMessage": "is empty",
     "x-aliases": ["cmd","commands","script","run","prefix","shell","bash"]
    },
    "path": {
     "type": "string",
     "pattern": "\\S",
     "patternErrorMessage": "is empty",
     "x-aliases": ["file","files","paths","glob","file_path","directory","folder"]
    },
    "server": {
     "type": "string",
     "pattern": "\\S",
     "patternErrorMessage": "is empty",
     "x-aliases": ["mcp","mcp_server","servers","server_name"],
     "x-ref": "mcp_servers"
    }
   }
  }
 }
} as const;
