/** The tools of files for tests: on a disk in memory, or in a directory of the real one. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import { type Clock, nodeClock } from "../../src/agent/machine/interfaces/clock.js";
import type { Tree } from "../../src/agent/machine/interfaces/tree.js";
import { nodeMatcher } from "../../src/agent/machine/node/matching.js";
import { nodeTree } from "../../src/agent/machine/node/tree.js";
import { FileCatalog } from "../../src/agent/session/files/catalog.js";
import { editTool } from "../../src/agent/session/files/edit.js";
import { listTool } from "../../src/agent/session/files/list.js";
import { readTool } from "../../src/agent/session/files/read.js";
import { searchTool } from "../../src/agent/session/files/search.js";
import { SeenFiles } from "../../src/agent/session/files/seen.js";
import type { CatalogSettings } from "../../src/agent/session/files/walk.js";
import type { Workplace } from "../../src/agent/session/files/workplace.js";
import { writeTool } from "../../src/agent/session/files/write.js";
import type { Fields, ToolPlace, ToolResult } from "../../src/agent/session/tools/tool.js";
import { secretPatternOf } from "../../src/permissions/secret-paths.js";
import { Disk } from "../ports/disk.js";
import { treeOf } from "../ports/tree.js";

const TOOLS = { read: readTool, edit: editTool, write: writeTool, search: searchTool, list: listTool };

export type ToolName = keyof typeof TOOLS;

const USUAL: CatalogSettings = {
  ...{ max_files: 250_000, max_duration_ms: 15_000, exclude_generated: true, cache_ttl_secs: 30 },
};

interface More {
  readonly secretFiles?: readonly string[];
  readonly settings?: Partial<CatalogSettings>;
  readonly clock?: Clock;
}

export interface Work extends Workplace {
  readonly on: (name: ToolName, input: Fields, more?: CallMore) => Promise<ToolResult>;
}

interface CallMore {
  readonly signal?: AbortSignal;
  /** What happens between the permission and the call. */
  readonly meanwhile?: () => void;
  /** Places that are allowed instead of those of the call. */
  readonly places?: readonly ToolPlace[];
}

function workIn(directory: string, tree: Tree, { secretFiles = [], settings, clock = nodeClock }: More): Work {
  const patternOf = secretPatternOf(secretFiles, directory);
  const catalog = new FileCatalog({ tree, clock, directory, settings: () => ({ ...USUAL, ...settings }) });
  const isWithheld = (path: string): boolean => patternOf(path) !== undefined;
  const workplace: Workplace = {
    ...{ directory, tree, clock, startMatcher: nodeMatcher, catalog, seen: new SeenFiles(), isWithheld },
  };
  return {
    ...workplace,
    async on(name, input, { signal = new AbortController().signal, meanwhile, places } = {}) {
      const tool = TOOLS[name](workplace);
      const allowed = places ?? (await tool.places?.(input)) ?? [];
      meanwhile?.();
      return tool.run(input, { signal, places: allowed });
    },
  };
}

/** Files by their paths from `/work`. */
export function inMemory(files: Readonly<Record<string, string | Uint8Array>>, more: More = {}): Work & { disk: Disk } {
  const disk = new Disk(1);
  disk.folder("/work");
  for (const [path, content] of Object.entries(files)) put(disk, `/work/${path}`, content);
  return { ...workIn("/work", treeOf(disk), more), disk };
}

/** Somebody writes a file. */
export function put(disk: Disk, path: string, content: string | Uint8Array): void {
  disk.folder(dirname(path));
  disk.write(path, Buffer.from(content));
}

/** Files by their paths from a new directory, which is gone with the test. `outside` is beside the working directory. */
export function onDisk(
  files: Readonly<Record<string, string | Uint8Array>>,
  more: More = {},
): Work & { outside: string } {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "files-")));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const [directory, outside] = [join(root, "work"), join(root, "outside")];
  for (const one of [directory, outside]) mkdirSync(one);
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    writeFileSync(join(directory, path), content);
  }
  return { ...workIn(directory, nodeTree, more), outside };
}
