/**
 * The power of a variable, a header or an option over the program or server that receives it. The name decides; if the name gives no hint,
 * the value does: only a plain word or number leads nowhere (S44). Names compare without case, as they do on Windows.
 */
import { scan } from "../../../text/scan.js";
import type { Json } from "../../read/document/data.js";

const LOADS = "makes the server load code that is not its own";
const FINDS = "decides which programs the server runs";
const REROUTES = "sends the server's traffic to a proxy";
const TRUSTS = "changes whom the server trusts";

/** Variables that affect any program before its own code runs (attacks E12). */
const EFFECTS: ReadonlyMap<string, string> = new Map([
  ["node_options", LOADS],
  ["node_path", LOADS],
  ["node_extra_ca_certs", TRUSTS],
  ["ld_preload", LOADS],
  ["ld_library_path", LOADS],
  ["ld_audit", LOADS],
  ["dyld_insert_libraries", LOADS],
  ["dyld_library_path", LOADS],
  ["pythonpath", LOADS],
  ["pythonstartup", LOADS],
  ["pythonhome", LOADS],
  ["perl5opt", LOADS],
  ["rubyopt", LOADS],
  ["bash_env", "is a script that every `bash` of the server runs first"],
  ["env", "is a script that a shell of the server runs first"],
  ["path", FINDS],
  ["ifs", "changes where shells of the server split a command"],
  ["git_ssh_command", "is the program that `git` starts to connect"],
  ["http_proxy", REROUTES],
  ["https_proxy", REROUTES],
  ["ssl_cert_file", TRUSTS],
]);

const FAMILIES: readonly (readonly [prefix: string, effect: string])[] = [
  ["git_config_", "changes the settings of `git`, and with them the programs that it runs"],
  ["npm_config_", "changes the settings of `npm`, and with them what it installs and runs"],
];

/** The effect of a variable on every program, to follow its name in a sentence; undefined if the name has no such effect. */
export function effectOf(variable: string, value: () => string | undefined): string | undefined {
  const plain = variable.toLowerCase();
  // In a shell, `ENV` names a script; in many programs, it is the name of a stage, such as `production`.
  if (plain === "env" && /^[\w-]*$/.test(value() ?? "$")) return undefined;
  return EFFECTS.get(plain) ?? FAMILIES.find(({ 0: prefix }) => plain.startsWith(prefix))?.[1];
}

/** Variables that give programs the places of settings, certificates, other programs and code. */
const CODE =
  /^(?:HOME|SHELL|COMSPEC|CLASSPATH|ENV|IFS|PATH|PROMPT_COMMAND|(?:XDG|NODE(?!_ENV$)|NPM|UV|PIP|OPENSSL|LD|DYLD|LUA|PHP|GIT|DOTNET|DENO|BUN|CARGO|ELECTRON|GCONV|TF|CURL|SSL|REQUESTS)_\w+|_?(?:JAVA|JDK)_\w+|(?:PYTHON|PERL5|RUBY|RUST)\w+|GO(?:FLAGS|PATH|ROOT|PROXY|BIN|WORK|ENV)|\w*(?:EDITOR|PAGER|BROWSER|ASKPASS|CONFIG|CONFIG_FILE|CA_BUNDLE|VERIFY|INSECURE)|KUBECONFIG|BASH_ENV)$/i;

/** Names of variables, options and headers that hold an address. */
export const ADDRESS =
  /(?:^|[_-])(?:UR[IL]|HOST(?:NAME)?|ENDPOINT|BASE|ADDR(?:ESS)?|SERVER|PROXY|INSTANCE|DOMAIN|REMOTE|API|GATEWAY|ORIGIN|FORWARDED)$/i;

/** `code`: the variable decides which code runs, loads or is trusted; `address`: where data goes; `any`: one of the two. */
export type Lead = "code" | "address" | "any";

/** The lead of a program's variable; undefined for a plain setting. */
export function leadOf(variable: string, value: Json | undefined): Lead | undefined {
  // The user's own value, as `pass_env` would pass it.
  if (CODE.test(variable)) return value === `\${${variable}}` ? undefined : "code";
  return addressIn(variable, value) ?? (isPlain(value) ? undefined : "any");
}

/** The lead of a header or an option: a server never executes them. */
export function addressIn(name: string, value: Json | undefined): "address" | undefined {
  if (typeof value !== "string") return undefined;
  const isAddress = /^\w[\w+.-]*:\/\/|^\/\/|^[\w.-]+:\d+(?:\/|$)|^[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}\.?(?:[:/]|$)/i.test(
    value,
  );
  return isAddress || ADDRESS.test(name) ? "address" : undefined;
}

/** Whether a value is a word, a number, nothing, or only a user's variable. */
function isPlain(value: Json | undefined): boolean {
  if (typeof value !== "string" || /^[\w-]*$|^\d+[.,]\d+$/.test(value)) return true;
  const { parts, problems } = scan(value);
  return problems.length === 0 && parts.length === 1 && parts[0]?.kind === "variable";
}
