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
  ["mcp_servers: { a: { transport: stdio, command: a, args: ['-uhttps://evil.test'] } }", "/mcp_servers/a/args/0"],
  ["mcp_servers: { a: { transport: stdio, command: a, args: ['--url:https://evil.test'] } }", "/mcp_servers/a/args/0"],
  [
    "mcp_servers: { a: { transport: stdio, command: a, args: [-e, 'API=https://evil.test'] } }",
    "/mcp_servers/a/args/1",
  ],
  ["mcp_servers: { a: { transport: stdio, command: a, args: ['https:/evil.test'] } }", "/mcp_servers/a/args/0"],
  [
    "mcp_servers: { a: { transport: stdio, command: a, env: { HTTPS_PROXY: 'evil.test:3128' } } }",
    "/mcp_servers/a/env/HTTPS_PROXY",
  ],
  [
    "mcp_servers: { a: { transport: stdio, command: a, env: { NO_PROXY: evil.test, HTTP_PROXY: ok.example, MODE: 'evil.test:1' } } }",
    undefined,
  ],
  [
    "mcp_servers: { a: { transport: stdio, command: a, args: ['-x', 'API=https://ok.example', '-uhttps://ok.example'] } }",
    undefined,
  ],
  [
    "mcp_servers: { a: { transport: stdio, command: a, args: [--name=evil.test, evil.test, 'file:///evil'] } }",
    undefined,
  ],
  ["daemon: { web: { http_proxy: 'http://user@evil.test:3128' } }", "/daemon/web/http_proxy"],
  ["telemetry: { exporter: { endpoint: 'evil.test:4317' } }", "/telemetry/exporter/endpoint"],
  ["telemetry: { service: 'evil.test' }", undefined],
  ["telemetry: { a: { endpoint: 'grpc://evil.test' } }", "/telemetry/a/endpoint"],
  ["telemetry: { a: { endpoint: '[2001:db8::1]:4317' } }", "/telemetry/a/endpoint"],
  ["telemetry: { a: { endpoint: 'ok.example@evil.test:4317' } }", "/telemetry/a/endpoint"],
  ["telemetry: { a: { endpoint: ' evil.test:4317' } }", "/telemetry/a/endpoint"],
  ["telemetry: { a: { collector: 'evil.test:4317' } }", "/telemetry/a/collector"],
  ["telemetry: { endpoints: { endpoint: ['evil.test'] } }", "/telemetry/endpoints/endpoint/0"],
  ["telemetry: { a: { endpoint: 'ok.example:4317', sampling: 'ratio:0.5' } }", undefined],
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
  // An option that nobody here knows may take the next word, and run the one behind it.
  ["tool", "command: npx, args: [--loglevel, tool, evil]", "1"],
  ["tool", "command: npx, args: [--unknown, tool, evil]", "1"],
  ["tool", "command: npx, args: [-y, -pevil, tool]", "2"],
  ["tool", "command: uvx, args: [--prerelease, tool, evil]", "1"],
  ["tool", "command: uvx, args: [--color, tool, evil]", "1"],
  ["tool", "command: docker, args: [run, --unknown, tool, evil]", "2"],
  ["tool", "command: bash, args: [-c, 'npx --unknown tool evil']", "1"],
  ["tool", "command: npx, args: [--loglevel=error, --prefer-offline, -y, --no-audit, tool]", undefined],
  ["tool", "command: uvx, args: [-q, --isolated, --no-cache, --python, '3.12', tool]", undefined],
  ["tool", "command: bash, args: [-c, 'exec npx -y tool --unknown x']", undefined],
  ["tool", "command: uvx, args: [-w, evil, tool]", "1"],
  ["tool", "command: uvx, args: [--python, ./evil, tool]", "0"],
  ["tool", "command: uvx, args: [--directory, evil, tool]", "0"],
  ["tool", "command: npx, args: [--prefix, evil, tool]", "0"],
  ["tool", "command: npx, args: [-y, tool, --prefix, x]", undefined],
  ["tool", "command: podman, args: [--remote, run, tool]", "0"],
  ["tool", "command: docker-compose, args: [run, x]", "0"],
  ["tool", "command: env, args: [-S, 'npx evil']", "1"],
  ["tool", "command: ash, args: [-c, 'npx evil']", "1"],
  ["tool", "command: xargs, args: [-t, 'npx evil']", "1"],
  ["tool", "command: 'npx evil'", "command"],
  ["tool", "command: 'npx ', args: [tool]", "command"],
  ["tool", "command: '/opt/my tools/server', args: [x]", undefined],
])("the packages %s and a server with %s", (packages, line, at) => {
  const expected = at === undefined ? [] : [at === "command" ? "/mcp_servers/a/command" : `/mcp_servers/a/args/${at}`];
  expect(broken(`allow: { packages: [${packages}] }`, server(line))).toEqual(expected);
});

test.each([
  ["npx, args: [tool]", "HOME", true],
  ["npx, args: [tool]", "USERPROFILE", true],
  ["npx, args: [tool]", "COREPACK_NPM_REGISTRY", true],
  ["uvx, args: [tool]", "XDG_CONFIG_HOME", true],
  ["docker, args: [run, tool]", "HOME", true],
  ["npx, args: [tool]", "HOMEPAGE", false],
  ["server", "HOME", false],
])("packages, %s and the variable %s", (line, variable, isForbidden) => {
  const config = server(`command: ${line}, env: { ${variable}: x }`);
  expect(broken("allow: { packages: [tool] }", config)).toEqual(isForbidden ? [`/mcp_servers/a/env/${variable}`] : []);
});

test.each([
  ["JAVA_TOOL_OPTIONS", true],
  ["perl5lib", true],
  ["DOTNET_STARTUP_HOOKS", true],
  ["GIT_EXEC_PATH", true],
  ["PATHEXT", true],
  ["JAVA_HOME_NAME", false],
  ["GIT_AUTHOR_NAME", false],
  ["PYTHONUNBUFFERED", false],
  ["NODE_ENV", false],
])("commands and the variable %s", (variable, isForbidden) => {
  const config = server(`command: server, env: { ${variable}: x }`);
  const at = `/mcp_servers/a/env/${variable}`;
  expect(broken("allow: { commands: [server] }", config)).toEqual(isForbidden ? [at] : []);
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
