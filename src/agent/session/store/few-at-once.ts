/** The results of many calls, of which a few run at once: each of them may hold files open. */

const MOST = 32;

/** The results, in the order of the values. Rejects with the first failure. */
export async function fewAtOnce<Value, Result>(
  values: readonly Value[],
  run: (value: Value, index: number) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  const waiting = values.entries();
  const work = async (): Promise<void> => {
    for (const [index, value] of waiting) results[index] = await run(value, index);
  };
  await Promise.all(Array.from({ length: MOST }, work));
  return results;
}
