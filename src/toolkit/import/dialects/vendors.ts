/** Model vendors that files of other tools call by a name alone: their dialect and their address. */

import { BASES } from "../../../text/vendor-bases.js";

export interface Vendor {
  readonly kind: "custom_alpha_compatible" | "custom_beta_compatible" | "custom_beta_responses";
  /** Its public address, or the usual one of a server on this machine. */
  readonly url?: string;
  /** The variable that usually holds its key; undefined for a vendor without keys. */
  readonly variable?: string;
}

/** The names of a vendor whose models speak the most common dialect. */
function vendor(url: string, variable: string, ...names: readonly string[]): Readonly<Record<string, Vendor>> {
  return Object.fromEntries(names.map((name) => [name, { kind: "custom_beta_compatible", url, variable }]));
}

/** The names of a server that people run themselves, without a key. */
function local(url: string | undefined, ...names: readonly string[]): Readonly<Record<string, Vendor>> {
  const server: Vendor = { kind: "custom_beta_compatible", ...(url !== undefined && { url }) };
  return Object.fromEntries(names.map((name) => [name, server]));
}

export const VENDORS: Readonly<Record<string, Vendor>> = {
  anthropic: {
    kind: "custom_alpha_compatible",
    url: "https://api.anthropic.com",
    variable: "ANTHROPIC_API_KEY",
  },
  openai: { kind: "custom_beta_compatible", url: BASES.openai, variable: "OPENAI_API_KEY" },
  openrouter: { kind: "custom_beta_compatible", url: BASES.openrouter, variable: "OPENROUTER_API_KEY" },
  mistral: { kind: "custom_beta_compatible", url: BASES.mistral, variable: "MISTRAL_API_KEY" },
  groq: { kind: "custom_beta_compatible", url: BASES.groq, variable: "GROQ_API_KEY" },
  deepseek: { kind: "custom_beta_compatible", url: BASES.deepseek, variable: "DEEPSEEK_API_KEY" },
  xai: { kind: "custom_beta_compatible", url: BASES.xai, variable: "XAI_API_KEY" },
  ...vendor(BASES.cerebras, "CEREBRAS_API_KEY", "cerebras"),
  ...vendor(BASES.nvidia, "NVIDIA_API_KEY", "nvidia", "nvidia_nim"),
  ...vendor(BASES.together, "TOGETHER_API_KEY", "together", "together_ai", "togetherai"),
  ...vendor(BASES.fireworks, "FIREWORKS_API_KEY", "fireworks", "fireworks_ai", "fireworks-ai"),
  ...vendor(BASES.moonshot, "MOONSHOT_API_KEY", "moonshot", "moonshotai"),
  ...local(BASES.ollama, "ollama", "ollama_chat"),
  ...local(BASES.lmstudio, "lmstudio", "lm_studio", "lm-studio"),
  ...local("http://localhost:8080/v1", "llama.cpp", "llamacpp", "llama-server", "llamafile", "localai"),
  ...local(undefined, "vllm", "hosted_vllm", "omlx"),
};

/** Names of the dialects in other tools: OpenCode uses the package that it loads, Codex the API, Crush a kind of vendor. */
export const PACKAGES: Readonly<Record<string, Vendor["kind"]>> = {
  chat: "custom_beta_compatible",
  responses: "custom_beta_responses",
  ...Object.fromEntries(
    ["openai", "openai-compat", "openrouter", "vercel", "litellm", "llamacpp", "lmstudio", "ollama", "omlx"].map(
      (name) => [name, "custom_beta_compatible"] as const,
    ),
  ),
  anthropic: "custom_alpha_compatible",
  "@ai-sdk/openai-compatible": "custom_beta_compatible",
  "@ai-sdk/openai": "custom_beta_responses",
  "@ai-sdk/anthropic": "custom_alpha_compatible",
  "@ai-sdk/groq": "custom_beta_compatible",
  "@ai-sdk/mistral": "custom_beta_compatible",
  "@ai-sdk/xai": "custom_beta_compatible",
  "@openrouter/ai-sdk-provider": "custom_beta_compatible",
};
