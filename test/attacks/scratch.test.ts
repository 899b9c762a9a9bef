import { test } from "vitest";
import { place } from "./place.js";

test.each([
  [{ tui: { theme: "$(x)" } }, {}],
  [{ tui: { theme: "${T}" } }, {}],
  [{ tui: { theme: "$${T}" } }, {}],
  [{}, { tui: { theme: "$(x)" } }],
  [{}, { tui: { theme: "${T}" } }],
  [{}, { tui: { theme: "${OK}" } }],
  [{ tui: { theme: "${OK}" } }, {}],
  [{ tui: { theme: "${BAD}" } }, {}],
  [{}, { tui: { theme: "${BAD}" } }],
  [
    {
      daemon: { max_tool_turns: 1 },
      mcp_servers: { s: { transport: "stdio", command: "c", default_timeout_seconds: 5 } },
    },
    { mcp_servers: { s: { default_timeout_seconds: 0 } } },
  ],
  [
    { mcp_servers: { s: { transport: "stdio", command: "c", default_timeout_seconds: 5 } } },
    '{"version":3,"mcp_servers":{"s":{"default_timeout_seconds":18446744073709551616}}}',
  ],
])("%j %j", async (global, project) => {
  const at = place({ global, project, env: { T: "$(y)", OK: "dark", BAD: "blue" } });
  const r = await at.load();
  console.log(
    JSON.stringify([global, project]),
    r.ok,
    r.diagnostics.map((d) => `${d.layer} ${d.severity} ${d.rule} ${d.message}`),
    r.config?.tui,
    JSON.stringify(r.config?.mcp_servers),
  );
});
