/** Spec 2.3: the agent appends the endpoint of the protocol, so the base has to end where the endpoint begins. */
import { scan } from "../../../../text/scan.js";
import { withoutSlashes } from "../../../../text/slashes.js";
import { spelledInAddress } from "../../../../text/variable.js";
import { vendorBase } from "../../../../text/vendor-bases.js";
import { credentialsIn } from "../../../mean/redaction/credentials.js";
import { valueAt } from "../../../read/diagnostic/anchor.js";
import { name, writing } from "../phrases.js";
import { type Provider, protocolOf, speaks } from "../protocol.js";
import { entriesOf, type Rule } from "../rule.js";
import { isReadable, readUrl } from "../url.js";

/** The path that a base URL has to have. */
interface UrlShape {
  readonly wanted: string;
  readonly fits: RegExp;
  /** The path that an empty one probably lacks. */
  readonly start: string;
}

const GAMMA: UrlShape = {
  wanted: "the resource host followed by `/openai/v1`",
  fits: /^\/openai\/v1$/,
  start: "/openai/v1",
};

const SHAPES: ReadonlyMap<string, UrlShape> = new Map([
  ["alpha_messages", { wanted: "the origin only, without a path", fits: /^\/?$/, start: "" }],
  ["beta_chat_completions", { wanted: "the versioned base, ending in `/v1`", fits: /\/v1$/, start: "/v1" }],
  ["beta_responses", { wanted: "the origin, or a base ending in `/v1`", fits: /^\/?$|\/v1$/, start: "" }],
]);

/** Paths that people copy from a reference although the agent appends them. */
const ENDPOINT = /\/(?:chat\/completions|completions|responses|messages|models)$/;

export const rule: Rule = {
  id: "provider/url-shape",
  severity: "warning",
  check(context, report) {
    for (const { key: provider, entry } of entriesOf(context.config.providers)) {
      const path = ["providers", provider, "url"];
      const text = context.text(path) ?? withQuery(context.template(path));
      const twice = text === undefined ? null : TWICE.exec(text);
      if (text !== undefined && twice !== null) {
        const written = text.slice(twice[1]?.length);
        const isSame = twice[1]?.toLowerCase().replace("//", "") === twice[2]?.toLowerCase();
        report({
          at: { ...valueAt(...path), within: { start: 0, end: twice[0].length } },
          message: `${name(...path)} begins with two schemes`,
          label: "leads to a host with the name of a scheme",
          fixes: [writing(written, { safe: isSame, changes: [{ kind: "replace", path, value: written }] })],
        });
        continue;
      }
      // If the kind does not support the protocol, either may be the mistake.
      const shape = speaks(entry) ? shapeFor(entry, protocolOf(context, provider, entry)) : undefined;
      if (text === undefined || shape === undefined || !isReadable(asRead(text))) continue;
      // What stands behind a variable of another tool is judged once it is a substitution.
      if (spelledInAddress(text) !== undefined) continue;
      const { 1: origin = "", 2: base = "", 3: rest = "" } = /^([^/]*\/\/[^/?#]*)([^?#]*)(.*)/s.exec(text) ?? [];
      const isRepeated = /(\/v\d+)\1$/.test(withoutSlashes(base));
      if (shape.fits.test(base) && rest === "" && !isRepeated) continue;
      // A key in the query has a finding of its own, which says where it belongs.
      if (context.text(path) !== undefined && shape.fits.test(base) && credentialsIn(rest).length > 0) continue;
      const own = rest === "" ? repair(base, shape) : undefined;
      const known = own?.safe === true || shape.start !== "/v1" ? undefined : vendorOf(text);
      const repaired = known === undefined ? own : undefined;
      const end = origin.length + base.length;
      const isSlashAway = repaired?.safe === true && withoutSlashes(base) === repaired.path;
      report({
        at: valueAt(...path),
        because: [["protocol"], ["kind", "type"], ["auth", "format"]].map((field) => ["providers", provider, ...field]),
        message: isSlashAway
          ? `${name(...path)} ends in a slash`
          : isRepeated
            ? `${name(...path)} contains the version twice`
            : `${name(...path)} must be ${shape.wanted}`,
        label:
          rest === ""
            ? "the agent appends the endpoint to this"
            : "a query or fragment cannot stand before an endpoint",
        ...(repaired === undefined
          ? known === undefined
            ? {}
            : { fixes: [writing(known, { safe: false, changes: [{ kind: "replace", path, value: known }] })] }
          : {
              fixes: [
                writing(`${origin}${repaired.path}`, {
                  safe: repaired.safe,
                  changes: [
                    // The edit includes the last character of the origin: an empty span cannot be marked.
                    {
                      kind: "replace-within",
                      path,
                      within: { start: origin.length - 1, end },
                      text: `${origin.at(-1)}${repaired.path}`,
                    },
                  ],
                }),
              ],
            }),
      });
    }
  },
};

/** The base that a known vendor has at this address. */
function vendorOf(text: string): string | undefined {
  const url = readUrl(text);
  return url && vendorBase(url);
}

/** Two schemes, one after the other. */
const TWICE = /^(https?:(?:\/\/)?)(https?:)\/\//i;

/** A text with a substitution in its query, which no value mends. */
function withQuery(template: string | undefined): string | undefined {
  return template !== undefined && /[?&][\w-]+=\$[({]/.test(template) ? template : undefined;
}

/** A text with a plain word for each substitution. */
function asRead(text: string): string {
  return scan(text)
    .parts.map((part) => (part.kind === "text" ? part.text : "x"))
    .join("");
}

function shapeFor({ auth }: Provider, protocol: string | undefined): UrlShape | undefined {
  const isGamma = auth?.type === "static_key" && auth.format === "gamma_api_key";
  if (isGamma && protocol === "beta_responses") return GAMMA;
  return SHAPES.get(protocol ?? "");
}

/** The path that was probably meant. Removing the part that the agent appends is safe; adding to a path is a guess. */
function repair(
  base: string,
  { fits, start }: UrlShape,
): { readonly path: string; readonly safe: boolean } | undefined {
  const bare = withoutSlashes(base)
    .replace(ENDPOINT, "")
    .replace(/(\/v\d+)\1$/, "$1");
  if (fits.test(bare)) return { path: bare, safe: true };
  if (start === "" && bare === "/v1") return { path: "", safe: true };
  return start.startsWith(bare) ? { path: start, safe: false } : undefined;
}
