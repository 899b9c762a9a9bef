/**
 * Puts the playground into one file, whose policy allows its own script and style and nothing else. `npm run playground` serves it on this
 * machine alone; with `--build` it only writes it.
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { dirname, resolve } from "node:path";
import { onePage } from "./page.js";

const PLAYGROUND = "docs/playground/index.html";

/** The parsers in `dist` without the parts that only writing needs. */
const onlyReading = {
  name: "only-reading",
  setup({ onResolve }) {
    onResolve({ filter: /\/bundled\.js$/ }, ({ path, resolveDir }) => ({
      path: resolve(resolveDir, path).replace(resolve("src"), resolve("dist")),
    }));
  },
};

/** A page is the only machine that it runs on. */
const onPage = {
  name: "on-page",
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]host[\\/]here\.ts$/ }, ({ path }) => ({
      contents: 'import { pageHost } from "./page.js"; export const hostHere = () => pageHost({});',
      resolveDir: dirname(path),
    }));
  },
};

export async function bundlePlayground(file) {
  await onePage("src/playground/page", file, {
    plugins: [onlyReading, onPage],
    policy: (script, style) =>
      `default-src 'none'; script-src '${digest(script)}'; style-src '${digest(style)}'; base-uri 'none'; form-action 'none'`,
  });
}

function digest(text) {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}

/** Serves the page at any path. */
function serve(page) {
  const { PORT: port = "4173" } = process.env;
  const failed = (why) => {
    console.error(
      `the page is not served: ${why}; PORT names another port. From a disk it works as well: ${PLAYGROUND}`,
    );
    process.exitCode = 1;
  };
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) return failed("PORT is no port");
  const server = createServer((_, response) =>
    response.setHeader("Content-Type", "text/html; charset=utf-8").end(page),
  );
  server.on("error", ({ code, message }) =>
    failed(code === "EADDRINUSE" ? `another program uses port ${port}` : message),
  );
  server.listen(Number(port), "127.0.0.1", () => {
    console.log(`http://127.0.0.1:${server.address().port}/ (Ctrl-C ends it); the same page: ${PLAYGROUND}`);
  });
}

if (process.argv[1] === import.meta.filename) {
  await bundlePlayground(PLAYGROUND);
  if (process.argv.includes("--build")) console.log(PLAYGROUND);
  else serve(readFileSync(PLAYGROUND));
}
