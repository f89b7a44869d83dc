import { expect, test } from "vitest";
import { PendingReadings, type Reading } from "./pending-readings.ts";
import type { ReadMail } from "./read-mail.ts";

const reading = (folder: string): Reading => ({ mail: {} as ReadMail, raw: "", folder });
const never = () => new Promise<Reading>(() => undefined);
const ann = { store: "A", sender: "ann" };

test("reads a slow mail once, however often it is asked for", async () => {
  const readings = new PendingReadings(async () => undefined, 5);
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

test("reports a failure once, and begins again when asked again", async () => {
  const readings = new PendingReadings(async () => undefined, 1_000);
  await expect(readings.of("1", ann, () => Promise.reject(new Error("No")))).rejects.toThrow("No");
  expect(await readings.of("1", ann, async () => reading("two"))).toEqual(reading("two"));
});

test("leaves room for the store's other senders and for other stores when many are slow", async () => {
  const readings = new PendingReadings(async () => undefined, 1);
  const ask = (id: string, store: string, sender: string) => readings.of(id, { store, sender }, never);
  const hostile: string[] = [];
  for (let at = 0; at < 12; at += 1) hostile.push(String(await ask(`x${at}`, "A", "robot")));
  expect(hostile).toEqual([...Array(8).fill("reading"), ...Array(4).fill("full")]);
  expect(await ask("y", "A", "ann")).toBe("reading");
  for (let at = 0; at < 40; at += 1) await ask(`z${at}`, "A", `robot${at}`);
  expect(await ask("w", "A", "bob")).toBe("full");
  expect(await ask("v", "B", "bob")).toBe("reading");
});

test("calls those without a place in order as others leave", async () => {
  const readings = new PendingReadings(async () => undefined, 1);
  const begun = new Map<string, PromiseWithResolvers<Reading>>();
  const called: string[] = [];
  const ask = async (id: string, sender: string) => {
    const whose = { store: "A", sender };
    const read = () => {
      const one = Promise.withResolvers<Reading>();
      begun.set(id, one);
      return one.promise;
    };
    const found = await readings.of(id, whose, read);
    if (found === "full") readings.callWhenRoom(id, whose, () => called.push(id));
    return found;
  };
  const leave = async (id: string, sender: string) => {
    begun.get(id)?.resolve(reading(id));
    expect(await ask(id, sender)).toEqual(reading(id));
  };
  for (let at = 0; at < 8; at += 1) expect(await ask(`x${at}`, "robot")).toBe("reading");
  for (let at = 8; at < 13; at += 1) expect(await ask(`x${at}`, "robot")).toBe("full");
  for (let at = 0; at < 24; at += 1) await ask(`y${at}`, `other${at}`);
  expect(await ask("ann", "ann")).toBe("full");
  expect(called).toEqual([]);

  // The store has room for another sender than the robot.
  await leave("y0", "other0");
  expect(called).toEqual(["ann"]);
  await leave("x0", "robot");
  expect(called).toEqual(["ann", "x8", "x9"]);
  expect(await ask("x8", "robot")).toBe("reading");
  // A mail that finds no room again goes last, and one that came by itself is not called again.
  expect(await ask("x9", "robot")).toBe("full");
  await leave("x1", "robot");
  expect(called).toEqual(["ann", "x8", "x9", "x10", "x11"]);
  expect(await ask("x12", "robot")).toBe("reading");
  await leave("x2", "robot");
  expect(called).toEqual(["ann", "x8", "x9", "x10", "x11", "x9"]);
});

test("lets finished readings that nobody fetches make room", async () => {
  const discarded: string[] = [];
  const readings = new PendingReadings(async (folder) => void discarded.push(folder), 1);
  const begun: PromiseWithResolvers<Reading>[] = [];
  const ask = (number: number) =>
    readings.of(`x${number}`, { store: "A", sender: `s${number}` }, () => {
      begun.push(Promise.withResolvers<Reading>());
      return begun[number]?.promise ?? never();
    });
  for (let at = 0; at < 256; at += 1) {
    expect(await ask(at)).toBe("reading");
    begun[at]?.resolve(reading(`x${at}`));
  }
  expect(discarded).toEqual([]);
  expect(await ask(256)).toBe("reading");
  expect(discarded).toEqual(["x0"]);
  expect(await ask(255)).toEqual(reading("x255"));
});

test("calls a mail at once if there is room when it begins to wait", async () => {
  const readings = new PendingReadings(async () => undefined, 1);
  let calls = 0;
  readings.callWhenRoom("1", ann, () => {
    calls += 1;
  });
  expect(calls).toBe(1);
});
