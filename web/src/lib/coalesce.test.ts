import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { coalesce } from "./coalesce.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test("does the first at once and a burst together, each once", () => {
  const runs: string[][] = [];
  const ask = coalesce<string>((items) => runs.push([...items]), 500);
  for (const item of ["a", "b", "b", "c"]) ask(item);
  expect(runs).toEqual([["a"]]);
  vi.advanceTimersByTime(500);
  expect(runs).toEqual([["a"], ["b", "c"]]);
});

test("is quick again after a pause", () => {
  const runs: string[][] = [];
  const ask = coalesce<string>((items) => runs.push([...items]), 500);
  ask("a");
  vi.advanceTimersByTime(1000);
  ask("b");
  expect(runs).toEqual([["a"], ["b"]]);
});
