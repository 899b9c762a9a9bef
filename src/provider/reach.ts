/** How a provider is asked, by its entry in the configuration; or the mistake that prevents it (P-S29). */
import type { ProviderInstance } from "../generated/effective.js";
import { protocolOfKind, spokenProtocols } from "../generated/protocols.js";
import { formatPath, type Path, toPointer } from "../text/path.js";
import { quote } from "../text/quote.js";
import { endpointUrl } from "./endpoint.js";
import { type Headers, headersOf } from "./headers.js";
import { REMOTE, type RemoteProtocol, type SpokenProtocol } from "./spoken.js";

/** An entry of a catalog of providers. */
interface Listed {
  readonly url?: string;
  readonly protocol?: string;
}

/** Data beside the configuration. */
export interface Around {
  readonly catalog?: { readonly providers?: Readonly<Record<string, Listed>> } | undefined;
  /** The paths of texts that loading could not resolve: no request carries them. */
  readonly unresolved?: readonly { readonly path: string; readonly why: keyof typeof UNRESOLVED }[] | undefined;
}

const UNRESOLVED = {
  unset: (key: string) => `a variable in its ${key} is not set`,
  disabled: (key: string) => `its ${key} has a command, and \`config_command_substitution\` is not on`,
  "in-project": (key: string) => `its ${key} has a command, and commands never run in a project`,
} as const;

/** A provider that is asked over HTTP. */
export interface Reached {
  readonly protocol: RemoteProtocol;
  readonly base: string;
  /** Those of every request, credentials included. */
  readonly headers: Headers;
}

/** `problem`: a clause about the provider; `path`: the key to change, within its entry. */
export type Reach =
  | { readonly found: Reached | { readonly protocol: "test" } }
  | { readonly problem: string; readonly path: Path };

export function reachOf(name: string, provider: ProviderInstance, { catalog, unresolved = [] }: Around): Reach {
  const problem = (words: string, ...path: Path): Reach => ({ problem: words, path });
  const protocol = provider.protocol ?? listedAs(provider, catalog)?.protocol ?? protocolOfKind[provider.kind.type];
  if (protocol === undefined) return problem("nothing says which protocol it speaks", "protocol");
  if (!isSpoken(protocol))
    return problem(
      `\`agent\` does not speak ${quote(protocol)}`,
      provider.protocol === undefined ? "kind" : "protocol",
    );
  if (protocol === "test") return { found: { protocol } };

  const base = baseOf(provider, catalog);
  if (base === undefined) return problem("nothing says where it is", "url");
  if (endpointUrl(REMOTE[protocol].endpoint, base) === undefined)
    return problem("its address is none that can be asked", "url");
  const result = headersOf(provider, REMOTE[protocol]);
  if ("problem" in result) return problem(result.problem, ...result.path);
  const used = [["url"], ["auth", "key"], ...Object.keys(provider.headers ?? {}).map((header) => ["headers", header])];
  for (const path of used) {
    const literal = unresolved.find((text) => text.path === toPointer(["providers", name, ...path]));
    if (literal !== undefined) return problem(UNRESOLVED[literal.why](quote(formatPath(path))), ...path);
  }
  return { found: { protocol, base, headers: result.headers } };
}

/** The base URL of a provider: its own, or that of the catalog. */
export function baseOf(provider: ProviderInstance, catalog: Around["catalog"]): string | undefined {
  return provider.url ?? listedAs(provider, catalog)?.url;
}

/** The entry of the catalog that a provider is. */
function listedAs({ kind }: ProviderInstance, catalog: Around["catalog"]): Listed | undefined {
  const { providers = {} } = catalog ?? {};
  return kind.type === "catalog" && Object.hasOwn(providers, kind.name) ? providers[kind.name] : undefined;
}

function isSpoken(protocol: string): protocol is SpokenProtocol {
  return spokenProtocols.some((spoken) => spoken === protocol);
}
