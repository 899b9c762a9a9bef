/** Variables that are not set (S17), below `plugins` (S29), and where a host wants to go on without them (`unset: "keep"`). */
import { describe, expect, test } from "vitest";
import { layered } from "../machine/layered.js";

describe("S29 below plugins", () => {
  const texts = { a: "${UNSET}", b: "$(x", c: "${1} ${HERE} $$(y)", list: ["${UNSET}/${HERE}"] };
  const result = { a: "${UNSET}", b: "$(x", c: "${1} here $(y)", list: ["${UNSET}/here"] };

  test.each(["global", "project"] as const)(
    "what cannot be resolved stays in the %s layer, with a warning",
    async (layer) => {
      const at = layered({ global: { tui: {} }, [layer]: { plugins: { p: texts } }, env: { HERE: "here" } });
      const loaded = await at.load();
      expect(loaded.config?.plugins).toEqual({ p: result });
      expect(at.said(loaded).toSorted()).toEqual([
        `${layer} warning substitution/syntax $(x`,
        `${layer} warning substitution/syntax \${1}`,
        `${layer} warning substitution/unset-variable \${UNSET}`,
        `${layer} warning substitution/unset-variable \${UNSET}`,
      ]);
      expect(loaded.unresolved).toEqual([
        { path: "/plugins/p/a", why: "unset" },
        { path: "/plugins/p/list/0", why: "unset" },
      ]);
    },
  );

  test("it stops no command of anybody else", async () => {
    const at = layered({
      global: { config_command_substitution: true, tui: { x: "$(echo ran)" } },
      project: { plugins: { p: "${1}" } },
    });
    expect((await at.load()).config?.tui?.["x"]).toBe("ran");
  });

  test("elsewhere it is an error as before", async () => {
    const at = layered({ global: { tui: { x: "${UNSET}", y: "$(x" } } });
    const loaded = await at.load();
    expect(loaded.ok).toBe(false);
    expect(at.said(loaded).toSorted()).toEqual([
      "global error substitution/syntax $(x",
      "global error substitution/unset-variable ${UNSET}",
    ]);
  });
});

const provider = (url: string, key: string) => ({
  kind: { type: "custom_beta_compatible" },
  url,
  auth: { type: "static_key", key },
});

const PROVIDERS = {
  used: provider("https://used.example/v1", "${USED_KEY}"),
  unused: provider("https://${HOST}.example/v1", "${UNUSED_KEY}"),
};

describe('unset: "keep"', () => {
  test("a variable that only an unused provider needs stops nothing", async () => {
    const at = layered({ global: { providers: PROVIDERS }, env: { USED_KEY: "a key" } });
    const result = await at.load({ unset: "keep" });
    expect(result.ok).toBe(true);
    expect(result.config?.providers).toMatchObject({
      used: { auth: { key: "a key" } },
      unused: { url: "https://${HOST}.example/v1", auth: { key: "${UNUSED_KEY}" } },
    });
    expect(at.said(result)).toEqual([
      "global warning substitution/unset-variable ${HOST}",
      "global warning substitution/unset-variable ${UNUSED_KEY}",
    ]);
    expect(result.unresolved).toEqual([
      { path: "/providers/unused/url", why: "unset" },
      { path: "/providers/unused/auth/key", why: "unset" },
    ]);
  });

  test("without it nothing is loaded", async () => {
    const at = layered({ global: { providers: PROVIDERS }, env: { USED_KEY: "a key" } });
    for (const options of [{}, { unset: "error" } as const]) {
      expect(await at.load(options)).toMatchObject({ ok: false, config: undefined });
    }
  });

  test("a name that is not resolved yet is not judged", async () => {
    const at = layered({
      global: {
        models: { m: { provider: "${P}", context_window: 5000 }, n: { inherits: "${M}" } },
        daemon: { web: { http_proxy: "${PROXY}" } },
      },
    });
    expect(await at.load({ unset: "keep" })).toMatchObject({
      ok: true,
      config: { models: { m: { provider: "${P}" } } },
    });
  });

  test("where only certain texts fit it is an error all the same", async () => {
    const at = layered({ global: { daemon: { log_level: "${LEVEL}" }, tui: { x: "${TEXT}" } } });
    const result = await at.load({ unset: "keep" });
    expect(result.ok).toBe(false);
    expect(at.said(result)).toEqual([
      "global error substitution/unset-variable ${LEVEL}",
      "global warning substitution/unset-variable ${TEXT}",
    ]);
  });

  test("a text that a command should have been in says so as well", async () => {
    const at = layered({ global: { tui: { x: "$(a) ${B}" } }, project: { tui: { y: "$(c)" } } });
    expect((await at.load({ unset: "keep" })).unresolved).toEqual([
      { path: "/tui/x", why: "disabled" },
      { path: "/tui/x", why: "unset" },
      { path: "/tui/y", why: "in-project" },
    ]);
  });
});
