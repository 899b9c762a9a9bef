/** The records that all servers send: pieces of text of about 430 bytes of JSON, numbered by `offset`, with the moment at which each was made. */

const FILLING = "the quick brown fox jumps over the lazy dog, and 日本 over 12 more; ".repeat(4).slice(0, 150);

/** What is announced; ours makes a record of it. Nanoseconds of a clock that all processes of a machine share. */
export function bodyOf(number) {
  const text = `${process.hrtime.bigint()} ${FILLING}`;
  return { kind: "item_delta", item_id: "5f0c6e3a9b1d4c2e8f7a6b5c", offset: number, text };
}

const EPOCH = "0123456789abcdef0123456789abcdef";
const CURSOR = "AQEAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

/** The same as a whole record, for servers that know nothing of cursors. */
export function recordOf(number) {
  const { kind, ...rest } = bodyOf(number);
  const at = new Date().toISOString();
  return JSON.stringify({ version: 1, kind, daemon_epoch: EPOCH, cursor: CURSOR, at, ...rest });
}
