/** Spec 2.3: the agent appends the endpoint of the protocol, so the base has to end where the endpoint begins. */
import { withoutSlashes } from "../../../../text/slashes.js";
import { valueAt } from "../../../read/diagnostic/anchor.js";
import { name, writing } from "../phrases.js";
import { entriesOf, type Rule } from "../rule.js";
import { isReadable } from "../url.js";
import { type Provider, protocolOf, speaks } from "./protocol.js";

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
      const text = context.text(path);
      // If the kind does not support the protocol, either may be the mistake.
      const shape = speaks(entry) ? shapeFor(entry, protocolOf(context, provider, entry)) : undefined;
      if (text === undefined || shape === undefined || !isReadable(text)) continue;
      const { 1: origin = "", 2: base = "", 3: rest = "" } = /^([^/]*\/\/[^/?#]*)([^?#]*)(.*)/s.exec(text) ?? [];
      if (shape.fits.test(base) && rest === "") continue;
      const repaired = rest === "" ? repair(base, shape) : undefined;
      const end = origin.length + base.length;
      const isSlashAway = repaired?.safe === true && withoutSlashes(base) === repaired.path;
      report({
        at: valueAt(...path),
        because: [["protocol"], ["kind", "type"], ["auth", "format"]].map((field) => ["providers", provider, ...field]),
        message: isSlashAway ? `${name(...path)} ends in a slash` : `${name(...path)} must be ${shape.wanted}`,
        label:
          rest === ""
            ? "the agent appends the endpoint to this"
            : "a query or fragment cannot stand before an endpoint",
        ...(repaired === undefined
          ? {}
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
  const bare = withoutSlashes(base).replace(ENDPOINT, "");
  if (fits.test(bare)) return { path: bare, safe: true };
  if (start === "" && bare === "/v1") return { path: "", safe: true };
  return start.startsWith(bare) ? { path: start, safe: false } : undefined;
}
