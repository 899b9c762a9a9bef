/** An address whose host no policy allows. */
import { grouped } from "../../../../text/grouped.js";
import { oncePer } from "../../../../text/once.js";
import type { Path } from "../../../../text/path.js";
import { quote } from "../../../../text/quote.js";
import { scan } from "../../../../text/scan.js";
import { urlOf } from "../../../../text/url.js";
import { ADDRESS } from "../../../mean/trust/environment.js";
import { valueAt } from "../../../read/diagnostic/anchor.js";
import type { Rule, RuleContext } from "../rule.js";
import { isLoopback } from "../url.js";
import { breach, demandsOf, isForeign, textsBoundBy } from "./breach.js";

const KEY = ["allow", "hosts"];

export const rule: Rule = {
  id: "policy/forbidden-host",
  severity: "error",
  isOfPolicy: true,
  policyKey: KEY,
  check(context, report) {
    const demands = demandsOf(context, ({ allow }) => allow?.hosts);
    if (demands.length === 0) return;
    for (const { path } of textsBoundBy(context, ...KEY)) {
      const address = addressAt(context, path);
      if (address === undefined || (path.at(-1) === "uri" && isHere(address))) continue;
      const broken = demands.filter(({ value }) => !allows(value, address));
      if (broken.length === 0) continue;
      const which = isForeign(context, path) ? "that this address has once it is loaded" : hostIn(address);
      report(
        breach(valueAt(...path), broken, KEY, {
          message: `the policy does not allow the host ${which}`,
          label: "not an allowed host",
          why: "only these hosts are allowed",
        }),
      );
    }
  },
};

/** The address in a text. `isAmbiguous`: programs do not agree about its host. */
interface Address {
  readonly url: URL;
  readonly isAmbiguous: boolean;
}

/** Values of variables and arguments may be addresses, perhaps behind an option or the name of a variable. */
const MAYBE = /^\s*(?:[\w.-]+[=:]\s{0,8}|-\w)?((?:https?|wss?):[\\/].*)$/is;

/** An address without a scheme, perhaps with a user. */
const BARE = /^\s*(?:[^\s/?#@]*@)?(?:\[[\da-f:.]+\]|[\w.-]+)(:\d+)?(?:[/?#\s]|$)/i;
const PROXY = /(?:^|_)proxy$/i;

/** The authority of an address is complete before its first substitution. */
const COMPLETE = /^[a-z][a-z0-9+.-]*:\/\/[^/?#\\]+[/?#]/i;

function addressAt(context: RuleContext, path: Path): Address | undefined {
  const whole = context.text(path);
  const [first] = whole === undefined ? scan(context.template(path) ?? "").parts : [];
  const written = whole ?? (first?.kind === "text" ? first.text : undefined);
  if (mayBeBare(path, written ?? "")) {
    const bare = whole === undefined ? undefined : urlOf(`http://${whole.trim()}`);
    return bare && { url: bare, isAmbiguous: false };
  }
  const isOneAmongMany = ["args", "env"].includes(String(path[2])) || path[0] === "telemetry";
  const isAnyScheme = path[0] === "telemetry" && /^\s*[a-z][a-z0-9+.-]*:\/\//i.test(written ?? "");
  const text = isOneAmongMany && !isAnyScheme ? MAYBE.exec(written ?? "")?.[1] : written;
  if (text === undefined || (whole === undefined && !COMPLETE.test(text))) return undefined;
  const url = urlOf(text);
  if (url === undefined || url.host === "") return undefined;
  return { url, isAmbiguous: /^[^?#]*[\\\s]/.test(text.trim()) };
}

/** An exporter may name its collector without a scheme, and a variable its proxy. */
function mayBeBare(path: Path, written: string): boolean {
  const port = BARE.exec(written);
  if (port === null) return false;
  const name = String(path.findLast((step) => typeof step === "string"));
  if (path[0] === "telemetry") return port[1] !== undefined || ADDRESS.test(name);
  return path[2] === "env" && PROXY.test(name) && !/^no_/i.test(name);
}

function isHere({ url, isAmbiguous }: Address): boolean {
  return isLoopback(url) && !isAmbiguous;
}

function hostIn({ url, isAmbiguous }: Address): string {
  return isAmbiguous ? "of an address with a backslash or a blank in it" : quote(url.host);
}

/** The port that a URL without one has. */
const PORTS: Readonly<Record<string, string>> = { "http:": "80", "https:": "443", "ws:": "80", "wss:": "443" };

/** The names of a list, each with its ports; undefined for any port. */
const portsOf = oncePer((entries: readonly string[]) =>
  grouped(
    entries.map((entry) => {
      const { 1: name = "", 2: port } = /^(\[[^\]]*\]|[^:]*)(?::(\d+))?$/.exec(entry.toLowerCase()) ?? [];
      return [name, port] as const;
    }),
  ),
);

/** A longer name is no name of a host, and only looked up as a whole. */
const LONGEST = 255;

function allows(entries: readonly string[], { url, isAmbiguous }: Address): boolean {
  if (isAmbiguous) return false;
  const host = url.hostname.toLowerCase();
  const dots = host.length > LONGEST ? [] : Array.from(host.matchAll(/(?!^)\./g), ({ index }) => index);
  const names = [host, ...dots.map((at) => `*${host.slice(at)}`), ...(isLoopback(url) ? ["localhost"] : [])];
  const port = url.port || PORTS[url.protocol];
  const known = portsOf(entries);
  return names.some((name) => known.get(name)?.some((one) => one === undefined || one === port));
}
