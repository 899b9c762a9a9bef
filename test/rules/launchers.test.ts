/** The package that a command line fetches and runs, and whether its version is fixed. */
import { expect, test } from "vitest";
import { packageIn } from "../../src/toolkit/judge/rules/mcp/launchers.js";

const said = (line: string): string => {
  const [command = "", ...args] = line.split(" ");
  const found = packageIn(command, args);
  if (found === undefined) return "";
  return [found.pin, found.name, found.version, args[found.index]?.slice(found.start, found.end)].join(" | ");
};

test.each([
  ["npx -y @acme/docs-mcp", "none | @acme/docs-mcp |  | @acme/docs-mcp"],
  ["npx -y @acme/docs-mcp@1.2.3 --root .", "exact | @acme/docs-mcp | 1.2.3 | @acme/docs-mcp@1.2.3"],
  ["npx -y docs-mcp@latest", "tag | docs-mcp | latest | docs-mcp@latest"],
  ["npx docs-mcp@^1.2.0", "range | docs-mcp | ^1.2.0 | docs-mcp@^1.2.0"],
  ["npx docs-mcp@1", "range | docs-mcp | 1 | docs-mcp@1"],
  ["npx docs-mcp@1.2", "range | docs-mcp | 1.2 | docs-mcp@1.2"],
  ["npx docs-mcp@1.x", "range | docs-mcp | 1.x | docs-mcp@1.x"],
  ["npx docs-mcp@1.2.3-beta.1", "exact | docs-mcp | 1.2.3-beta.1 | docs-mcp@1.2.3-beta.1"],
  ["npx -y --package=docs-mcp@2 docs", "range | docs-mcp | 2 | docs-mcp@2"],
  ["npx -p docs-mcp@2.0.0 docs", "exact | docs-mcp | 2.0.0 | docs-mcp@2.0.0"],
  ["npx --registry https://r.example docs-mcp", "none | docs-mcp |  | docs-mcp"],
  ["npx github:acme/docs-mcp", "none | github:acme/docs-mcp |  | github:acme/docs-mcp"],
  [
    "npx github:acme/docs-mcp#0123456789abcdef0123456789abcdef01234567",
    "exact | github:acme/docs-mcp | 0123456789abcdef0123456789abcdef01234567 | github:acme/docs-mcp#0123456789abcdef0123456789abcdef01234567",
  ],
  ["npx ./server.js", ""],
  ["npx -y ${DOCS}", ""],
  ["npx", ""],
  ["/usr/bin/npx -y a", "none | a |  | a"],
  ["C:\\node\\npx.cmd -y a", "none | a |  | a"],
  ["cmd /c npx -y a", "none | a |  | a"],
  ["bunx a", "none | a |  | a"],
  ["bun x a@1.0.0", "exact | a | 1.0.0 | a@1.0.0"],
  ["bun run a", ""],
  ["pnpm dlx a", "none | a |  | a"],
  ["npm exec -y -- a@1", "range | a | 1 | a@1"],
  ["yarn dlx a@1.0.0", "exact | a | 1.0.0 | a@1.0.0"],
  ["uvx mcp-server-git", "none | mcp-server-git |  | mcp-server-git"],
  ["uvx mcp-server-git==2025.1.14", "exact | mcp-server-git | 2025.1.14 | mcp-server-git==2025.1.14"],
  ["uvx mcp-server-git@latest", "tag | mcp-server-git | latest | mcp-server-git@latest"],
  ["uvx mcp-server-git@0.6.2", "exact | mcp-server-git | 0.6.2 | mcp-server-git@0.6.2"],
  ["uvx q==1", "exact | q | 1 | q==1"],
  ["uvx q@1", "exact | q | 1 | q@1"],
  ["uvx q===1.0", "exact | q | 1.0 | q===1.0"],
  ["uvx q==1!2.0", "exact | q | 1!2.0 | q==1!2.0"],
  ["pipx run q==2", "exact | q | 2 | q==2"],
  ["uvx q==1.*", "range | q | 1.* | q==1.*"],
  ["uvx q~=1.0", "range | q | ~=1.0 | q~=1.0"],
  ["uvx q==1,!=1.2", "range | q | 1,!=1.2 | q==1,!=1.2"],
  ["uvx mcp[cli]>=1.0", "range | mcp[cli] | >=1.0 | mcp[cli]>=1.0"],
  ["uvx --python 3.12 --from mcp[cli]==1.0 mcp", "exact | mcp[cli] | 1.0 | mcp[cli]==1.0"],
  ["npx github:acme/docs-mcp#v1", "tag | github:acme/docs-mcp | v1 | github:acme/docs-mcp#v1"],
  [
    "uvx --from git+ssh://git@github.com/a/b@v1.0.0 b",
    "tag | git+ssh://git@github.com/a/b | v1.0.0 | git+ssh://git@github.com/a/b@v1.0.0",
  ],
  [
    "uvx --from git+ssh://git@github.com/a/b b",
    "none | git+ssh://git@github.com/a/b |  | git+ssh://git@github.com/a/b",
  ],
  ["uvx --from git+https://github.com/a/b b", "none | git+https://github.com/a/b |  | git+https://github.com/a/b"],
  [
    "uvx --from git+https://github.com/a/b@0123456789abcdef0123456789abcdef01234567 b",
    "exact | git+https://github.com/a/b | 0123456789abcdef0123456789abcdef01234567 | git+https://github.com/a/b@0123456789abcdef0123456789abcdef01234567",
  ],
  ["uv tool run a", "none | a |  | a"],
  ["uv run server.py", ""],
  ["pipx run --spec a==1.0 b", "exact | a | 1.0 | a==1.0"],
  ["docker run -i --rm -e TOKEN -v /a:/b ghcr.io/acme/mcp", "none | ghcr.io/acme/mcp |  | ghcr.io/acme/mcp"],
  [
    "docker run --rm -i r.example:5000/acme/mcp:latest x",
    "tag | r.example:5000/acme/mcp | latest | r.example:5000/acme/mcp:latest",
  ],
  ["docker run acme/mcp:1.2.3", "exact | acme/mcp | 1.2.3 | acme/mcp:1.2.3"],
  ["docker run acme/mcp:1", "tag | acme/mcp | 1 | acme/mcp:1"],
  ["podman run --env=A=b acme/mcp@sha256:0f", "exact | acme/mcp | @sha256:0f | acme/mcp@sha256:0f"],
  ["docker exec -i box mcp", ""],
  ["docker --context lab run -i acme/mcp", "none | acme/mcp |  | acme/mcp"],
  ["nerdctl run -tie A=b acme/mcp", "none | acme/mcp |  | acme/mcp"],
  ["docker run -ite A acme/mcp", "none | acme/mcp |  | acme/mcp"],
  ["docker run -ip 80:80 acme/mcp", "none | acme/mcp |  | acme/mcp"],
  ["docker run --name=x -- acme/mcp", "none | acme/mcp |  | acme/mcp"],
  ["docker compose run tools", ""],
  ["docker run -i ./mcp", ""],
  ["node server.js", ""],
])("%s", (line, expected) => {
  expect(said(line)).toBe(expected);
});
