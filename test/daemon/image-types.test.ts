/** The types of images, by the names that people and programs write (P-S65). */
import { expect, test } from "vitest";
import { single } from "../model/asking.js";
import { modelServer, saying } from "../model/server.js";
import { running } from "./bench.js";

test.each([
  ["image/jpg", "image/jpeg"],
  ["IMAGE/JPG", "image/jpeg"],
  ["image/jpg; q=1", "image/jpeg"],
  ["image/pjpeg", "image/jpeg"],
  ["image/x-png", "image/png"],
  ["image/webp", "image/webp"],
  ["image/bmp", undefined],
  ["image/constructor", undefined],
])("%s is sent as %s", async (written, sent) => {
  const server = await modelServer(saying("ok"));
  const bench = await running({ config: single(`${server.url}/v1`, "", "supports_vision: true") });
  const attachments = [{ media_type: written, data_base64: Buffer.alloc(20, "\x89PNG", "latin1").toString("base64") }];
  await bench.turn("look", { attachments });
  const [, type] = /data:([^;]+);base64,/.exec(server.asked[0]?.body ?? "") ?? [];
  expect(type).toBe(sent);
  if (sent === undefined) expect(server.asked[0]?.body).toContain("[attachment: ");
});
