/** Spec 5.2: a fixed redirect address is HTTPS, or HTTP on a loopback host. What counts is the host as it is parsed. */
import { quote } from "../../text/printable.js";
import { name, type Rule, valueAt } from "../rule.js";
import { isLoopback, type UrlProblem } from "../url.js";
import { type Address, addressAt, isUseless } from "./address.js";
import { serversOver } from "./servers.js";

export const rule: Rule = {
  id: "mcp/redirect-uri",
  severity: "error",
  summary: "a redirect address that is neither HTTPS nor on this machine",
  why: `After a login the browser hands the authorization code to the redirect address. Over plain HTTP anybody on the way can
read the code and log in with it, and an address of another kind never reaches the agent. Use an \`https://\` address, or
\`http://\` on \`127.0.0.1\`, \`[::1]\` or \`localhost\`; without \`redirect\` the agent picks a loopback address by itself.`,
  *check(view) {
    for (const [server, { auth }] of serversOver(view.config, "http")) {
      if (auth?.type !== "oauth" || auth.redirect?.type !== "fixed") continue;
      const address = addressAt(view, "mcp_servers", server, "auth", "redirect", "uri");
      const problem = address && problemOf(address);
      if (address === undefined || problem === undefined) continue;
      yield {
        ...problem,
        at: valueAt(...address.path),
        message: `${name(...address.path)} ${problem.message}`,
        help: HELP,
      };
    }
  },
  examples: {
    bad: [
      `
        mcp_servers:
          issues:
            transport: http
            url: https://issues.example.com/mcp
            auth: { type: oauth, redirect: { type: fixed, uri: «"http://localhost.example.com/callback"» } }
      `,
      `
        mcp_servers:
          issues:
            transport: http
            url: https://issues.example.com/mcp
            auth:
              type: oauth
              redirect: { type: fixed, uri: «"agent-app://callback"» }
      `,
      // What stands before the `@` is a user, whatever it looks like.
      {
        global: `
          mcp_servers:
            issues:
              transport: http
              url: https://issues.example.com/mcp
              auth: { type: oauth, redirect: { type: fixed, uri: "http://127.0.0.1:8123/callback" } }
        `,
        project: `
          {
            // A project may not send the code elsewhere.
            "mcp_servers": {
              "issues": { "auth": { "redirect": { "uri": «"http://127.0.0.1@issues.example.com/callback"» } } },
            },
          }
        `,
      },
    ],
    good: [
      `
        mcp_servers:
          one:
            transport: http
            url: https://one.example.com/mcp
            auth: { type: oauth, redirect: { type: fixed, uri: "http://127.0.0.1:8/callback" } }
          two:
            transport: http
            url: https://two.example.com/mcp
            auth: { type: oauth, redirect: { type: fixed, uri: "http://[::1]:8123/callback" } }
          three:
            transport: http
            url: https://three.example.com/mcp
            auth: { type: oauth, redirect: { type: fixed, uri: "https://agent.example.com/callback" } }
      `,
      `
        mcp_servers:
          issues:
            transport: http
            url: https://issues.example.com/mcp
            auth: { type: oauth, redirect: { type: fixed, uri: "http://\${CALLBACK_HOST}/callback" } }
          docs:
            transport: http
            url: https://docs.example.com/mcp
            auth: { type: oauth, redirect: { type: ephemeral-loopback } }
      `,
    ],
  },
};

const HELP = "write an `https://` address, or one on this machine such as `http://127.0.0.1:8123/callback`";

function problemOf({ text, problem }: Address): Pick<UrlProblem, "message" | "severity"> | undefined {
  if (isUseless(problem)) return problem;
  const url = new URL(text);
  if (url.protocol === "https:" || isLoopback(url)) return problem;
  return { message: `is plain HTTP, and ${quote(url.hostname)} is not this machine` };
}
