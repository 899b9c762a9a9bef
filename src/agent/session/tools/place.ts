/** Directories and the paths in them, both without links. */

export function isWithin(directory: string, path: string): boolean {
  if (path === directory) return true;
  const separator = directory.includes("\\") ? "\\" : "/";
  return path.startsWith(directory.endsWith(separator) ? directory : `${directory}${separator}`);
}
