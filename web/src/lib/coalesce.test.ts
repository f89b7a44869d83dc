import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { coalesce } from "./coalesce.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test("does the first of each at once and the rest of a burst together", async () => {
  const runs: string[] = [];
  const ask = coalesce<string>(async (item) => runs.push(item), 500);
  for (const item of ["a", "b", "b", "a", "b"]) ask(item);
  expect(runs).toEqual(["a", "b"]);
  await vi.advanceTimersByTimeAsync(500);
  expect(runs).toEqual(["a", "b", "a", "b"]);
  await vi.advanceTimersByTimeAsync(5000);
  expect(runs).toHaveLength(4);
});

test("is quick again after a pause, also when a run failed", async () => {
  const runs: string[] = [];
  const ask = coalesce<string>(async (item) => {
    runs.push(item);
    throw new Error("lost");
  }, 500);
  ask("a");
  await vi.advanceTimersByTimeAsync(500);
  ask("a");
  expect(runs).toEqual(["a", "a"]);
});

test("waits for a slow run to end, and forgets nothing that was asked for meanwhile", async () => {
  let running = 0;
  let runs = 0;
  const end = Promise.withResolvers<void>();
  const ask = coalesce<string>(async () => {
    runs++;
    expect(++running).toBe(1);
    await end.promise;
    running--;
  }, 500);
  for (let n = 0; n < 25; n++) {
    ask("a");
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(runs).toBe(1);
  end.resolve();
  await vi.advanceTimersByTimeAsync(600);
  expect(runs).toBe(2);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(runs).toBe(2);
});
