/** S9: valid by its digits, but beyond 2^53. */
import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "schema/unsafe-integer",
  severity: "warning",
  summary: "an integer too large to be loaded exactly",
  why: `Numbers are loaded as doubles, which are exact for whole numbers up to 9007199254740991 (2^53 - 1). A larger
one becomes the nearest double: for a limit that hardly matters, but an identifier names something else from then on.
Put identifiers in quotes, and to set no limit leave the key out instead of writing the largest number there is.`,
  examples: {
    bad: [
      `
        plugins:
          tracker:
            project: «1234567890123456789»
      `,
      `
        {
          "mcp_servers": {
            "docs": {
              "transport": "http",
              "url": "https://docs.example.net/mcp",
              "default_timeout_seconds": «18446744073709551615»
            }
          }
        }
      `,
    ],
    good: [
      `
        plugins:
          tracker:
            project: "1234567890123456789"
      `,
      // The largest integer that is exact.
      `
        {
          "mcp_servers": {
            "docs": {
              "transport": "http",
              "url": "https://docs.example.net/mcp",
              "default_timeout_seconds": 9007199254740991
            }
          }
        }
      `,
    ],
  },
};
