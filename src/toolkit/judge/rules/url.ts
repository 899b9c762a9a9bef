/** URLs as the connecting program parses them: checked in the parsed form. Messages never repeat one. */
import { remembered } from "../../../text/once.js";
import type { Path } from "../../../text/path.js";
import { quote } from "../../../text/quote.js";
import { scan } from "../../../text/scan.js";
import { suggest } from "../../../text/suggest.js";
import { urlOf } from "../../../text/url.js";
import { name } from "./phrases.js";
import type { Report, RuleContext } from "./rule.js";

/** The problem of a URL. The message completes a sentence that begins with the name of its place. */
export interface UrlProblem {
  readonly message: string;
  readonly help: string;
  /** The address that the text spells with marks around it, or with a slip in its scheme. */
  readonly meant?: string;
  /** Whether another address may be meant. */
  readonly isGuess?: true;
  /** A warning for a URL that works, but means another address than it seems to. */
  readonly severity?: "warning";
}

export interface UrlOptions {
  /** Proxies may name a user. */
  readonly mayHoldUser?: boolean;
  /** Schemes besides `http` and `https`. */
  readonly schemes?: readonly string[];
  /** Whether a part of the text stands for another one. */
  readonly isTemplate?: boolean;
}

/** The problem of a URL; undefined for an absolute `http` or `https` URL without one. */
export function urlProblem(text: string, options?: UrlOptions): UrlProblem | undefined {
  return options === undefined ? usual(text).problem : judged(text, options);
}

/** The problem of the URL at a path. A text with substitutions has one if no value of them can make it a URL. */
export function urlProblemAt(
  context: Pick<RuleContext, "text" | "template">,
  path: Path,
  options?: UrlOptions,
): UrlProblem | undefined {
  const text = context.text(path);
  return text === undefined ? templateProblem(context.template(path), options) : urlProblem(text, options);
}

/**
 * A problem in a text with substitutions that no value of them mends: a blank, a scheme, or a user that is not allowed. Host, port and path
 * are unknown. Takes time linear in the text.
 */
export function templateProblem(template: string | undefined, options: UrlOptions = {}): UrlProblem | undefined {
  const { parts, problems } = scan(template ?? "");
  if (problems.length > 0 || parts.every(({ kind }) => kind === "text")) return undefined;
  const text = parts.map((part) => (part.kind === "text" ? part.text : "x")).join("");
  const [first] = parts;
  const head = first?.kind === "text" ? first.text.toLowerCase() : "";
  const starts = ["http", "https", ...(options.schemes ?? [])].map((scheme) => `${scheme}://`);
  const hasScheme = starts.some((start) => head.startsWith(start));
  const mayBeUrl = hasScheme
    ? options.mayHoldUser === true || !/^[^:]*:\/\/[^/?#]*@/.test(text)
    : starts.some((start) => start.startsWith(head));
  const problem = mayBeUrl && !BLANK.test(text) ? undefined : judged(text, { ...options, isTemplate: true });
  return isUseless(problem) ? problem : undefined;
}

/** Whether the address leads nowhere: its problem is an error. */
export function isUseless(problem: UrlProblem | undefined): problem is UrlProblem {
  return problem !== undefined && problem.severity !== "warning";
}

/** Cached: several rules check the same text. */
const usual = remembered((text) => ({ problem: judged(text, {}) }));

/** A URL in its usual form: all parsers agree on it, so it needs no parsing. */
const PLAIN = /^https?:\/\/(?:(?!xn--)[a-z][a-z0-9-]*\.)*(?!xn--)[a-z][a-z0-9-]*(?:\/[\w/-]*)?$/;

/** White space, a control character or a backslash. */
const BLANK = /[\s\0-\x1f\x7f-\x9f\\]/;

function judged(
  text: string,
  { mayHoldUser = false, schemes = [], isTemplate = false }: UrlOptions,
): UrlProblem | undefined {
  if (PLAIN.test(text)) return undefined;
  const alone = isTemplate ? undefined : withoutMarks(text);
  if (alone !== undefined)
    return { message: "is not a URL", help: "write the address alone, without the marks around it", meant: alone };
  if (BLANK.test(text)) {
    return { message: "contains white space, a control character or a backslash", help: "write the URL without them" };
  }
  const { 1: scheme, 2: authority = "" } = /^([A-Za-z][A-Za-z0-9+.-]*):\/\/([^/?#]*)/.exec(text) ?? [];
  if (scheme === undefined) return { message: "is not a URL", help: brokenStart(text) ?? START, ...schemed(text) };
  if (!["http", "https", ...schemes].includes(scheme.toLowerCase()))
    return { message: `cannot be reached over ${quote(`${scheme}:`)}`, ...schemeMeant(text, scheme, isTemplate) };
  const url = urlOf(text);
  const [, port] = /:([^:\]]*)$/.exec(authority) ?? [];
  if (url === undefined && port !== undefined && !(/^\d{1,5}$/.test(port) && Number(port) < 65_536))
    return { message: "has a port that is no number up to 65535", help: "write its digits, or leave the port out" };
  if (url === undefined || authority === "") return { message: "is not a URL", help: START };
  if (!mayHoldUser && authority.includes("@")) {
    return {
      message: `contains a user name or password before the \`@\`${isTemplate ? "" : `; the host is ${quote(url.host)}`}`,
      help: "credentials belong in `auth` or `headers`",
    };
  }
  const [odd] = /[,;'"!()&+*]/.exec(url.hostname) ?? [];
  if (odd !== undefined)
    return { severity: "warning", message: `has ${quote(odd)} in the name of its host`, help: "write the real host" };
  if (/^(?:0\.0\.0\.0|\[::\])$/.test(url.hostname))
    return {
      severity: "warning",
      message: "names the address that servers listen on, which is no address to connect to",
      help: "write `127.0.0.1` for a server on this machine, or the name of its machine",
    };
  const written = authority.slice(authority.lastIndexOf("@") + 1).toLowerCase();
  const read = [url.host, `${url.hostname}:${url.protocol === "https:" ? 443 : 80}`, `${url.hostname}:`];
  // An IPv6 address has many spellings, and none of them looks like another host.
  if (read.includes(written) || written.startsWith("[")) return undefined;
  return {
    severity: "warning",
    message: `leads to the host ${quote(url.host)}, although it looks like another one`,
    help: "write the host by its real name",
  };
}

/** What Markdown, a chat or a shell writes around an address: a link, angle brackets, quotes, backticks. */
const MARKED = /^(?:\[[^\]]*\]\((https?:[^)\s]+)\)|<(https?:[^>\s]+)>|["'`“”„‘’«](https?:[^"'`“”‘’»\s]+)["'`“”‘’»])$/i;

function withoutMarks(text: string): string | undefined {
  const [, ...addresses] = MARKED.exec(text) ?? [];
  const address = addresses.find((one) => one !== undefined);
  return address !== undefined && urlOf(address) !== undefined ? address : undefined;
}

/** `htps` and `htttp` are slips; `ftp` and `ws` are not. */
function schemeMeant(text: string, scheme: string, isTemplate: boolean): Pick<UrlProblem, "help" | "meant"> {
  const [meant] = /^h[tps]+$/i.test(scheme) ? suggest(scheme.toLowerCase(), ["http", "https"]) : [];
  if (meant === undefined) return { help: START };
  const help = `write ${quote(`${meant}:`)}`;
  return isTemplate ? { help } : { help, meant: meant + text.slice(scheme.length) };
}

/** The slip at the beginning of a URL: `https//host`, `https:/host`, `https;//host`. */
function brokenStart(text: string): string | undefined {
  const [, scheme, colon = "", slashes = ""] = /^(https?)([:;]?)(\/*)/i.exec(text) ?? [];
  if (scheme === undefined || (colon === "" && slashes === "")) return undefined;
  const missing = colon !== ":" ? "a `:`" : slashes === "" ? "`//`" : "a `/`";
  return slashes.length > 2
    ? undefined
    : `${missing} is missing after ${quote(colon === ":" ? `${scheme}:${slashes}` : scheme)}`;
}

/** The address with its scheme, for a host or a scheme without all of its marks. */
function schemed(text: string): Pick<UrlProblem, "meant" | "isGuess"> {
  const [, scheme, rest = ""] =
    /^(?:(https?)(?:[:;]?\/{1,2}|;\/\/))?([\w-]+(?:\.[\w-]+)*(?::\d{1,5})?(?:\/[\w./-]*)?)$/i.exec(text) ?? [];
  const isLocal = /^(?:localhost|127\.\d+\.\d+\.\d+)(?:[:/]|$)/.test(rest);
  const isHost = isLocal || /^[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}(?:[:/]|$)/i.test(rest);
  if (rest === "" || /^https?[.;:]/i.test(rest) || (scheme === undefined && !isHost)) return {};
  return { meant: `${scheme?.toLowerCase() ?? (isLocal ? "http" : "https")}://${rest}`, isGuess: true };
}

const START = "start with `https://`, or `http://` for a local server";

/** The finding about a problem. An address is shown only if no credential can be in it. */
export function reportOf(path: Path, { meant, message, isGuess, ...rest }: UrlProblem): Omit<Report, "at"> {
  const isPlain = meant !== undefined && /^[^@?#]+$/.test(meant);
  return {
    ...rest,
    message: `${name(...path)} ${message}`,
    fixes:
      meant === undefined
        ? []
        : [
            {
              title: isPlain ? `write ${quote(meant)}` : "write the address alone",
              safe: isGuess !== true && isReadable(meant),
              changes: [{ kind: "replace", path, value: meant }],
            },
          ],
  };
}

/** Whether a text is a URL without problems; also true for one with a warning. */
export function isReadable(text: string, options?: UrlOptions): boolean {
  return !isUseless(urlProblem(text, options));
}

/** The URL of a text without problems. */
export function readUrl(text: string | undefined, options?: UrlOptions): URL | undefined {
  return text !== undefined && isReadable(text, options) ? urlOf(text) : undefined;
}

/**
 * Whether the parsed host is in a private network, where no stranger can listen: a private address, or a name that only such a network has.
 */
export function isPrivate({ hostname }: URL): boolean {
  return (
    /^(?:10|192\.168|172\.(?:1[6-9]|2\d|3[01])|169\.254)\.[\d.]+$|^\[f[cde]/.test(hostname) ||
    /\.(?:local|lan|internal|home\.arpa|home)$|^[^.:]+$/.test(hostname)
  );
}

/** Whether the parsed host is this machine: `localhost`, 127.0.0.0/8, `::1` or its mapped form. */
export function isLoopback({ hostname }: URL): boolean {
  return (
    hostname === "localhost" ||
    hostname === "[::1]" ||
    /^127\.\d+\.\d+\.\d+$|^\[::ffff:7f[\da-f]{2}:[\da-f]{1,4}\]$/.test(hostname)
  );
}
