/** Scopes as servers name them (RFC 6749, 3.3): a text that is no scope is left out, because it is shown and sent. */
const SCOPE = /^[!#-[\]-~]{1,200}$/;
const MOST = 64;

/** Each scope of a list once. */
export function scopesIn(list: string | undefined): readonly string[] {
  return [...new Set(list?.split(" ").filter((one) => SCOPE.test(one)))].slice(0, MOST);
}
