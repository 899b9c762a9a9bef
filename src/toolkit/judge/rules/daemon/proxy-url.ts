/** Spec 2.11: the proxies of the built-in web tools. A proxy may name a user, so `secret/literal` checks a password here. */
import type { Path } from "../../../../text/path.js";
import { spelledInAddress } from "../../../../text/variable.js";
import { valueAt } from "../../../read/diagnostic/anchor.js";
import { name } from "../phrases.js";
import type { Rule } from "../rule.js";
import { urlProblem, urlProblemAt } from "../url.js";

/** S34. */
const PROXY = { mayHoldUser: true, schemes: ["socks5", "socks5h"] };

/** The usual names of PAC scripts. */
const SCRIPT = /\/(?:[^/?#]*\.pac|wpad\.dat)(?:$|[?#])/i;

export const rule: Rule = {
  id: "daemon/proxy-url",
  severity: "error",
  check(context, report) {
    for (const key of ["http_proxy", "https_proxy"]) {
      const path: Path = ["daemon", "web", key];
      const text = context.text(path) ?? "";
      if (SCRIPT.test(text)) {
        report({
          severity: "warning",
          at: valueAt(...path),
          message: `${name(...path)} names a script that chooses proxies, and no script is run`,
          help: "write the address of the proxy that the script would choose",
        });
        continue;
      }
      const problem = urlProblemAt(context, path, PROXY);
      if (problem === undefined || spelledInAddress(text) !== undefined) continue;
      const { severity, message, help } = problem;
      const whole = `http://${text}`;
      // Fixes are shown in full and must not show a password.
      const isBareHost = /^[\w.-]+(?::\d+)?$/.test(text) && urlProblem(whole, PROXY) === undefined;
      report({
        at: valueAt(...path),
        ...(severity === undefined ? {} : { severity }),
        message: `${name(...path)} ${message}`,
        ...(isBareHost ? { label: "`http://` is missing" } : {}),
        help: isBareHost ? "write `http://` before the host" : help,
        fixes: isBareHost
          ? [
              {
                title: "write `http://` before the host",
                safe: false,
                changes: [{ kind: "replace", path, value: whole }],
              },
            ]
          : [],
      });
    }
  },
};
