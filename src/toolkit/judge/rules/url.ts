/** URLs as the connecting program parses them: judged by the parsed form. No message repeats one. */
import { remembered } from "../../../text/once.js";
import { quote } from "../../../text/quote.js";
import { urlOf } from "../../../text/url.js";

/** The problem of a URL. The message completes a sentence that begins with the name of its place. */
export interface UrlProblem {
  readonly message: string;
  readonly help: string;
  /** A warning for a URL that works, although not as it reads. */
  readonly severity?: "warning";
}

export interface UrlOptions {
  /** Proxies may name a user. */
  readonly mayHoldUser?: boolean;
  /** Schemes beside `http` and `https`. */
  readonly schemes?: readonly string[];
}

/** The problem of a URL; undefined for an absolute `http` or `https` URL without one. */
export function urlProblem(text: string, options?: UrlOptions): UrlProblem | undefined {
  return options === undefined ? usual(text).problem : judged(text, options);
}

/** Cached, because several rules ask about the same text. */
const usual = remembered((text) => ({ problem: judged(text, {}) }));

/** A URL in its usual form: every parser reads it as it is written. It needs no parsing. */
const PLAIN = /^https?:\/\/(?:(?!xn--)[a-z][a-z0-9-]*\.)*(?!xn--)[a-z][a-z0-9-]*(?:\/[\w/-]*)?$/;

function judged(text: string, { mayHoldUser = false, schemes = [] }: UrlOptions): UrlProblem | undefined {
  if (PLAIN.test(text)) return undefined;
  if (/[\s\0-\x1f\x7f-\x9f\\]/.test(text)) {
    return { message: "contains white space, a control character or a backslash", help: "write the URL without them" };
  }
  const { 1: scheme, 2: authority = "" } = /^([A-Za-z][A-Za-z0-9+.-]*):\/\/([^/?#]*)/.exec(text) ?? [];
  if (scheme === undefined) return { message: "is not a URL", help: START };
  if (!["http", "https", ...schemes].includes(scheme.toLowerCase()))
    return { message: `cannot be reached over ${quote(`${scheme}:`)}`, help: START };
  const url = urlOf(text);
  if (url === undefined || authority === "") return { message: "is not a URL", help: START };
  if (!mayHoldUser && authority.includes("@")) {
    return {
      message: `contains a user name or password before the \`@\`; the host is ${quote(url.host)}`,
      help: "credentials belong in `auth` or `headers`",
    };
  }
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

const START = "start with `https://`, or `http://` for a local server";

/** Whether a text is a URL without problems; one that works otherwise than it reads is. */
export function isReadable(text: string, options?: UrlOptions): boolean {
  const problem = urlProblem(text, options);
  return problem === undefined || problem.severity === "warning";
}

/** The URL of a text without problems. */
export function readUrl(text: string | undefined, options?: UrlOptions): URL | undefined {
  return text !== undefined && isReadable(text, options) ? urlOf(text) : undefined;
}

/** Whether the parsed host is in a private network, where no stranger reads along: a private address, or a name that only such a network has. */
export function isPrivate({ hostname }: URL): boolean {
  return (
    /^(?:10|192\.168|172\.(?:1[6-9]|2\d|3[01])|169\.254)\.[\d.]+$|^\[f[cde]/.test(hostname) ||
    /\.(?:local|lan|internal|home\.arpa|home)$|^[^.]+$/.test(hostname)
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
