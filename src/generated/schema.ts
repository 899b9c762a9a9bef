/** What the program needs of schema/config.schema.json, made by `npm run gen`. */
export const schema = {
 "x-elsewhere": {
  "a configuration is no manifest: its own keys stand at the top level": ["apiVersion","kind","metadata","spec"],
  "variables of a server stand in `mcp_servers.<name>.env`; `agent_behavior.shell.init_script` may export those of tool calls": ["env","environment","env_vars","env_file"],
  "a command gives a key as `$(command)` in `providers.<name>.auth.key`": ["apiKeyHelper","api_key_helper","key_command","api_key_command"],
  "the key of a provider stands in `providers.<name>.auth`": ["api_key","api_keys","access_token","credentials","openai_api_key","anthropic_api_key"],
  "`mcp_servers.<name>.default_enabled` turns a server on or off": [
   "enabledMcpjsonServers",
   "disabledMcpjsonServers",
   "enableAllProjectMcpServers",
   "enabled_mcp_servers",
   "disabled_mcp_servers"
  ],
  "`daemon.log_level` sets how much the logs say": ["logging","logger"],
  "the agent has no hooks; `agent_behavior.shell.init_script` runs before the first shell call": ["hooks"],
  "instructions belong in `AGENTS.md`, and the prompt of a mode in `facets`": ["system_prompt","instructions","custom_instructions","rules","conventions"],
  "request options stand in `models.<name>.request_option_defaults`": ["temperature","top_p","top_k","seed"],
  "an effort belongs to the name of a model, as in `defaults.full: name(high)`": ["model_reasoning_effort","reasoning_effort","effort","effort_level"],
  "`models.<name>.reasoning` says how a model reasons": ["thinking","always_thinking_enabled","max_thinking_tokens","thinking_budget"],
  "`models.<name>.provider` names the provider of a model": ["model_provider"],
  "rules for single tools live in a file of their own; `default_permission_matcher` decides about the rest": [
   "allow",
   "deny",
   "ask",
   "allowed_tools",
   "disallowed_tools",
   "auto_approve",
   "always_allow",
   "trusted_tools",
   "sandbox",
   "sandbox_mode",
   "yolo",
   "auto_accept",
   "dangerously_skip_permissions"
  ],
  "without a block `telemetry`, nothing is sent": ["disable_telemetry","analytics","analytics_disable","usage_statistics","usage_statistics_enabled","telemetry_level"],
  "nothing is asked for: a value is a variable of the environment, `${NAME}`": ["inputs"],
  "the proxies of the web tools are `daemon.web.http_proxy` and `daemon.web.https_proxy`": ["proxy"]
 },
 "properties": {
  "$schema": {"type":"string","x-scope":"file"},
  "version": {
   "description": "Version of the configuration format.",
   "type": "integer",
   "minimum": 0,
   "maximum": 255,
   "default": 3,
   "x-scope": "file"
  },
  "config_command_substitution": {"x-capability":"guard","x-stricter":"own","type":["boolean","null"],"default":false,"x-scope":"global"},
  "defaults": {
   "properties": {
    "full": {
     "x-capability": "model",
     "x-aliases": ["main","primary","large","big","default","model"],
     "x-joined": "{model}({effort})",
     "type": ["string","null"],
     "x-ref": "models"
    },
    "mini": {
     "x-capability": "model",
     "x-aliases": ["small","fast","medium"],
     "x-joined": "{model}({effort})",
     "type": ["string","null"],
     "x-ref": "models"
    },
    "nano": {
     "x-capability": "model",
     "x-aliases": ["tiny"],
     "x-joined": "{model}({effort})",
     "type": ["string","null"],
     "x-ref": "models"
    }
   },
   "x-aliases": ["default","default_models","model_defaults"],
   "x-idioms": {
    "nano_model": "{ nano: … }",
    "summary_model": "{ mini: … }",
    "small_fast_model": "{ mini: … }",
    "cheap_model": "{ mini: … }",
    "model_small": "{ mini: … }",
    "default_model": "{ full: … }",
    "model": "{ full: … }",
    "small_model": "{ mini: … }",
    "main_model": "{ full: … }",
    "fast_model": "{ mini: … }",
    "mini_model": "{ mini: … }",
    "weak_model": "{ mini: … }"
   }
  },
  "providers": {
   "x-aliases": ["provider","model_providers","backends","llm_providers"],
   "type": "object",
   "additionalProperties": {
    "x-elsewhere": {
     "its address is `url`, its key stands in `auth`, and its dialect follows from `kind`": ["options","settings","npm","package","sdk","params","connection"],
     "`models.<name>.enabled` takes single models away; a provider stays until its entry is deleted": ["enabled","disabled","enable","disable","active"],
     "each model has an entry in `models` that names this provider": ["models","model","model_list","default_model"],
     "`url` holds the whole address, with the region or version that belongs to it": [
      "region",
      "aws_region",
      "location",
      "project",
      "project_id",
      "account_id",
      "zone",
      "resource_name",
      "resource",
      "api_version",
      "deployment",
      "deployment_id",
      "azure_endpoint",
      "port",
      "base_path"
     ],
     "`daemon.retry` and `daemon.provider_stream_idle_timeout_secs` hold for all providers": [
      "retries",
      "max_retries",
      "retry",
      "timeout",
      "request_timeout",
      "stream_idle_timeout_ms",
      "stream_max_retries",
      "request_max_retries"
     ],
     "`daemon.tls.trust_store` names certificates to trust": ["verify_ssl","ssl_verify","insecure","verify","ca_cert","ca_bundle","tls","skip_tls_verify"],
     "`models.<name>.context_window` holds the size of a model's window": ["context_window","context_length","num_ctx"],
     "a command gives a key as `$(command)` in `auth`: `{ type: static_key, key: $(command) }`": ["apiKeyHelper","api_key_command","key_command","auth_command","token_command","credential_process"]
    },
    "required": ["kind"],
    "properties": {
     "kind": {
      "required": ["type"],
      "properties": {
       "type": {
        "x-capability": "destination",
        "x-value-aliases": {
         "builtin": "catalog",
         "openai": "custom_beta_compatible",
         "openai_compatible": "custom_beta_compatible",
         "openai_responses": "custom_beta_responses",
         "anthropic": "custom_alpha_compatible"
        },
        "enum": ["catalog","custom_alpha_compatible","custom_beta_compatible","custom_beta_responses"]
       }
      },
      "allOf": [
       {
        "then": {
         "required": ["type","name"],
         "properties": {
          "type": {"x-capability":"destination","const":"catalog"},
          "name": {
           "description": "Name of the catalog entry.",
           "x-name": true,
           "x-capability": "destination",
           "x-aliases": ["id","provider","vendor"],
           "type": "string",
           "pattern": "\\S",
           "patternErrorMessage": "is empty"
          }
         }
        }
       },
       {
        "then": {"required":["type"],"properties":{"type":{"x-capability":"destination","const":"custom_alpha_compatible"}}}
       },
       {
        "then": {"required":["type"],"properties":{"type":{"x-capability":"destination","const":"custom_beta_compatible"}}}
       },
       {
        "then": {"required":["type"],"properties":{"type":{"x-capability":"destination","const":"custom_beta_responses"}}}
       }
      ],
      "description": "A built-in catalog entry or a custom backend."
     },
     "url": {
      "x-capability": "destination",
      "x-aliases": [
       "base_url",
       "api_base",
       "api_url",
       "endpoint",
       "host",
       "hostname",
       "server",
       "address",
       "base",
       "origin",
       "uri",
       "base_uri",
       "api_endpoint",
       "service_url"
      ],
      "type": ["string","null"]
     },
     "auth": {
      "x-idioms": {
       "api_key": "{ type: static_key, key: … }",
       "key": "{ type: static_key, key: … }",
       "env_key": "{ type: static_key, key: ${…} }",
       "token": "{ type: static_key, key: … }",
       "access_token": "{ type: static_key, key: … }",
       "secret_key": "{ type: static_key, key: … }",
       "bearer_token": "{ type: static_key, key: … }",
       "bearer": "{ type: static_key, key: … }",
       "api_key_env": "{ type: static_key, key: ${…} }",
       "api_key_env_var": "{ type: static_key, key: ${…} }",
       "api_key_variable": "{ type: static_key, key: ${…} }",
       "key_env": "{ type: static_key, key: ${…} }",
       "key_variable": "{ type: static_key, key: ${…} }",
       "env_var": "{ type: static_key, key: ${…} }",
       "token_env": "{ type: static_key, key: ${…} }"
      },
      "anyOf": [
       {
        "x-text": "{ type: static_key, key: … }",
        "required": ["type"],
        "properties": {
         "type": {
          "x-capability": "credential",
          "x-value-aliases": {
           "none": "no_auth",
           "api_key": "static_key",
           "key": "static_key",
           "token": "static_key",
           "bearer": "static_key",
           "bearer_token": "static_key",
           "authorization-header": "static_key",
           "header": "static_key",
           "oauth": ["delta_device","epsilon_device"],
           "device": ["delta_device","epsilon_device"],
           "login": ["delta_device","epsilon_device"]
          },
          "enum": ["no_auth","static_key","delta_device","epsilon_device"]
         }
        },
        "allOf": [
         {"then":{"required":["type"],"properties":{"type":{"x-capability":"credential","const":"no_auth"}}}},
         {
          "then": {
           "x-elsewhere": {"another header belongs in the provider's `headers`":["header","header_name","prefix","scheme"]},
           "required": ["type","key"],
           "properties": {
            "type": {"const":"static_key"},
            "key": {
             "description": "The key, usually a reference to an environment variable.",
             "x-capability": "credential",
             "x-aliases": ["api_key","token","value","secret"],
             "x-idioms": {
              "env": "${…}",
              "env_var": "${…}",
              "api_key_env": "${…}",
              "key_env": "${…}",
              "env_key": "${…}",
              "api_key_env_var": "${…}",
              "key_variable": "${…}",
              "token_env": "${…}",
              "variable": "${…}"
             },
             "type": "string",
             "pattern": "\\S",
             "patternErrorMessage": "is empty",
             "x-help": "a provider that needs no key has `auth: { type: no_auth }`",
             "x-secret": true,
             "x-trim": true
            },
            "format": {
             "x-value-aliases": {
              "x-api-key": "alpha_x_api_key",
              "x_api_key": "alpha_x_api_key",
              "api-key": "gamma_api_key",
              "api_key": "gamma_api_key",
              "authorization": "bearer_token"
             },
             "enum": ["bearer_token","alpha_x_api_key","gamma_api_key",null]
            }
           }
          }
         },
         {
          "then": {
           "required": ["type","profile"],
           "properties": {
            "type": {"x-capability":"credential","const":"delta_device"},
            "profile": {
             "description": "The profile whose tokens are used.",
             "x-name": true,
             "x-capability": "credential",
             "type": "string",
             "pattern": "\\S",
             "patternErrorMessage": "is empty"
            }
           }
          }
         },
         {
          "then": {
           "required": ["type","profile"],
           "properties": {
            "type": {"x-capability":"credential","const":"epsilon_device"},
            "profile": {
             "description": "The profile name chosen when running `agent login`.",
             "x-name": true,
             "x-capability": "credential",
             "type": "string",
             "pattern": "\\S",
             "patternErrorMessage": "is empty"
            }
           }
          }
         }
        ]
       },
       {"type":"null"}
      ]
     },
     "protocol": {
      "x-aliases": ["dialect","wire_api","api_type"],
      "x-value-aliases": {
       "chat_completions": "beta_chat_completions",
       "responses": "beta_responses",
       "messages": "alpha_messages",
       "chat": "beta_chat_completions",
       "completions": "beta_chat_completions",
       "chat-completions": "beta_chat_completions",
       "openai": "beta_chat_completions",
       "openai-completions": "beta_chat_completions",
       "openai_compatible": "beta_chat_completions",
       "openai_responses": "beta_responses",
       "openai-responses": "beta_responses",
       "anthropic": "alpha_messages",
       "anthropic_messages": "alpha_messages"
      },
      "enum": [
       "alpha_messages",
       "beta_responses",
       "beta_chat_completions",
       "v3_chat_completions",
       "v4_chat_completions",
       "v5_chat_completions",
       "v6_messages",
       "v7_messages",
       "v8_messages",
       "v9_messages",
       "v10_messages",
       "v11_chat_completions",
       "v12_chat_completions",
       "v13_responses",
       "test",
       null
      ],
      "x-default": {
       "by": "kind",
       "values": {
        "custom_alpha_compatible": "alpha_messages",
        "custom_beta_compatible": "beta_chat_completions",
        "custom_beta_responses": "beta_responses"
       }
      }
     },
     "headers": {
      "x-capability": "credential",
      "x-aliases": ["http_headers","default_headers","extra_headers","custom_headers","request_headers","extra_http_headers"],
      "$ref": "HeaderMap"
     },
     "cache_control_strategy": {
      "x-value-aliases": {
       "auto": "provider_managed",
       "automatic": "provider_managed",
       "server": "provider_managed",
       "default": "provider_managed",
       "ephemeral": "alpha_breakpoints",
       "explicit": "alpha_breakpoints",
       "breakpoints": "alpha_breakpoints",
       "manual": "alpha_breakpoints",
       "anthropic": "alpha_breakpoints"
      },
      "enum": ["provider_managed","alpha_breakpoints",null]
     }
    }
   }
  },
  "models": {
   "x-aliases": ["model_list","model_configs","model_overrides","llms","custom_models"],
   "type": "object",
   "additionalProperties": {
    "x-elsewhere": {
     "a model has its address and its key from the provider, under `providers`": [
      "url",
      "base_url",
      "api_base",
      "endpoint",
      "api_key",
      "api_key_env",
      "auth",
      "headers",
      "protocol",
      "host",
      "litellm_params"
     ],
     "`tool_loading: no_tools` is for a model that cannot use tools; another one needs no such key": [
      "tool_call",
      "tool_calls",
      "tools",
      "supports_tools",
      "tool_use",
      "function_calling",
      "supports_function_calling",
      "supports_tool_use"
     ],
     "a prompt belongs in a facet, or in `AGENTS.md`": ["system_prompt","system","system_message","prompt","instructions","prompt_template"],
     "the agent keeps no prices and limits no rates": [
      "cost",
      "price",
      "pricing",
      "input_cost_per_token",
      "output_cost_per_token",
      "input_price",
      "output_price",
      "rpm",
      "tpm",
      "rate_limit"
     ],
     "the key of an entry is its only name": ["title","label","display_name","description","aliases","alias"],
     "`supports_vision: true` is for a model that accepts images": ["modalities","input_modalities","input","capabilities"],
     "`max_tool_batch_size` limits the tool calls of one message": ["parallel_tool_calls","parallel_tool_use","supports_parallel_tool_calls","disable_parallel_tool_use"],
     "`defaults` chooses the model of each class": ["default","is_default","roles","role","weak_model","small_model","editor_model"]
    },
    "properties": {
     "enabled": {
      "x-aliases": ["!disabled","!disable","!hidden","active","enable","available"],
      "x-capability": "model",
      "type": ["boolean","null"],
      "x-off": false
     },
     "provider_name": {
      "x-name": true,
      "x-capability": "model",
      "x-aliases": [
       "id",
       "model",
       "model_id",
       "model_name",
       "api_model",
       "deployment",
       "deployment_name",
       "deployment_id",
       "remote_name",
       "identifier",
       "slug"
      ],
      "type": ["string","null"]
     },
     "variant": {"x-aliases":["family","model_family"],"enum":["family_a","beta","family_c","other",null]},
     "class": {
      "x-aliases": ["size","tier","model_class"],
      "enum": ["full","mini","nano",null],
      "x-value-aliases": {
       "large": "full",
       "big": "full",
       "primary": "full",
       "medium": "mini",
       "small": "mini",
       "tiny": "nano",
       "main": "full",
       "xl": "full",
       "flagship": "full",
       "frontier": "full",
       "fast": "mini",
       "cheap": "mini",
       "lite": "mini",
       "flash": "mini",
       "micro": "nano",
       "smallest": "nano"
      }
     },
     "max_tokens": {
      "description": "Absolute output ceiling in tokens, as reported by the catalog.",
      "x-aliases": ["max_output","output_limit"],
      "type": ["integer","null"],
      "minimum": 0,
      "maximum": 4294967295
     },
     "max_output_tokens_per_turn": {
      "description": "Output limit per turn in tokens, sent to the provider.",
      "x-aliases": [
       "max_output_tokens",
       "max_completion_tokens",
       "max_new_tokens",
       "num_predict",
       "n_predict",
       "max_tokens_per_turn",
       "max_response_tokens"
      ],
      "type": ["integer","null"],
      "minimum": 0,
      "maximum": 4294967295
     },
     "stop_sequences": {"x-aliases":["stop","stops","stop_words","stop_strings","stop_tokens"],"type":"array","items":{"type":"string"}},
     "provider": {"x-aliases":["backend","vendor"],"x-capability":"model","type":["string","null"],"x-ref":"providers"},
     "reasoning": {
      "x-idioms": {
       "reasoning_effort": "{ type: effort, … }",
       "effort": "{ type: effort, … }",
       "default_effort": "{ type: effort, … }",
       "reasoning_levels": "{ type: effort, … }",
       "supports_reasoning": "{ type: effort, … }",
       "thinking": "{ type: thinking, can_disable: … }",
       "supports_thinking": "{ type: thinking, can_disable: … }",
       "thinking_enabled": "{ type: thinking, can_disable: … }",
       "extended_thinking": "{ type: thinking, can_disable: … }"
      },
      "anyOf": [
       {
        "x-text": "{ type: effort, … }",
        "required": ["type"],
        "properties": {
         "type": {
          "x-value-aliases": {
           "none": "no_reasoning",
           "off": "no_reasoning",
           "disabled": "no_reasoning",
           "false": "no_reasoning",
           "levels": "effort",
           "reasoning_effort": "effort",
           "budget": "thinking",
           "extended": "thinking",
           "enabled": "thinking",
           "adaptive": "thinking",
           "extended_thinking": "thinking"
          },
          "enum": ["no_reasoning","effort","thinking"]
         }
        },
        "allOf": [
         {"then":{"required":["type"],"properties":{"type":{"const":"no_reasoning"}}}},
         {
          "then": {
           "required": ["type","effort_set","can_disable","levels"],
           "properties": {
            "type": {"const":"effort"},
            "effort_set": {
             "description": "Name of the set of efforts, such as `acme`.",
             "x-name": true,
             "type": "string",
             "pattern": "\\S",
             "patternErrorMessage": "is empty"
            },
            "can_disable": {"description":"Whether reasoning can be turned off.","type":"boolean"},
            "levels": {
             "description": "The efforts, in the provider's order.",
             "type": "array",
             "items": {"x-name":true,"x-word":"alone","type":"string"}
            },
            "default_level": {"type":["string","null"]}
           }
          }
         },
         {
          "then": {
           "required": ["type","can_disable"],
           "properties": {
            "type": {"const":"thinking"},
            "can_disable": {"description":"Whether thinking can be turned off.","type":"boolean"}
           }
          }
         }
        ]
       },
       {"type":"null"}
      ]
     },
     "edit_format": {"x-name":true,"type":["string","null"]},
     "context_window": {
      "description": "Context size in tokens.",
      "x-idioms": {"limit":"…, max_tokens: …"},
      "x-aliases": [
       "context_length",
       "context_size",
       "max_context",
       "context",
       "max_context_tokens",
       "context_tokens",
       "context_limit",
       "max_input_tokens",
       "num_ctx",
       "n_ctx",
       "ctx",
       "ctx_size",
       "window",
       "window_size",
       "max_model_len",
       "max_input",
       "input_limit",
       "model_context_window",
       "context_window_size",
       "context_window_tokens",
       "max_context_length",
       "max_context_size",
       "max_position_embeddings"
      ],
      "type": ["integer","null"],
      "minimum": 0,
      "maximum": 4294967295,
      "examples": [200000]
     },
     "compaction_threshold": {
      "description": "Share of the context window at which compaction starts: above 0, at most 1.",
      "x-aliases": ["compact_at","compact_threshold","auto_compact_threshold"],
      "type": ["number","null"],
      "exclusiveMinimum": 0,
      "maximum": 1,
      "examples": [0.8]
     },
     "tool_loading": {
      "x-value-aliases": {
       "none": "no_tools",
       "off": "no_tools",
       "disabled": "no_tools",
       "lazy": "native_deferred",
       "on_demand": "native_deferred",
       "all": "eager",
       "false": "no_tools",
       "never": "no_tools",
       "deferred": "native_deferred",
       "dynamic": "native_deferred",
       "auto": "native_deferred",
       "true": "eager",
       "always": "eager"
      },
      "enum": ["eager","native_deferred","no_tools",null]
     },
     "supports_vision": {
      "x-aliases": ["vision","supports_images","images","multimodal","image_input","supports_image"],
      "type": ["boolean","null"],
      "x-default": {"by":"custom","value":false}
     },
     "forced_tool_choice_supported": {"type":["boolean","null"],"default":true},
     "max_tool_batch_size": {
      "description": "Most counted, non-exclusive tool calls in one assistant message.",
      "x-aliases": ["max_parallel_tools","max_parallel_tool_calls"],
      "type": ["integer","null"],
      "minimum": 0,
      "maximum": 4294967295
     },
     "request_option_defaults": {
      "x-aliases": ["options","params","parameters","extra_body","request_options","default_options"],
      "x-idioms": {
       "temperature": "{ temperature: \"…\" }",
       "top_p": "{ top_p: \"…\" }",
       "top_k": "{ top_k: \"…\" }",
       "min_p": "{ min_p: \"…\" }",
       "seed": "{ seed: \"…\" }",
       "presence_penalty": "{ presence_penalty: \"…\" }",
       "frequency_penalty": "{ frequency_penalty: \"…\" }",
       "repeat_penalty": "{ repeat_penalty: \"…\" }",
       "service_tier": "{ service_tier: \"…\" }",
       "verbosity": "{ verbosity: \"…\" }",
       "budget_tokens": "{ budget_tokens: \"…\" }",
       "thinking_budget": "{ thinking_budget: \"…\" }",
       "max_thinking_tokens": "{ max_thinking_tokens: \"…\" }"
      },
      "x-capability": "model",
      "type": "object",
      "additionalProperties": {"type":["boolean","string"],"maxLength":512,"x-max-bytes":512,"x-secret":"by-name"}
     },
     "inherits": {
      "x-aliases": ["extends","parent","base","inherit","inherits_from","based_on","base_model"],
      "x-capability": "model",
      "type": ["string","null"],
      "x-ref": "models"
     }
    }
   }
  },
  "active_session": {
   "x-aliases": ["session","default_session","session_defaults"],
   "x-idioms": {"default_agent":"{ default_facet: … }","default_mode":"{ default_facet: … }","mode":"{ default_facet: … }"},
   "anyOf": [
    {
     "x-elsewhere": {
      "`defaults.full` sets the model of a session": ["model","default_model"],
      "`default_permission_matcher` at the top level decides about tool calls": ["permission_mode","approval_policy","approval_mode"]
     },
     "properties": {
      "default_facet": {
       "x-aliases": ["facet","mode","default_mode","default_agent"],
       "x-capability": "context",
       "type": ["string","null"],
       "x-ref": "facets"
      },
      "default_exec_facet": {"x-capability":"context","type":["string","null"],"x-ref":"facets"}
     }
    },
    {"type":"null"}
   ]
  },
  "agent_behavior": {
   "x-aliases": ["agent_settings","agent_behaviour","shell_settings"],
   "x-idioms": {"default_shell":"{ shell: { command: … } }"},
   "anyOf": [
    {
     "required": ["shell"],
     "properties": {
      "shell": {
       "required": ["command"],
       "properties": {
        "command": {
         "description": "The shell used for shell tool calls.",
         "x-capability": "runs-code",
         "x-aliases": ["path","program","cmd","shell","executable","kind","type","name"],
         "enum": ["bash","powershell"],
         "x-value-aliases": {
          "/bin/bash": "bash",
          "/usr/bin/bash": "bash",
          "pwsh": "powershell",
          "powershell.exe": "powershell",
          "sh": "bash",
          "zsh": "bash",
          "fish": "bash",
          "dash": "bash",
          "/bin/sh": "bash",
          "/bin/zsh": "bash",
          "/usr/bin/zsh": "bash",
          "bash.exe": "bash",
          "pwsh.exe": "powershell",
          "cmd": "powershell",
          "cmd.exe": "powershell"
         }
        },
        "init_script": {
         "x-name": true,
         "x-aliases": ["init","rc","rc_file","startup_script","setup_script"],
         "x-capability": "runs-code",
         "x-path": "project",
         "type": ["string","null"]
        }
       },
       "description": "The shell of shell tool calls."
      }
     }
    },
    {"type":"null"}
   ]
  },
  "permissions": {
   "x-guard": true,
   "x-aliases": ["permission","security","secrets","secret_protection"],
   "x-idioms": {
    "ignore": "{ secret_files: … }",
    "ignore_files": "{ secret_files: … }",
    "watcher_ignore": "{ secret_files: … }",
    "exclude_files": "{ secret_files: … }"
   },
   "anyOf": [
    {
     "x-strict": true,
     "x-elsewhere": {
      "rules for single tools live in a file of their own, not here": [
       "allow",
       "ask",
       "deny",
       "rules",
       "allowed_tools",
       "disallowed_tools",
       "bash",
       "edit",
       "write",
       "read",
       "webfetch",
       "allowed_commands",
       "denied_commands",
       "additional_directories"
      ],
      "`default_permission_matcher` at the top level decides about other calls": ["default_mode","mode","default","approval_policy","approval_mode","disable_bypass_permissions_mode"]
     },
     "properties": {
      "secret_words": {
       "x-capability": "guard",
       "x-stricter": "longer",
       "type": "array",
       "items": {"type":"string","x-secret":true,"x-secret-word":true}
      },
      "secret_files": {"x-capability":"guard","x-stricter":"longer","type":"array","items":{"type":"string","x-path":"pattern"}}
     }
    },
    {"type":"null"}
   ]
  },
  "notifications": {
   "x-aliases": ["notification","notify"],
   "anyOf": [
    {
     "properties": {
      "trigger_turn": {"type":"boolean","default":false,"x-effect":"reserved"},
      "trigger_types": {"type":"array","items":{"type":"string"},"default":[],"x-effect":"reserved"},
      "auto_drain_notifications": {"type":"boolean","default":true}
     }
    },
    {"type":"null"}
   ]
  },
  "default_permission_matcher": {
   "x-guard": true,
   "x-capability": "guard",
   "x-stricter": ["standard","autonomous","bypass_plus","bypass"],
   "x-aliases": [
    "permission_mode",
    "default_permission_mode",
    "approval_policy",
    "approval_mode",
    "permission_matcher",
    "approval",
    "default_matcher",
    "matcher",
    "permissions_mode",
    "ask_for_approval"
   ],
   "x-value-aliases": {
    "ask": "standard",
    "prompt": "standard",
    "default": "standard",
    "on-request": "standard",
    "always_ask": "standard",
    "manual": "standard",
    "untrusted": "standard",
    "confirm": "standard",
    "auto": "autonomous",
    "classifier": "autonomous"
   },
   "enum": ["standard","bypass","bypass_plus","autonomous",null],
   "default": "standard"
  },
  "autonomous_permission_matcher": {
   "x-guard": true,
   "anyOf": [
    {
     "x-number": "max_consecutive_denials",
     "x-strict": true,
     "properties": {
      "classifier_model": {"x-aliases":["model"],"x-capability":"model","type":["string","null"],"x-ref":"models"},
      "classifier_rules": {
       "x-aliases": ["rules","prompt","instructions","guidance"],
       "x-capability": "guard",
       "x-stricter": "own",
       "type": ["string","null"],
       "x-prose": true
      },
      "max_consecutive_denials": {
       "description": "Denials in a row before the user is asked.",
       "x-capability": "guard",
       "x-stricter": "lower",
       "type": "integer",
       "minimum": 0,
       "maximum": 4294967295,
       "default": 3
      }
     }
    },
    {"type":"null"}
   ]
  },
  "plugins": {
   "x-capability": "context",
   "x-aliases": ["plugin","extensions","extension_settings","enabled_plugins"],
   "type": "object",
   "additionalProperties": {"x-opaque":true,"x-prose":true}
  },
  "mcp_servers": {
   "x-aliases": ["mcp","servers","services","context_servers","tool_servers","mcp_tools","mcp_config"],
   "type": "object",
   "additionalProperties": {
    "x-text": "{ transport: stdio, command: … }",
    "x-rule": "mcp/other-transport",
    "required": ["transport"],
    "properties": {
     "transport": {
      "enum": ["stdio","http"],
      "x-aliases": ["type","transport_type","kind","protocol","mode"],
      "x-value-aliases": {
       "local": "stdio",
       "remote": "http",
       "sse": "http",
       "streamable-http": "http",
       "streamableHttp": "http",
       "streamable": "http",
       "http-stream": "http",
       "streaming-http": "http",
       "https": "http",
       "websocket": "http",
       "ws": "http",
       "command": "stdio",
       "process": "stdio",
       "subprocess": "stdio",
       "stdin": "stdio",
       "pipe": "stdio",
       "docker": "stdio"
      }
     }
    },
    "allOf": [
     {
      "then": {
       "x-elsewhere": {
        "the start of a server has no time limit of its own": ["startup_timeout","startup_timeout_sec","startup_timeout_ms"],
        "`default_timeout_seconds` counts seconds": ["timeout_minutes","timeout_mins","timeout_min","timeout_hours"],
        "all tools are shown but those in `block_list`": ["enabled_tools","allowed_tools","include_tools","allow_list"],
        "rules for single tools live in a file of their own, not here": ["always_allow","auto_approve","trust"],
        "no key sets the directory of a server: write whole paths in `command` and `args`": ["cwd","working_directory","working_dir"],
        "`command: docker` starts a container: its image stands in `args`": ["image","container","docker_image"],
        "no file of variables is read: name them in `pass_env`, or set them in `env`": ["env_file","environment_file","dotenv"],
        "the key of an entry is its only name": ["name","title","description","display_name","label"],
        "options of a container stand in `args`, before its image": ["ports","volumes","network","networks","restart","privileged","mounts"]
       },
       "required": ["transport","command"],
       "properties": {
        "transport": {"const":"stdio"},
        "command": {
         "description": "The executable to start.",
         "x-name": true,
         "x-capability": "runs-code",
         "x-path": "program",
         "x-aliases": ["cmd","program","executable","entrypoint","entry_point","run","binary"],
         "type": "string",
         "pattern": "\\S",
         "patternErrorMessage": "is empty"
        },
        "args": {
         "x-capability": "runs-code",
         "x-aliases": ["arguments","argv","parameters","params"],
         "type": "array",
         "items": {"type":"string","x-path":"argument"},
         "default": []
        },
        "env": {
         "x-names": "pass_env",
         "x-capability": "credential",
         "x-aliases": ["environment","envs"],
         "x-stray": "^[A-Z][A-Z0-9_]{2,}$",
         "type": "object",
         "propertyNames": {
          "type": "string",
          "pattern": "^[^\\s=$%{}\\u0000]+$",
          "patternErrorMessage": "is not the name of an environment variable",
          "x-help": "write the bare name; the value goes after the `:`"
         },
         "additionalProperties": {"type":"string","x-secret":"by-name","x-path":"variable"},
         "default": {}
        },
        "pass_env": {
         "x-aliases": [
          "env_vars",
          "env_keys",
          "env_passthrough",
          "passthrough_env",
          "pass_environment",
          "inherit_env",
          "forward_env",
          "env_from"
         ],
         "x-capability": "credential",
         "type": ["array","null"],
         "items": {
          "type": "string",
          "pattern": "^[^-\\s=$%{}*?,;|\\u0000][^\\s=$%{}*?,;|\\u0000]*$",
          "patternErrorMessage": "is not the name of an environment variable",
          "x-rule": "mcp/variable-name",
          "x-help": "write the bare name of one variable; set values under `env`"
         },
         "default": ["HOME","PATH","LANG","TMPDIR"]
        },
        "log_stderr": {"x-capability":"guard","x-stricter":false,"type":"boolean","default":true},
        "log_stdout": {"x-capability":"guard","x-stricter":false,"type":"boolean","default":false},
        "block_list": {"x-capability":"guard","x-stricter":"longer","$ref":"McpBlockList"},
        "default_timeout_seconds": {"$ref":"McpDefaultTimeout"},
        "auth_key_name": {"x-capability":"credential","$ref":"McpAuthKeyName"},
        "default_enabled": {"x-capability":"guard","x-stricter":false,"$ref":"McpDefaultEnabled"}
       }
      }
     },
     {
      "then": {
       "x-elsewhere": {
        "the start of a server has no time limit of its own": ["startup_timeout","startup_timeout_sec","startup_timeout_ms"],
        "`default_timeout_seconds` counts seconds": ["timeout_minutes","timeout_mins","timeout_min","timeout_hours"],
        "all tools are shown but those in `block_list`": ["enabled_tools","allowed_tools","include_tools","allow_list"],
        "rules for single tools live in a file of their own, not here": ["always_allow","auto_approve","trust"],
        "the key of an entry is its only name": ["name","title","description","display_name","label"]
       },
       "required": ["transport","url"],
       "properties": {
        "transport": {"const":"http"},
        "url": {
         "description": "The endpoint.",
         "x-capability": "destination",
         "x-aliases": ["httpUrl","server_url","endpoint","uri","base_url","address","host","server"],
         "type": "string"
        },
        "auth": {
         "x-text": "{ type: authorization-header, value: … }",
         "required": ["type"],
         "properties": {
          "type": {
           "x-capability": "credential",
           "x-value-aliases": {
            "no_auth": "none",
            "bearer": "authorization-header",
            "token": "authorization-header",
            "header": "authorization-header",
            "api_key": "authorization-header",
            "static_key": "authorization-header",
            "oauth2": "oauth",
            "oauth2.0": "oauth",
            "oidc": "oauth",
            "openid": "oauth",
            "basic": "authorization-header",
            "authorization": "authorization-header",
            "api-key": "authorization-header"
           },
           "enum": ["none","authorization-header","oauth"]
          }
         },
         "allOf": [
          {"then":{"required":["type"],"properties":{"type":{"x-capability":"credential","const":"none"}}}},
          {
           "then": {
            "required": ["type","value"],
            "properties": {
             "type": {"const":"authorization-header"},
             "value": {
              "description": "The header's value, including any scheme such as `Bearer`.",
              "x-capability": "credential",
              "x-aliases": ["token","header","authorization","key"],
              "type": "string",
              "pattern": "\\S",
              "patternErrorMessage": "is empty",
              "x-secret": true
             }
            }
           }
          },
          {
           "then": {
            "required": ["type"],
            "properties": {
             "type": {"x-capability":"credential","const":"oauth"},
             "scopes": {
              "x-aliases": ["scope"],
              "x-capability": "credential",
              "type": "array",
              "items": {"x-name":true,"x-word":"always","type":"string"}
             },
             "registration": {
              "required": ["type"],
              "properties": {"type":{"x-capability":"credential","enum":["auto","client-metadata-url","pre-registered"]}},
              "allOf": [
               {"then":{"required":["type"],"properties":{"type":{"const":"auto"}}}},
               {
                "then": {
                 "required": ["type","url"],
                 "properties": {
                  "type": {"const":"client-metadata-url"},
                  "url": {
                   "description": "HTTPS URL, with a path of its own, that serves the client metadata document.",
                   "x-capability": "destination",
                   "type": "string"
                  }
                 }
                }
               },
               {
                "then": {
                 "required": ["type","client_id"],
                 "properties": {
                  "type": {"const":"pre-registered"},
                  "client_id": {
                   "description": "The client's identifier.",
                   "x-name": true,
                   "x-capability": "credential",
                   "type": "string",
                   "pattern": "\\S",
                   "patternErrorMessage": "is empty"
                  },
                  "client_secret": {"x-capability":"credential","type":["string","null"],"x-secret":true}
                 }
                }
               }
              ],
              "default": {"type":"auto"}
             },
             "redirect": {
              "x-text": "{ type: fixed, uri: … }",
              "required": ["type"],
              "properties": {"type":{"enum":["ephemeral-loopback","fixed"]}},
              "allOf": [
               {"then":{"required":["type"],"properties":{"type":{"const":"ephemeral-loopback"}}}},
               {
                "then": {
                 "required": ["type","uri"],
                 "properties": {
                  "type": {"const":"fixed"},
                  "uri": {
                   "description": "The address: HTTPS, or HTTP on a loopback host.",
                   "x-capability": "destination",
                   "type": "string"
                  }
                 }
                }
               }
              ],
              "x-idioms": {
               "redirect_uri": "{ type: fixed, uri: … }",
               "redirect_url": "{ type: fixed, uri: … }",
               "callback_url": "{ type: fixed, uri: … }"
              },
              "default": {"type":"ephemeral-loopback"}
             }
            }
           }
          }
         ],
         "x-idioms": {
          "authorization": "{ type: authorization-header, value: … }",
          "bearer_token": "{ type: authorization-header, value: Bearer … }",
          "bearer": "{ type: authorization-header, value: Bearer … }",
          "api_key": "{ type: authorization-header, value: Bearer … }",
          "bearer_token_env_var": "{ type: authorization-header, value: Bearer ${…} }",
          "token": "{ type: authorization-header, value: Bearer … }",
          "access_token": "{ type: authorization-header, value: Bearer … }"
         },
         "default": {"type":"none"}
        },
        "headers": {"x-capability":"credential","x-aliases":["http_headers","request_headers"],"$ref":"HeaderMap","default":{}},
        "reinit_on_expired_session": {
         "x-aliases": ["reconnect","auto_reconnect","reinitialize","retry_on_expired_session"],
         "type": "boolean",
         "default": false
        },
        "block_list": {"x-capability":"guard","x-stricter":"longer","$ref":"McpBlockList"},
        "default_timeout_seconds": {"$ref":"McpDefaultTimeout"},
        "auth_key_name": {"x-capability":"credential","$ref":"McpAuthKeyName"},
        "default_enabled": {"x-capability":"guard","x-stricter":false,"$ref":"McpDefaultEnabled"}
       }
      }
     }
    ]
   }
  },
  "daemon": {
   "x-aliases": ["service","daemon_settings","daemon_config"],
   "anyOf": [
    {
     "properties": {
      "log_level": {
       "x-aliases": ["log","verbosity","log_verbosity","logger_verbosity"],
       "x-capability": "guard",
       "x-stricter": ["error","warn","info","debug","trace"],
       "x-usual": "debug",
       "x-value-aliases": {
        "warning": "warn",
        "err": "error",
        "fatal": "error",
        "verbose": "debug",
        "critical": "error",
        "panic": "error",
        "off": "error",
        "none": "error",
        "quiet": "error",
        "silent": "error",
        "notice": "info",
        "information": "info",
        "default": "info",
        "normal": "info",
        "all": "trace",
        "silly": "trace",
        "finest": "trace"
       },
       "enum": ["error","warn","info","debug","trace"]
      },
      "logging": {
       "x-elsewhere": {"`daemon.log_level` sets it":["level","verbosity"]},
       "properties": {"provider_autopsy":{"x-capability":"guard","x-stricter":false,"type":"boolean","default":false}}
      },
      "web": {
       "properties": {
        "http_proxy": {"x-capability":"destination","type":["string","null"]},
        "https_proxy": {"x-capability":"destination","type":["string","null"]},
        "web_fetch_disallow_http": {"x-capability":"guard","x-stricter":true,"type":"boolean","default":false}
       }
      },
      "tls": {
       "properties": {
        "trust_store": {
         "x-name": true,
         "x-aliases": ["ca","ca_file","ca_cert","ca_bundle","ca_path","cert","certificate"],
         "x-capability": "destination",
         "x-path": "daemon",
         "x-list": "write one path: a PEM file may contain several certificates",
         "type": ["string","null"],
         "pattern": "\\S",
         "patternErrorMessage": "is empty"
        }
       }
      },
      "system_reminders": {
       "x-false": "name those that are to stay away: `{ disabled: [\"…\"] }`",
       "properties": {
        "disabled": {
         "x-capability": "guard",
         "x-stricter": "shorter",
         "type": "array",
         "items": {"x-name":true,"type":"string","pattern":"\\S","patternErrorMessage":"is empty"}
        }
       }
      },
      "max_tool_turns": {
       "description": "Most tool round-trips in one turn before the turn ends.",
       "x-aliases": ["max_turns","max_iterations","max_steps"],
       "type": ["integer","null"],
       "minimum": 0,
       "maximum": 4294967295,
       "x-zero": "unset"
      },
      "provider_stream_idle_timeout_secs": {
       "description": "Seconds to wait for the next chunk of a provider's stream before it counts as stalled.",
       "x-aliases": ["stream_idle_timeout","stream_idle_timeout_ms","idle_timeout"],
       "type": ["integer","null"],
       "format": "uint64",
       "minimum": 0,
       "x-zero": "unset"
      },
      "provider_stream_max_lifetime_secs": {
       "description": "Most seconds one provider stream may last before it is cut.",
       "type": ["integer","null"],
       "format": "uint64",
       "minimum": 0,
       "x-zero": "disables"
      },
      "subagent_stall_threshold_secs": {
       "description": "Seconds without activity before a subagent counts as stalled and its provider stream is made to reconnect.",
       "type": ["integer","null"],
       "format": "uint64",
       "minimum": 0,
       "x-zero": "unset",
       "x-reload": "restart"
      },
      "subagent_liveness_watchdog_interval_secs": {
       "description": "Seconds between scans of running subagents for stalled streams.",
       "type": ["integer","null"],
       "format": "uint64",
       "minimum": 0,
       "x-zero": "unset",
       "x-reload": "restart"
      },
      "follow_symlinks_for_configs": {"x-capability":"guard","x-stricter":"own","x-scope":"global","type":"boolean","default":true},
      "retry": {
       "x-false": "`{ max_retries: 0 }` turns retries off",
       "x-number": "max_retries",
       "properties": {
        "max_retries": {
         "description": "Most retries of a failed provider request.",
         "x-aliases": ["retries","attempts","max_attempts"],
         "type": "integer",
         "minimum": 0,
         "maximum": 4294967295,
         "default": 3,
         "x-zero": "disables"
        },
        "base_delay_ms": {
         "description": "First delay of the computed exponential backoff, in milliseconds.",
         "x-aliases": ["delay_ms","initial_delay_ms","base_delay","delay","backoff_ms"],
         "type": "integer",
         "format": "uint64",
         "minimum": 0,
         "default": 1000
        },
        "max_computed_delay_ms": {
         "description": "Longest computed backoff, in milliseconds.",
         "x-aliases": ["max_delay_ms","max_delay"],
         "type": "integer",
         "format": "uint64",
         "minimum": 0,
         "default": 60000
        }
       }
      },
      "goal_driver": {
       "x-number": "max_continuations_per_goal",
       "properties": {
        "plan_handoff_activate_goal": {"x-capability":"guard","x-stricter":false,"type":"boolean","default":false},
        "agent_goal_auto_accept": {"x-capability":"guard","x-stricter":false,"type":"boolean","default":false},
        "max_continuations_per_goal": {
         "description": "Most automatic continuations for one goal.",
         "x-capability": "guard",
         "x-stricter": "lower",
         "type": "integer",
         "format": "uint64",
         "minimum": 0,
         "default": 50,
         "x-zero": "disables"
        }
       }
      },
      "compaction_max_retries": {
       "description": "Most retries when a compaction pass fails or gives an empty summary.",
       "type": ["integer","null"],
       "minimum": 0,
       "maximum": 4294967295,
       "x-zero": "disables"
      },
      "file_catalog": {
       "x-number": "max_files",
       "properties": {
        "max_files": {
         "description": "Entries collected before the walk stops.",
         "type": "integer",
         "format": "uint64",
         "minimum": 0,
         "default": 250000
        },
        "max_duration_ms": {
         "description": "Time budget of the walk, in milliseconds.",
         "type": "integer",
         "format": "uint64",
         "minimum": 0,
         "default": 15000
        },
        "exclude_generated": {"type":"boolean","default":true},
        "cache_ttl_secs": {
         "description": "Seconds a cached catalog is served.",
         "type": "integer",
         "format": "uint64",
         "minimum": 0,
         "default": 30
        }
       }
      }
     }
    },
    {"type":"null"}
   ]
  },
  "integrations": {
   "x-aliases": ["integration"],
   "anyOf": [
    {
     "properties": {
      "search": {
       "properties": {
        "strategy": {
         "x-value-aliases": {
          "rotate": "round_robin",
          "rotation": "round_robin",
          "sequential": "round_robin",
          "in_order": "round_robin",
          "cycle": "round_robin",
          "rand": "random",
          "any": "random",
          "shuffle": "random"
         },
         "enum": ["round_robin","random"]
        },
        "providers": {
         "properties": {
          "search_a": {"$ref":"SearchProvider"},
          "search_b": {"$ref":"SearchProvider"},
          "search_c": {"$ref":"SearchProvider"},
          "search_d": {"$ref":"SearchProvider"}
         }
        }
       },
       "x-aliases": ["web_search"]
      }
     }
    },
    {"type":"null"}
   ]
  },
  "facets": {
   "x-aliases": ["facet","modes","custom_modes","personas","prompts","output_styles"],
   "type": "object",
   "additionalProperties": {"$ref":"PromptDefinition"}
  },
  "subagents": {
   "x-aliases": ["agents","agent","sub_agents","subagent","delegates","custom_agents"],
   "type": "object",
   "additionalProperties": {"$ref":"PromptDefinition"}
  },
  "tui": {
   "x-aliases": ["ui","display","terminal","interface","appearance"],
   "anyOf": [
    {
     "additionalProperties": true,
     "properties": {
      "theme": {
       "x-aliases": ["color_theme","colour_theme","color_scheme","colour_scheme"],
       "x-idioms": {"dark_mode":"dark","light_mode":"light","night_mode":"dark"},
       "x-value-aliases": {"system":"auto","default":"auto","os":"auto","night":"dark","black":"dark","day":"light","white":"light"},
       "x-otherwise": "`theme-file` names a theme of your own",
       "enum": ["auto","light","dark"],
       "default": "auto"
      },
      "theme-file": {"x-path":"theme","type":["string","null"]},
      "alt-screen": {"enum":["auto","always","never"],"default":"auto"},
      "confirm-quit": {"type":["boolean","null"]}
     }
    },
    {"type":"null"}
   ]
  },
  "data": {
   "x-aliases": ["privacy","diagnostics"],
   "x-idioms": {
    "crash_reports": "{ automatic_crash_reporting: … }",
    "crash_reporting": "{ automatic_crash_reporting: … }",
    "error_reporting": "{ automatic_crash_reporting: … }",
    "disable_error_reporting": "{ automatic_crash_reporting: false }"
   },
   "anyOf": [{"additionalProperties":true,"properties":{"automatic_crash_reporting":{"x-switch":true}}},{"type":"null"}],
   "x-scope": "global"
  },
  "updates": {
   "x-aliases": ["update","updater"],
   "x-idioms": {
    "auto_update": "{ automatic_check: … }",
    "auto_updates": "{ automatic_check: … }",
    "auto_updater": "{ automatic_check: … }",
    "check_for_updates": "{ automatic_check: … }",
    "check_for_update_on_startup": "{ automatic_check: … }",
    "update_check": "{ automatic_check: … }",
    "disable_autoupdater": "{ automatic_check: false }",
    "release_channel": "{ channel: … }"
   },
   "anyOf": [
    {"additionalProperties":true,"properties":{"automatic_check":{"x-switch":true},"channel":{"x-name":true}}},
    {"type":"null"}
   ],
   "x-scope": "global"
  },
  "telemetry": {
   "x-capability": "destination",
   "x-aliases": ["otel","open_telemetry","opentelemetry","tracing","traces"],
   "anyOf": [
    {"x-false":"leave the block out: without it, nothing is exported","type":"object","additionalProperties":true},
    {"type":"null"}
   ],
   "x-scope": "global"
  }
 },
 "$defs": {
  "HeaderMap": {
   "type": "object",
   "x-stray": "^(?:[Xx]-[\\w-]+|[A-Z][a-z]+(?:-[A-Z][A-Za-z]*)+|Authorization)$",
   "x-ignore-case": true,
   "propertyNames": {
    "patternErrorMessage": "is not a valid HTTP header name",
    "x-help": "names consist of letters, digits and hyphens; the value goes after the `:`",
    "pattern": "^[!#$%&'*+.^_`|~0-9A-Za-z-]+$",
    "x-rule": "provider/header-name"
   },
   "additionalProperties": {"type":"string","x-secret":"by-name"}
  },
  "McpBlockList": {
   "x-aliases": [
    "disabled_tools",
    "exclude_tools",
    "blocked_tools",
    "denied_tools",
    "deny_list",
    "blocked",
    "denied",
    "disallowed_tools",
    "hidden_tools"
   ],
   "type": "array",
   "items": {
    "type": "string",
    "pattern": "^mcp___?[^\\s_]+(?:_[^\\s_]+)*__[^\\s*?|()[\\]{}^\\\\,]+$",
    "patternErrorMessage": "is not a tool name of the form `mcp__server__tool`",
    "x-rule": "mcp/block-list-name",
    "x-ref-within": {"section":"mcp_servers","before":"mcp__","after":"__"}
   },
   "default": []
  },
  "McpDefaultTimeout": {
   "description": "Most seconds for one tool call to this server before it is cancelled. Omitted or null means no limit for the server as a whole; zero is rejected.",
   "x-aliases": [
    "timeout",
    "timeout_ms",
    "tool_timeout_sec",
    "request_timeout",
    "timeout_seconds",
    "timeout_secs",
    "call_timeout",
    "tool_timeout"
   ],
   "type": ["integer","null"],
   "format": "uint64",
   "minimum": 1,
   "x-zero": "rejected",
   "examples": [60]
  },
  "McpAuthKeyName": {
   "type": ["string","null"],
   "pattern": "^[0-9A-Za-z-]+(?:_[0-9A-Za-z-]+)*_?$",
   "patternErrorMessage": "is not a valid name for the credentials directory",
   "x-help": "use ASCII letters, digits, hyphens and single underscores, and begin with no underscore",
   "x-rule": "mcp/auth-key-name",
   "x-default": {"by":"name"}
  },
  "McpDefaultEnabled": {
   "x-aliases": ["enabled","!disabled","!disable","enable","active","auto_start","is_active"],
   "type": "boolean",
   "default": true,
   "x-off": false
  },
  "SearchProvider": {
   "required": ["key"],
   "properties": {
    "enabled": {
     "x-aliases": ["!disabled","!disable","active","enable"],
     "x-capability": "guard",
     "x-stricter": "own",
     "type": "boolean",
     "default": false,
     "x-off": false
    },
    "key": {
     "description": "The API key, usually a reference to an environment variable.",
     "x-idioms": {"api_key_env":"${…}","key_env":"${…}","env_key":"${…}","env_var":"${…}"},
     "x-capability": "credential",
     "x-aliases": ["api_key"],
     "type": "string",
     "pattern": "\\S",
     "patternErrorMessage": "is empty",
     "x-secret": true
    }
   }
  },
  "PromptDefinition": {
   "required": ["source"],
   "properties": {
    "source": {
     "description": "A shipped `agent://` reference, or the path of a file relative to the project that stays within the project.",
     "x-capability": "context",
     "x-path": "shipped",
     "x-aliases": ["file","path","prompt","src","prompt_file","prompt_path","file_path","filename","location"],
     "type": "string"
    }
   }
  }
 }
} as const;
