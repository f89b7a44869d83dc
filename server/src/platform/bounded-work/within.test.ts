import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";
import { orNull, within } from "./within.ts";

/** Lets nothing else happen in this process, as when its machine is halted. */
function standStill(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

test("what came while the process stood still came in time", async () => {
  const answer = within(60_000, "The answer", once(spawn("true"), "close"));
  standStill(3_000);
  expect(await answer).toEqual([0, null]);
});

test("what does not come is given up, by its name", async () => {
  const never = new Promise(() => undefined);
  await expect(within(20, "The relay", never)).rejects.toThrow("The relay did not end in time");
  const late = within(20, "The relay", never);
  standStill(200);
  await expect(late).rejects.toThrow("The relay did not end in time");
});

test("what comes in time is given, what fails fails, and what does not come is null", async () => {
  expect(await orNull(60_000, Promise.resolve("read"))).toBe("read");
  await expect(orNull(60_000, Promise.reject(new Error("broken")))).rejects.toThrow("broken");
  expect(await orNull(0, new Promise(() => undefined))).toBeNull();
});
