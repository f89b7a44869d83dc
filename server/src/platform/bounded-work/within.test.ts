import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";
import { orNull, within } from "./within.ts";

/** Blocks this process, like a suspended machine. */
function suspend(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

test("accepts what arrived while the process was suspended", async () => {
  const answer = within(60_000, "The answer", once(spawn("true"), "close"));
  suspend(3_000);
  expect(await answer).toEqual([0, null]);
});

test("gives up with an error that names what did not come", async () => {
  const never = new Promise(() => undefined);
  await expect(within(20, "The relay", never)).rejects.toThrow("The relay did not end in time");
  const late = within(20, "The relay", never);
  suspend(200);
  await expect(late).rejects.toThrow("The relay did not end in time");
});

test("returns a result in time, passes on an error, and returns null when late", async () => {
  expect(await orNull(60_000, Promise.resolve("read"))).toBe("read");
  await expect(orNull(60_000, Promise.reject(new Error("broken")))).rejects.toThrow("broken");
  expect(await orNull(0, new Promise(() => undefined))).toBeNull();
});
