/** A correlated prompt over connections that break and processes that end: it runs once, or the client is told that nothing ran (C102, C117). */
import { expect, test } from "vitest";
import type {
  ClientOperationResultV1,
  HistoryItem,
  ProtocolError,
  SyncSnapshot,
} from "../../src/generated/protocol/types.js";
import { cases, some } from "../cases.js";
import { single } from "../model/asking.js";
import { modelServer, saying } from "../model/server.js";
import { Disk } from "../ports/disk.js";
import { type Bench, running, settled } from "./bench.js";
import { contextOf, operationId } from "./operation.js";
import { AUTHORIZED, call, Wire, wired } from "./wire.js";

const prompts = (items: readonly HistoryItem[]): readonly (string | undefined)[] =>
  items.filter(({ kind }) => kind === "user_message").map(({ text }) => text);

/** Resolves after so many rounds of the event loop. */
async function rounds(count: number): Promise<void> {
  for (let round = 0; round < count; round += 1) await new Promise<void>((resolve) => setImmediate(resolve));
}

const TENTHS = Array.from({ length: 10 }, (_, tenth) => tenth);

test.each(TENTHS)(
  "C102 a connection that is cut anywhere, and the prompt sent again until it is done: one run each (%d)",
  async (tenth) => {
    const server = await modelServer(saying("ok"));
    const { url, port } = await wired({ config: single(`${server.url}/v1`) });
    const count = cases(100);
    for (let each = 0; each < count; each += 1) {
      const { daemon_epoch, operation_window } = JSON.parse((await call(url, "/sync")).text) as SyncSnapshot;
      const window = operation_window?.window;
      const context = { daemon_epoch, window, operation: operationId() };
      const body = JSON.stringify({ content: `number ${each}`, operation_context: context });
      const head = `POST /prompt HTTP/1.1\r\n${AUTHORIZED}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n`;
      const whole = head + body;
      // Half of the cases end within the request, the others while it is being answered.
      const isWithin = tenth % 2 === 0;
      const wire = new Wire(port);
      await wire.write(
        isWithin ? whole.slice(0, Math.floor((whole.length * (each * 10 + tenth)) / (count * 10))) : whole,
      );
      await rounds(isWithin ? 1 : (each * 5 + tenth) % 60);
      wire.socket.destroy();
      for (;;) {
        const { status, text } = await call(url, "/prompt", { method: "POST", body });
        if (status === 200) expect(JSON.parse(text)).toMatchObject({ status: "completed" });
        else expect(status, text).toBe(202);
        if (status === 200) break;
        await rounds(1);
      }
      expect(server.asked).toHaveLength(each + 1);
    }
  },
);

async function idle(bench: Bench): Promise<void> {
  while ((await bench.sync()).busy) await settled(1);
}

test("C117 the process ends at each operation of the disk: the model was asked once at most, and the next daemon knows", async () => {
  const numbers = Array.from({ length: 24 }, (_, each) => each + 1);
  for (const fate of ["end-before", "end-within", "end-after"] as const)
    for (const number of some(numbers)) {
      const disk = new Disk(number);
      const server = await modelServer(saying("ok"));
      const bench = await running({ disk, config: single(`${server.url}/v1`) });
      const context = await contextOf(bench);
      let seen = 0;
      disk.decide = () => {
        seen += 1;
        return seen >= number ? fate : undefined;
      };
      const sent = bench.send("/prompt", {
        ...{ method: "POST", body: JSON.stringify({ content: "once", operation_context: context }) },
      });
      await settled(40);
      disk.crash();
      const again = await bench.again();
      const answer = await again.get(`/operations/${context.window}/${context.operation}`);
      const before = server.asked.length;
      const known = prompts(await again.history());
      expect(before).toBeLessThanOrEqual(1);
      if (answer.status === 404) {
        // Nothing ran, and nobody was told that it did.
        expect([answer.json<ProtocolError>().code, before, known]).toEqual(["not_found", 0, []]);
        expect(sent.status).not.toBe(202);
      } else {
        const { status, error } = answer.json<ClientOperationResultV1>();
        expect(known).toEqual(["once"]);
        if (seen < number) expect(status).toBe("completed");
        if (status === "completed") expect(await again.history()).toHaveLength(2);
        else expect([status, error?.code]).toEqual(["failed", "interrupted"]);
      }
      const next = await contextOf(again);
      await again.post("/prompt", { content: "next", operation_context: next });
      await idle(again);
      expect([server.asked.length, prompts(await again.history())]).toEqual([before + 1, [...known, "next"]]);
      await again.daemon.stop("terminate");
    }
});
