import { expect, test } from "vitest";
import { Gathering } from "./gather.ts";

/** Work that ends when the test says so, and records its items. */
function slowWork(options: { most: number; atOnce: number }) {
  const batches: string[] = [];
  const ends: (() => void)[] = [];
  const gathering = new Gathering<string, string>(async (key, items) => {
    batches.push(`${key}: ${items.join(" ")}`);
    await new Promise<void>((resolve) => ends.push(resolve));
    if (items.includes("bad")) throw new RangeError(`${key} is bad`);
    return items.map((item) => item.toUpperCase());
  }, options);
  const endNext = async () => {
    await expect.poll(() => ends.length).toBeGreaterThan(0);
    ends.shift()?.();
  };
  return { gathering, batches, endNext };
}

test("batches a key's items in order while its last batch runs, up to the limit", async () => {
  const { gathering, batches, endNext } = slowWork({ most: 3, atOnce: 1 });
  const first = gathering.add("a", "one");
  await expect.poll(() => batches).toEqual(["a: one"]);
  const others = ["two", "three", "four", "five"].map((item) => gathering.add("a", item));
  for (let time = 0; time < 3; time += 1) await endNext();
  expect(await Promise.all([first, ...others])).toEqual(["ONE", "TWO", "THREE", "FOUR", "FIVE"]);
  expect(batches).toEqual(["a: one", "a: two three four", "a: five"]);
});

test("runs keys concurrently up to the limit, and a busy key lets others take their turn", async () => {
  const { gathering, batches, endNext } = slowWork({ most: 1, atOnce: 2 });
  const all = ["a", "a", "b", "c"].map((key, at) => gathering.add(key, `${at}`));
  await expect.poll(() => batches).toEqual(["a: 0", "b: 2"]);
  for (let time = 0; time < 4; time += 1) await endNext();
  expect(await Promise.all(all)).toEqual(["0", "1", "2", "3"]);
  expect(batches.slice(2)).toEqual(["c: 3", "a: 1"]);
});

test("an error rejects all items of its batch and no others", async () => {
  const { gathering, batches, endNext } = slowWork({ most: 8, atOnce: 1 });
  const first = gathering.add("a", "one");
  await expect.poll(() => batches.length).toBe(1);
  const together = Promise.allSettled([gathering.add("a", "bad"), gathering.add("a", "two")]);
  for (let time = 0; time < 2; time += 1) await endNext();
  expect((await together).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(await first).toBe("ONE");
  const later = gathering.add("a", "three");
  await endNext();
  expect(await later).toBe("THREE");
});
