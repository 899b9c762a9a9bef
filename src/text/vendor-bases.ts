/** The public base addresses of vendors of models, and the usual ones of servers on this machine. */
export const BASES = {
  openai: "https://api.openai.com/v1",
  openrouter: "https://openrouter.ai/api/v1",
  mistral: "https://api.mistral.ai/v1",
  groq: "https://api.groq.com/openai/v1",
  deepseek: "https://api.deepseek.com/v1",
  xai: "https://api.x.ai/v1",
  cerebras: "https://api.cerebras.ai/v1",
  nvidia: "https://integrate.api.nvidia.com/v1",
  together: "https://api.together.xyz/v1",
  fireworks: "https://api.fireworks.ai/inference/v1",
  moonshot: "https://api.moonshot.ai/v1",
  ollama: "http://localhost:11434/v1",
  lmstudio: "http://localhost:1234/v1",
} as const;

/** The base of the vendor that is reached at an address, or whose pages stand there. A server on this machine keeps its spelling. */
export function vendorBase({ hostname, port, origin }: URL): string | undefined {
  for (const base of Object.values(BASES)) {
    const known = new URL(base);
    if (isOwn(known.hostname)) {
      if (isOwn(hostname) && port === known.port) return origin + known.pathname;
    } else if (siteOf(known.hostname) === siteOf(hostname)) return base;
  }
  return undefined;
}

function isOwn(hostname: string): boolean {
  return hostname === "localhost" || hostname === "127.0.0.1" || hostname === "[::1]";
}

/** A host without the name of a service in front. */
function siteOf(hostname: string): string {
  return hostname.replace(/^(?:www|api|platform|console|chat|docs|integrate\.api)\./, "");
}
