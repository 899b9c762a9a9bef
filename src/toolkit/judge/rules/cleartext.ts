/** Finds a credential that travels over plain HTTP, in any entry with a `url` and a credential to send to it. */
import type { Path } from "../../../text/path.js";
import { quote } from "../../../text/quote.js";
import { saysNoKey } from "../../mean/redaction/references.js";
import { valueAt } from "../../read/diagnostic/anchor.js";
import { between } from "./conflict.js";
import { name } from "./phrases.js";
import type { Report, RuleContext } from "./rule.js";
import { isLoopback, isPrivate, readUrl } from "./url.js";

/** Whether the written `url` of an entry may lead to an unencrypted connection. */
export function mayBeCleartext(url: string | undefined): boolean {
  return url !== undefined && HTTP.test(url);
}

const HTTP = /^http:/i;

/** The finding for an entry that sends the credential at a path; undefined for an encrypted or local connection. */
export function cleartext(context: RuleContext, entry: Path, credential: Path): Report | undefined {
  const path = [...entry, "url"];
  const text = context.spelling(path);
  const url = mayBeCleartext(text) ? readUrl(text) : undefined;
  if (url === undefined || isLoopback(url) || saysNoKey(context.text([...entry, ...credential]) ?? ""))
    return undefined;
  const { where, isFirst } = between(
    context,
    { at: valueAt(...path), label: "not encrypted" },
    { at: valueAt(...entry, ...credential), label: "the credential that is sent" },
  );
  const safer = { kind: "replace-within", path, within: { start: 0, end: "http".length }, text: "https" } as const;
  return {
    ...where,
    ...(isPrivate(url) ? { severity: "info" } : {}),
    message: `${name(...entry)} sends a credential to ${quote(url.host)} without encryption`,
    help: "use an `https:` URL, or send no credential",
    fixes: isFirst ? [{ title: "write `https`", safe: false, changes: [safer] }] : [],
  };
}
