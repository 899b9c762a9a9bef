/** Trees that programs generate: installed dependencies and build output. `daemon.file_catalog.exclude_generated` leaves them out (spec 8). */

/** No person writes into a directory of such a name. */
const ALWAYS: ReadonlySet<string> = new Set([
  ...["node_modules", "bower_components", "jspm_packages", "__pycache__", ".venv", ".tox", ".nox", ".eggs"],
  ...[".mypy_cache", ".pytest_cache", ".ruff_cache", ".gradle", ".next", ".nuxt", ".svelte-kit", ".turbo"],
  ...[".parcel-cache", ".angular", ".terraform", ".dart_tool", ".nyc_output"],
]);

/** Names that are output beside one of these files, and somebody's own directory elsewhere. A name with `*` is an ending. */
const BESIDE: Readonly<Record<string, readonly string[]>> = {
  target: ["Cargo.toml", "pom.xml", "build.sbt"],
  build: ["build.gradle", "build.gradle.kts", "CMakeLists.txt", "setup.py"],
  dist: ["package.json", "setup.py", "pyproject.toml"],
  bin: ["*.csproj", "*.fsproj"],
  obj: ["*.csproj", "*.fsproj"],
  vendor: ["composer.json"],
  Pods: ["Podfile"],
  _build: ["mix.exs", "dune-project", "rebar.config"],
  deps: ["mix.exs"],
  venv: ["requirements.txt", "setup.py", "pyproject.toml"],
};

/** Programs put it into directories that can be made again: https://bford.info/cachedir/ */
export const CACHE_TAG = "CACHEDIR.TAG";

/** Whether a directory is a generated tree; `siblings` are the names around it. */
export function isGenerated(name: string, siblings: ReadonlySet<string>): boolean {
  if (ALWAYS.has(name)) return true;
  const markers = Object.hasOwn(BESIDE, name) ? (BESIDE[name] ?? []) : [];
  return markers.some((marker) =>
    marker.startsWith("*") ? [...siblings].some((sibling) => sibling.endsWith(marker.slice(1))) : siblings.has(marker),
  );
}
