/** Integers of 64 bits, which a double cannot tell apart (S34): judged by their digits in every layer, loaded below 2^64. */
import { describe, expect, test } from "vitest";
import { layered } from "../machine/layered.js";

const LARGEST = "18446744073709551615";
const TOO_LARGE = ["18446744073709551616", "18446744073709551615.0e1", "1.8446744073709552e19", "36893488147419103232"];

const daemon = (value: string): string =>
  `version: 3\ndaemon: { provider_stream_idle_timeout_secs: ${value}, retry: { base_delay_ms: ${value} } }\n`;

describe("2^64 and more", () => {
  test.each(TOO_LARGE)("%s in a project leaves what lies below", async (value) => {
    const at = layered({ format: "yaml", global: daemon("500"), project: daemon(value) });
    const result = await at.load();
    expect(result.config?.daemon).toMatchObject({
      provider_stream_idle_timeout_secs: 500,
      retry: { base_delay_ms: 500 },
    });
    expect(at.said(result)).toEqual([
      `project error schema/out-of-range ${value}`,
      `project error schema/out-of-range ${value}`,
    ]);
  });

  test("in a project that names no transport of its own", async () => {
    const at = layered({
      format: "yaml",
      global: "version: 3\nmcp_servers: { s: { transport: stdio, command: c, default_timeout_seconds: 5 } }\n",
      project: "version: 3\nmcp_servers: { s: { default_timeout_seconds: 18446744073709551616 } }\n",
    });
    const result = await at.load();
    expect(result.config?.mcp_servers?.["s"]?.default_timeout_seconds).toBe(5);
    expect(at.said(result)).toEqual(["project error schema/out-of-range 18446744073709551616"]);
  });
});

test.each([
  [LARGEST, 2 ** 64 - 2048],
  ["18446744073709550000", 2 ** 64 - 2048],
  ["9007199254740993", 9007199254740992],
])("%s loads as the nearest number below 2^64", async (written, value) => {
  const at = layered({ format: "yaml", global: daemon(written) });
  const result = await at.load();
  expect(result.config?.daemon.provider_stream_idle_timeout_secs).toBe(value);
  expect(result.config?.daemon.retry.base_delay_ms).toBe(value);
  expect(at.said(result, /^schema/)).toEqual([
    `global warning schema/unsafe-integer ${written}`,
    `global warning schema/unsafe-integer ${written}`,
  ]);
});

test("where any value may stand, there is no limit", async () => {
  const at = layered({ format: "yaml", global: `version: 3\nplugins: { p: ${LARGEST} }\n` });
  expect((await at.load()).config?.plugins).toEqual({ p: 2 ** 64 });
});
