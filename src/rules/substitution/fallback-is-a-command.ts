/** Spec 2.1: what stands after `:-` is a command, not a default text. */
import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "substitution/fallback-is-a-command",
  severity: "warning",
  summary: "a word after `:-` that reads like a default text and runs as a command",
  why: `In a shell \`\${PORT:-8080}\` means 8080 unless \`PORT\` says otherwise. Here the right side is a command: while \`PORT\`
is set all is well, and on the first machine where it is not, the agent tries to run a program called \`8080\` and the
configuration does not load. Write \`\${PORT:-echo 8080}\` for a default text. If you do mean a program, \`$(…)\` or an
argument makes that plain.`,
  examples: {
    bad: [
      {
        global: `
          config_command_substitution: true
          providers:
            local:
              kind: { type: custom_beta_compatible }
              url: http://localhost:«\${PORT:-8080}»/v1
        `,
        fixed: `
          config_command_substitution: true
          providers:
            local:
              kind: { type: custom_beta_compatible }
              url: http://localhost:\${PORT:-echo 8080}/v1
        `,
      },
      {
        global: `
          {
            "config_command_substitution": true,
            "mcp_servers": {
              "docs": {
                "transport": "http",
                "url": "«\${DOCS_URL:-https://docs.acme.example/mcp}»",
                "headers": { "X-Region": "«\${REGION:-eu-west-1}»", "X-Host": "«\${HOST:-'localhost'}»" }
              }
            }
          }
        `,
        fixed: `
          {
            "config_command_substitution": true,
            "mcp_servers": {
              "docs": {
                "transport": "http",
                "url": "\${DOCS_URL:-echo https://docs.acme.example/mcp}",
                "headers": { "X-Region": "\${REGION:-echo eu-west-1}", "X-Host": "\${HOST:-echo 'localhost'}" }
              }
            }
          }
        `,
      },
    ],
    good: [
      `
        config_command_substitution: true
        providers:
          local:
            kind: { type: custom_beta_compatible }
            url: http://localhost:\${PORT:-echo 8080}/v1
      `,
      // A program with an argument is plainly one, and so is one with its path.
      `
        config_command_substitution: true
        mcp_servers:
          docs:
            transport: http
            url: https://docs.acme.example/mcp
            headers:
              X-Host: \${HOST:-uname -n}
              X-Domain: \${DOMAIN:-/bin/dnsdomainname}
              X-User: $(whoami)
              X-Region: \${REGION}
      `,
    ],
  },
};
