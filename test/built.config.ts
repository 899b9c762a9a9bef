/**
 * The tests of what was built, as `npm test` runs them: for each module of the source, what became of it in `dist` is imported. Node loads
 * that itself, so that nothing is compiled a second time.
 */
import { dirname, relative, resolve } from "node:path";
import { mergeConfig, type ViteUserConfig } from "vitest/config";
import config from "./vitest.config.js";

export default mergeConfig<ViteUserConfig, ViteUserConfig>(config, {
  plugins: [
    {
      name: "built",
      enforce: "pre",
      resolveId: (wanted, importer) => {
        if (importer === undefined || !wanted.startsWith(".")) return null;
        const inSource = relative("src", resolve(dirname(importer), wanted));
        return inSource.startsWith("..") ? null : { id: resolve("dist", inSource), external: true };
      },
    },
  ],
  test: { server: { deps: { external: [/\/dist\//] } } },
});
