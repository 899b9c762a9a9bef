/** Which values the keys of a policy let pass, in the places and spellings that a configuration may have. */
import { expect, test } from "vitest";
import { lint } from "../../src/toolkit/lint.js";
import { memoryHost } from "../machine/memory.js";
import { GLOBAL, POLICY } from "../machine/names.js";

function broken(policy: string, config: string): readonly string[] {
  const host = memoryHost({ files: { [POLICY]: policy, [GLOBAL]: `version: 3\n${config}\n` } });
  const own = lint({ host }).diagnostics.filter(({ rule }) => rule.startsWith("policy/"));
  return own.map(({ path = "" }) => path);
}

const provider = (url: string): string => `providers: { a: { kind: { type: custom_beta_compatible }, url: "${url}" } }`;
const URL_AT = "/providers/a/url";

test.each<readonly [host: string, url: string, isAllowed: boolean]>([
  ["api.acme.example", "https://api.acme.example/v1", true],
  ["API.Acme.Example", "https://api.acme.example", true],
  ["api.acme.example", "https://API.ACME.EXAMPLE:443", true],
  ["api.acme.example", "https://api.acme.example:8443", true],
  ["api.acme.example:443", "https://api.acme.example/v1", true],
  ["api.acme.example:443", "https://api.acme.example:8443/v1", false],
  ["api.acme.example:80", "http://api.acme.example/v1", true],
  ["api.acme.example", "https://acme.example", false],
  ["api.acme.example", "https://x.api.acme.example", false],
  ["*.acme.example", "https://a.b.acme.example", true],
  ["*.acme.example", "https://acme.example", false],
  ["*.acme.example", "https://notacme.example", false],
  ["*.acme.example", "https://acme.example.evil.test", false],
  ["localhost", "http://localhost:1234", true],
  ["localhost", "http://127.0.0.1", true],
  ["localhost", "http://[::1]:8080", true],
  ["localhost", "http://2130706433", true],
  ["localhost", "http://localhost.evil.test", false],
  ["127.0.0.1", "http://127.0.0.1", true],
  ["127.0.0.1", "http://127.0.0.2", false],
  ["[::1]", "http://[::1]", true],
  ["xn--bcher-kva.example", "https://bücher.example", true],
])("the host %s and the address %s", (host, url, isAllowed) => {
  expect(broken(`allow: { hosts: ["${host}"] }`, provider(url))).toEqual(isAllowed ? [] : [URL_AT]);
});

test.each([
  [`mcp_servers: { a: { transport: http, url: "https://evil.test/mcp" } }`, "/mcp_servers/a/url"],
  [
    `mcp_servers: { a: { transport: http, url: "https://ok.example", auth: { type: oauth, redirect: { type: fixed, uri: "https://evil.test/cb" } } } }`,
    "/mcp_servers/a/auth/redirect/uri",
  ],
  [
    `mcp_servers: { a: { transport: http, url: "https://ok.example", auth: { type: oauth, redirect: { type: fixed, uri: "http://127.0.0.1/cb" } } } }`,
    undefined,
  ],
  [
    `mcp_servers: { a: { transport: http, url: "https://ok.example", auth: { type: oauth, registration: { type: client-metadata-url, url: "https://evil.test/c" } } } }`,
    "/mcp_servers/a/auth/registration/url",
  ],
  [
    "mcp_servers: { a: { transport: stdio, command: a, env: { API_BASE: 'https://evil.test' } } }",
    "/mcp_servers/a/env/API_BASE",
  ],
  [
    "mcp_servers: { a: { transport: stdio, command: a, args: [-x, 'https://ok.example', 'wss://evil.test/s'] } }",
    "/mcp_servers/a/args/2",
  ],
  [
    "mcp_servers: { a: { transport: stdio, command: a, args: [--name=evil.test, evil.test, 'file:///evil'] } }",
    undefined,
  ],
  ["daemon: { web: { http_proxy: 'http://user@evil.test:3128' } }", "/daemon/web/http_proxy"],
  ["telemetry: { exporter: { endpoint: 'evil.test:4317' } }", "/telemetry/exporter/endpoint"],
  ["telemetry: { service: 'evil.test' }", undefined],
  [provider("https://evil.test/${X}/v1"), URL_AT],
  [provider("https://${X}.test/v1"), undefined],
  [provider("https://ok.example${X}/v1"), undefined],
])("addresses in %s", (config, at) => {
  expect(broken("allow: { hosts: [ok.example] }", config)).toEqual(at === undefined ? [] : [at]);
});

const server = (rest: string): string => `mcp_servers: { a: { transport: stdio, ${rest} } }`;

test.each<readonly [command: string, written: string, isAllowed: boolean]>([
  ["npx", "npx", true],
  ["npx", "/usr/bin/npx", false],
  ["npx", "NPX", false],
  ["/opt/acme/bin/*", "/opt/acme/bin/tool", true],
  ["/opt/acme/bin/*", "/opt/acme/bin/", false],
  ["/opt/acme/bin/*", "/opt/acme/bin/sub/tool", false],
  ["/opt/acme/bin/*", "/opt/acme/bin/..", false],
  ["/opt/acme/*/run", "/opt/acme/a/run", true],
  ["acme-*-server", "acme-x-server", true],
  ["acme-*-server", "acme-server", false],
  ["C:\\\\acme\\\\*", "C:\\\\acme\\\\tool.exe", true],
  ["C:\\\\acme\\\\*", "C:\\\\acme\\\\..\\\\evil.exe", false],
  ["*", "anything", true],
  ["*", "/any/thing", false],
])("the command %s and the program %s", (command, written, isAllowed) => {
  expect(broken(`allow: { commands: ["${command}"] }`, server(`command: "${written}"`))).toEqual(
    isAllowed ? [] : ["/mcp_servers/a/command"],
  );
});

test.each<readonly [packages: string, line: string, at: string | undefined]>([
  ['"@acme/*"', "command: npx, args: [-y, '@acme/docs']", undefined],
  ['"@acme/*"', "command: npx, args: [-y, '@acme.evil/docs']", "1"],
  ['"@acme/docs@1.0.0"', "command: npx, args: [-y, '@acme/docs@1.0.0']", undefined],
  ['"@acme/docs@1.0.0"', "command: npx, args: [-y, '@acme/docs@1.0.1']", "1"],
  ['"@acme/docs@1.0.0"', "command: npx, args: [-y, '@acme/docs']", "1"],
  ["tool", "command: uvx, args: ['tool==1.0']", undefined],
  ["tool@1.0", "command: uvx, args: ['tool==1.0']", undefined],
  ["tool", "command: uvx, args: [--with, evil, tool]", "1"],
  ["tool", "command: uvx, args: [--from, 'git+https://evil.test/tool', tool]", "1"],
  ["tool", "command: uvx, args: ['tool @ https://evil.test/t.whl']", "0"],
  ["tool", "command: uvx, args: [--index-url, 'https://evil.test', tool]", "0"],
  ["ghcr.io/acme/*", "command: docker, args: [run, -i, --rm, -p, '8080:80', 'ghcr.io/acme/x:1.2']", undefined],
  ["ghcr.io/acme/*", "command: docker, args: [run, -i, evil/x]", "2"],
  ["ghcr.io/acme/x@sha256:ab", "command: docker, args: [run, -i, 'ghcr.io/acme/x@sha256:ab']", undefined],
  ["tool", "command: env, args: [A=b, npx, evil]", "2"],
  ["tool", "command: bash, args: [-c, 'npx -y tool']", undefined],
  ["tool", "command: bash, args: [-c, 'cd /x && npx -y tool']", "1"],
  ["tool", "command: bash, args: [-c, 'npx -y evil']", "1"],
  ["tool", "command: npx, args: []", "command"],
  ["tool", "command: npx, args: [-y, tool, --package, evil]", undefined],
  ["tool", "command: node, args: [server.js]", undefined],
])("the packages %s and a server with %s", (packages, line, at) => {
  const expected = at === undefined ? [] : [at === "command" ? "/mcp_servers/a/command" : `/mcp_servers/a/args/${at}`];
  expect(broken(`allow: { packages: [${packages}] }`, server(line))).toEqual(expected);
});

test("a name of the prototype is an ordinary name", () => {
  const at = (name: string) =>
    `mcp_servers: { ${name}: { transport: stdio, command: npx, args: [evil], env: { toString: a } } }`;
  for (const name of ["constructor", "hasOwnProperty", "toString"])
    expect(broken("allow: { packages: [], commands: [] }", at(name))).toEqual([
      `/mcp_servers/${name}/command`,
      `/mcp_servers/${name}/args/0`,
    ]);
});
