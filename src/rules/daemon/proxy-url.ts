/** Spec 2.11: the proxies of the built-in web tools. A proxy may name a user, so a password here is for `secret/literal` to judge. */
import type { Path } from "../../text/path.js";
import { name, type Rule, valueAt } from "../rule.js";
import { urlProblem } from "../url.js";

const PROXY = { mayHoldUser: true };

export const rule: Rule = {
  id: "daemon/proxy-url",
  severity: "error",
  summary: "a proxy URL that cannot be used or does not lead where it seems to",
  why: `The built-in web tools send every request to this address. Where it is no URL, \`web_fetch\` and \`web_search\` fail at the
first request; where it reads like one host and leads to another, somebody else sees the traffic. Write a whole URL, scheme
included, such as \`http://proxy.corp.example:3128\`.`,
  *check(view) {
    for (const key of ["http_proxy", "https_proxy"]) {
      const path: Path = ["daemon", "web", key];
      const text = view.text(path);
      const problem = text === undefined ? undefined : urlProblem(text, PROXY);
      if (text === undefined || problem === undefined) continue;
      const { severity, message, help } = problem;
      const whole = `http://${text}`;
      // A fix is shown as it is, and must not show a password.
      const isBareHost = /^[\w.-]+(?::\d+)?$/.test(text) && urlProblem(whole, PROXY) === undefined;
      yield {
        at: valueAt(...path),
        ...(severity === undefined ? {} : { severity }),
        message: `${name(...path)} ${message}`,
        ...(isBareHost ? { label: "`http://` is missing" } : {}),
        help: isBareHost ? "write `http://` before the host" : help,
        proposals: isBareHost
          ? [
              {
                title: "write `http://` before the host",
                safe: false,
                changes: [{ kind: "replace", path, value: whole }],
              },
            ]
          : [],
      };
    }
  },
  examples: {
    bad: [
      {
        global: `
          daemon:
            web:
              https_proxy: «proxy.corp.example:3128»
        `,
        fixed: `
          daemon:
            web:
              https_proxy: http://proxy.corp.example:3128
        `,
      },
      {
        global: `
          daemon: { web: { http_proxy: "http://proxy.corp.example:3128" } }
        `,
        project: `
          {
            "daemon": { "web": { "http_proxy": «"socks5://proxy.corp.example:1080"» } }
          }
        `,
      },
      // Not the host that it seems to be: a warning.
      `
        daemon:
          web: { https_proxy: «"http://proxy.corp.example%2eevil.test:3128"» }
      `,
    ],
    good: [
      `
        daemon:
          web:
            http_proxy: http://proxy.corp.example:3128
            https_proxy: http://me:\${PROXY_PASSWORD}@proxy.corp.example:3128
      `,
      // What the variable holds is seen when the configuration is loaded.
      {
        global: `
          daemon: { web: { https_proxy: not a URL } }
        `,
        project: `
          daemon: { web: { https_proxy: "\${CORP_PROXY}" } }
        `,
      },
    ],
  },
};
