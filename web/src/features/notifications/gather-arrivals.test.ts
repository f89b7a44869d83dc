import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Burst, gatherArrivals } from "./gather-arrivals.ts";

let told: Burst[];
let seen: boolean;
let arrive: (id: string) => void;
beforeEach(() => {
  vi.useFakeTimers();
  told = [];
  seen = true;
  const add = gatherArrivals({ tell: (burst) => told.push(burst), isSeen: () => seen });
  arrive = (id) => add({ id, type: "new_ticket", ticketId: id });
});
afterEach(() => {
  vi.useRealTimers();
});

const shown = () => told.map(({ id, all }) => [id, all.length]);

test("one alone is told after a moment", () => {
  arrive("a");
  expect(told).toEqual([]);
  vi.advanceTimersByTime(250);
  expect(shown()).toEqual([["burst-1", 1]]);
  vi.advanceTimersByTime(10_000);
  expect(told).toHaveLength(1);
});

test("200 in two seconds are one burst, told at once and then once a second as it grows", () => {
  for (let index = 0; index < 200; index++) {
    arrive(`n${index}`);
    vi.advanceTimersByTime(10);
  }
  vi.advanceTimersByTime(1_000);
  expect(new Set(told.map(({ id }) => id))).toEqual(new Set(["burst-1"]));
  expect(told.length).toBeLessThanOrEqual(4);
  expect(told.at(-1)?.all).toHaveLength(200);
});

test("what comes more than a second later is told by itself, unless a burst of several can still be seen", () => {
  arrive("a");
  vi.advanceTimersByTime(1_500);
  arrive("b");
  arrive("c");
  vi.advanceTimersByTime(3_000);
  arrive("d");
  vi.advanceTimersByTime(3_000);
  seen = false;
  arrive("e");
  vi.advanceTimersByTime(3_000);
  expect(shown()).toEqual([
    ["burst-1", 1],
    ["burst-2", 2],
    ["burst-2", 3],
    ["burst-3", 1],
  ]);
});

test("a burst that was closed while it grew begins again at one", () => {
  arrive("a");
  arrive("b");
  vi.advanceTimersByTime(250);
  seen = false;
  arrive("c");
  vi.advanceTimersByTime(1_000);
  expect(shown()).toEqual([
    ["burst-1", 2],
    ["burst-2", 1],
  ]);
});

test("the same one told twice counts once", () => {
  arrive("a");
  arrive("a");
  vi.advanceTimersByTime(1_000);
  expect(shown()).toEqual([["burst-1", 1]]);
});
