import { pino } from "pino";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { watchParts } from "./watch-parts.ts";

// Failing to record changes nothing for the process itself.
const db = { withoutTenant: () => Promise.reject(new Error("The database is away")) };
const log = pino({ level: "silent" });
const never = new Promise<void>(() => undefined);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("a part has the result of its last check, and is stuck after a check of five minutes", async () => {
  const watch = watchParts({ db, log });
  let looks = 0;
  const check = async () => {
    looks += 1;
    if (looks === 2) throw new Error("It does not work");
    if (looks === 4) await never;
  };
  watch.add({ part: "worker", everyMs: 30_000, check });
  const seen = () => watch.seen()[0];
  expect(seen()).toEqual({ part: "worker", works: false, isStuck: false });
  await vi.advanceTimersByTimeAsync(1);
  expect(seen()).toMatchObject({ works: true });
  await vi.advanceTimersByTimeAsync(30_000);
  expect(seen()).toMatchObject({ works: false });
  await vi.advanceTimersByTimeAsync(30_000);
  expect(seen()).toMatchObject({ works: true });
  await vi.advanceTimersByTimeAsync(30_000 + 4 * 60_000);
  expect(seen()).toEqual({ part: "worker", works: true, isStuck: false });
  await vi.advanceTimersByTimeAsync(2 * 60_000);
  expect(seen()).toMatchObject({ isStuck: true });
});
