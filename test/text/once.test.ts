/** Work that is done once: whether it is, and that one object's answer is never another's. */
import { expect, test } from "vitest";
import { once, oncePer, remembered } from "../../src/text/once.js";

test("what is asked for again is not done again, and nothing is done before", () => {
  let count = 0;
  const work = once(() => {
    count += 1;
    return undefined;
  });
  expect(count).toBe(0);
  expect([work(), work(), count]).toEqual([undefined, undefined, 1]);
});

test("for each object once, also for two that are alike", () => {
  const done: object[] = [];
  const [first, second] = [{ value: 1 }, { value: 1 }];
  const work = oncePer((key: object) => [done.push(key)]);
  expect([first, second, first, second].map(work)).toEqual([[1], [2], [1], [2]]);
  expect(work(first)).toBe(work(first));
});

test("a copy of an object is another one", () => {
  const work = oncePer((key: { readonly value: number }) => key.value);
  const key = { value: 1 };
  expect([work(key), work({ ...key, value: 2 }), Object.keys(key)]).toEqual([1, 2, ["value"]]);
  const list = oncePer((keys: readonly number[]) => keys.length);
  expect([list([1]), JSON.stringify(key)]).toEqual([1, '{"value":1}']);
});

test("nothing is written into the object, which may be frozen", () => {
  const key = Object.freeze({ value: 1 });
  expect([oncePer((one: typeof key) => one.value)(key), Reflect.ownKeys(key)]).toEqual([1, ["value"]]);
});

test("undefined is an answer as well", () => {
  let count = 0;
  const work = oncePer((_: object) => {
    count += 1;
    return undefined;
  });
  const key = {};
  expect([work(key), work(key), count]).toEqual([undefined, undefined, 1]);
});

test("a text is answered once while there is little to remember, and rightly however much there is", () => {
  const asked: string[] = [];
  const work = remembered((text) => {
    asked.push(text);
    return text.length;
  });
  expect([work("a"), work("a"), asked.length]).toEqual([1, 1, 1]);
  const long = "x".repeat(501);
  expect([work(long), work(long), asked.length]).toEqual([501, 501, 3]);
  for (let n = 0; n < 2000; n += 1) expect(work(`${n}`)).toBe(`${n}`.length);
});
