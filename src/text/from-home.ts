/** A path as a person writes it: `~/notes` where it is in the home directory. */
export function fromHome(path: string, home: string | undefined): string {
  const isBelow = home !== undefined && home !== "/" && `${path}/`.startsWith(`${home}/`);
  return isBelow ? `~${path.slice(home.length)}` : path;
}
