/** Spec 2.3: the agent appends the endpoint of the protocol, so the base has to end where the endpoint begins. */
import { quote } from "../../text/printable.js";
import { entriesOf, name, type Rule, valueAt } from "../rule.js";
import { readUrl } from "../url.js";
import { type Provider, protocolOf } from "./protocol.js";

/** What the path of a base URL has to be. */
interface Shape {
  readonly wanted: string;
  readonly fits: RegExp;
  /** What an empty path probably lacks. */
  readonly start: string;
}

const GAMMA: Shape = {
  wanted: "the resource host followed by `/openai/v1`",
  fits: /^\/openai\/v1$/,
  start: "/openai/v1",
};

const SHAPES: ReadonlyMap<string, Shape> = new Map([
  ["alpha_messages", { wanted: "the origin only, without a path", fits: /^\/?$/, start: "" }],
  ["beta_chat_completions", { wanted: "the versioned base, ending in `/v1`", fits: /\/v1$/, start: "/v1" }],
  ["beta_responses", { wanted: "the origin, or a base ending in `/v1`", fits: /^\/?$|\/v1$/, start: "" }],
]);

/** What people copy from a reference although the agent appends it. */
const ENDPOINT = /(?:\/(?:chat\/completions|completions|responses|messages|models))?\/*$/;

export const rule: Rule = {
  id: "provider/url-shape",
  severity: "warning",
  summary: "a base URL that does not fit the protocol",
  why: `The agent appends the endpoint of the protocol to the base URL. With too much or too little in it, requests go to
\`/v1/v1/messages\` or \`/chat/completions\`, and the provider answers 404. With \`alpha_messages\` give the origin only; with
\`beta_chat_completions\` the versioned base ending in \`/v1\`; with \`beta_responses\` either; with the \`gamma_api_key\` format the
resource host followed by \`/openai/v1\`.`,
  *check(view) {
    for (const [provider, entry] of entriesOf(view.config.providers)) {
      const path = ["providers", provider, "url"];
      const text = view.text(path);
      const shape = shapeFor(entry, protocolOf(view, provider, entry));
      if (text === undefined || shape === undefined || readUrl(text) === undefined) continue;
      const [, origin = "", base = "", rest = ""] = /^([^/]*\/\/[^/?#]*)([^?#]*)(.*)/s.exec(text) ?? [];
      if (shape.fits.test(base) && rest === "") continue;
      const repaired = rest === "" ? repair(base, shape) : undefined;
      const end = origin.length + base.length;
      yield {
        at: valueAt(...path),
        because: [["protocol"], ["kind", "type"], ["auth", "format"]].map((field) => ["providers", provider, ...field]),
        message: `${name(...path)} must be ${shape.wanted}`,
        label:
          rest === ""
            ? "the agent appends the endpoint to this"
            : "a query or fragment cannot stand before an endpoint",
        ...(repaired === undefined
          ? {}
          : {
              proposals: [
                {
                  title: `write ${quote(`${origin}${repaired.path}`)}`,
                  safe: repaired.safe,
                  changes: [
                    // The last character of the origin goes along: an empty place cannot be pointed at.
                    {
                      kind: "respell-inside",
                      path,
                      within: { start: origin.length - 1, end },
                      text: `${origin.at(-1)}${repaired.path}`,
                    },
                  ],
                },
              ],
            }),
      };
    }
  },
  examples: {
    bad: [
      {
        global: `
          providers:
            acme: { kind: { type: custom_alpha_compatible }, url: «https://api.acme.example/v1» }
        `,
        fixed: `
          providers:
            acme: { kind: { type: custom_alpha_compatible }, url: https://api.acme.example }
        `,
      },
      {
        global: `
          providers:
            acme: { kind: { type: custom_beta_compatible }, url: «https://api.acme.example» }
        `,
        fixed: `
          providers:
            acme: { kind: { type: custom_beta_compatible }, url: https://api.acme.example/v1 }
        `,
      },
      {
        global: `
          providers:
            acme: { kind: { type: custom_beta_compatible } }
        `,
        project: `
          {
            "providers": { "acme": { "url": «"https://api.acme.example/v1/chat/completions"» } }
          }
        `,
        fixed: {
          project: `
          {
            "providers": { "acme": { "url": "https://api.acme.example/v1" } }
          }
        `,
        },
      },
      {
        global: `
          providers:
            gateway:
              kind: { type: custom_beta_responses }
              url: «https://res.gamma.example/openai/»
              auth: { type: static_key, key: "\${GATEWAY_KEY}", format: gamma_api_key }
        `,
        fixed: `
          providers:
            gateway:
              kind: { type: custom_beta_responses }
              url: https://res.gamma.example/openai/v1
              auth: { type: static_key, key: "\${GATEWAY_KEY}", format: gamma_api_key }
        `,
      },
      `
        providers:
          acme: { kind: { type: custom_beta_compatible }, url: «https://api.acme.example/v1?region=eu» }
      `,
      `
        providers:
          acme: { kind: { type: custom_beta_responses }, url: «https://api.acme.example/v2» }
          gateway:
            kind: { type: custom_beta_responses }
            url: «https://res.gamma.example/v1»
            auth: { type: static_key, key: "\${GATEWAY_KEY}", format: gamma_api_key }
      `,
      {
        global: `
          providers:
            acme: { kind: { type: custom_beta_compatible }, url: https://api.acme.example, protocol: beta_responses }
        `,
        project: `
          providers:
            acme: { protocol: «null» }
        `,
      },
    ],
    good: [
      `
        providers:
          one: { kind: { type: custom_alpha_compatible }, url: https://api.acme.example/ }
          two: { kind: { type: custom_beta_compatible }, url: "http://127.0.0.1:8080/v1" }
          three: { kind: { type: custom_beta_responses }, url: https://api.acme.example }
          four: { kind: { type: custom_beta_responses }, url: https://api.acme.example/proxy/v1 }
      `,
      {
        global: `
          providers:
            alpha: { kind: { type: catalog, name: alpha }, url: https://proxy.example/any/path }
            acme: { kind: { type: custom_beta_compatible }, url: https://api.acme.example }
        `,
        project: `
          providers:
            acme: { protocol: beta_responses }
        `,
      },
    ],
  },
};

function shapeFor({ auth }: Provider, protocol: string | undefined): Shape | undefined {
  if (auth?.type === "static_key" && auth.format === "gamma_api_key") return GAMMA;
  return SHAPES.get(protocol ?? "");
}

/** The path that was probably meant. Leaving out what the agent appends is safe; adding to a path is a guess. */
function repair(base: string, { fits, start }: Shape): { readonly path: string; readonly safe: boolean } | undefined {
  const bare = base.replace(ENDPOINT, "");
  if (fits.test(bare)) return { path: bare, safe: true };
  if (start === "" && bare === "/v1") return { path: "", safe: true };
  return start.startsWith(bare) ? { path: start, safe: false } : undefined;
}
