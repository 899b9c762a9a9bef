/** One connection that is kept, and a request at a time on it, with as little work as can be. */
import { connect } from "node:net";
import { TOKEN } from "./token.js";

const HEAD_END = Buffer.from("\r\n\r\n");

/** `call` gets the path, `send` sends a body to another one; both resolve with the status and the body. */
export async function callerOf(port, path, token = TOKEN) {
  const socket = connect({ port, host: "127.0.0.1", noDelay: true });
  const about = `host: 127.0.0.1:${port}\r\nauthorization: Bearer ${token}\r\n`;
  const request = `GET ${path} HTTP/1.1\r\n${about}\r\n`;
  let answered = () => {};
  let bytes = Buffer.alloc(0);
  socket.on("data", (chunk) => {
    bytes = bytes.length === 0 ? chunk : Buffer.concat([bytes, chunk]);
    const end = bytes.indexOf(HEAD_END);
    if (end === -1) return;
    const head = bytes.latin1Slice(0, end);
    const [, length] = /content-length: (\d+)/i.exec(head);
    if (bytes.length < end + HEAD_END.length + Number(length)) return;
    const answer = { status: Number(head.slice(9, 12)), body: bytes.subarray(end + HEAD_END.length) };
    bytes = Buffer.alloc(0);
    answered(answer);
  });
  await new Promise((resolve, reject) => socket.once("connect", resolve).once("error", reject));
  const asked = (text) =>
    new Promise((resolve) => {
      answered = resolve;
      socket.write(text);
    });
  return {
    call: () => asked(request),
    send: (method, to, body) =>
      asked(`${method} ${to} HTTP/1.1\r\n${about}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`),
    close: () => socket.destroy(),
  };
}
