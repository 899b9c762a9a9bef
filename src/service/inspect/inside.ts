/** Paths among other paths: inside of one of them, or around one. The answers take no longer for many paths. */
import { type Path, toPointer } from "../../text/path.js";

export type IsAmong = (path: Path) => boolean;

/** Whether a path is one of some paths or inside of one. */
export function insideOf(paths: readonly Path[]): IsAmong {
  const pointers = new Set(paths.map(toPointer));
  return (path) => pointers.size > 0 && path.some((_, index) => pointers.has(toPointer(path.slice(0, index + 1))));
}

/** Whether one of some paths is inside of a path. */
export function aroundOf(paths: readonly Path[]): IsAmong {
  const pointers = new Set(paths.flatMap((path) => path.map((_, index) => toPointer(path.slice(0, index)))));
  return (path) => pointers.size > 0 && pointers.has(toPointer(path));
}
