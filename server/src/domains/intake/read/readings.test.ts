import { expect, test } from "vitest";
import type { ReadMail } from "./read-mail.ts";
import { type Reading, Readings } from "./readings.ts";

const reading = (folder: string): Reading => ({ mail: {} as ReadMail, raw: "", folder });
const never = () => new Promise<Reading>(() => undefined);
const ann = { store: "A", sender: "ann" };

test("a mail that takes long is read once, however often it is asked for", async () => {
  const readings = new Readings(async () => undefined, 5);
  const begun = Promise.withResolvers<Reading>();
  let times = 0;
  const read = () => {
    times += 1;
    return begun.promise;
  };
  expect(await readings.of("1", ann, read)).toBe("reading");
  expect(await readings.of("1", ann, read)).toBe("reading");
  begun.resolve(reading("one"));
  expect(await readings.of("1", ann, read)).toEqual(reading("one"));
  expect(times).toBe(1);
});

test("a failure is told once, and the next asking begins anew", async () => {
  const readings = new Readings(async () => undefined, 1_000);
  await expect(readings.of("1", ann, () => Promise.reject(new Error("No")))).rejects.toThrow("No");
  expect(await readings.of("1", ann, async () => reading("two"))).toEqual(reading("two"));
});

test("many that take long leave room for their store's other senders, and for other stores", async () => {
  const readings = new Readings(async () => undefined, 1);
  const ask = (id: string, store: string, sender: string) => readings.of(id, { store, sender }, never);
  const hostile: string[] = [];
  for (let at = 0; at < 12; at += 1) hostile.push(String(await ask(`x${at}`, "A", "robot")));
  expect(hostile).toEqual([...Array(8).fill("reading"), ...Array(4).fill("full")]);
  expect(await ask("y", "A", "ann")).toBe("reading");
  for (let at = 0; at < 40; at += 1) await ask(`z${at}`, "A", `robot${at}`);
  expect(await ask("w", "A", "bob")).toBe("full");
  expect(await ask("v", "B", "bob")).toBe("reading");
});
