import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Burst, gatherArrivals } from "./gather-arrivals.ts";

let bursts: Burst[];
let isVisible: boolean;
let arrive: (id: string) => void;
beforeEach(() => {
  vi.useFakeTimers();
  bursts = [];
  isVisible = true;
  const add = gatherArrivals({ show: async (burst) => void bursts.push(burst), isSeen: () => isVisible });
  arrive = (id) => add({ id, type: "new_ticket", ticketId: id });
});
afterEach(() => {
  vi.useRealTimers();
});

const counts = () => bursts.map(({ id, all }) => [id, all.length]);

test("shows a single notification after a moment", async () => {
  arrive("a");
  expect(bursts).toEqual([]);
  await vi.advanceTimersByTimeAsync(250);
  expect(counts()).toEqual([["burst-1", 1]]);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(bursts).toHaveLength(1);
});

test("shows 200 within two seconds as one burst, at once and then once a second as it grows", async () => {
  for (let index = 0; index < 200; index++) {
    arrive(`n${index}`);
    await vi.advanceTimersByTimeAsync(10);
  }
  await vi.advanceTimersByTimeAsync(1_000);
  expect(new Set(bursts.map(({ id }) => id))).toEqual(new Set(["burst-1"]));
  expect(bursts.length).toBeLessThanOrEqual(4);
  expect(bursts.at(-1)?.all).toHaveLength(200);
});

test("shows one that comes over a second later by itself, unless a burst of several is still visible", async () => {
  arrive("a");
  await vi.advanceTimersByTimeAsync(1_500);
  arrive("b");
  arrive("c");
  await vi.advanceTimersByTimeAsync(3_000);
  arrive("d");
  await vi.advanceTimersByTimeAsync(3_000);
  isVisible = false;
  arrive("e");
  await vi.advanceTimersByTimeAsync(3_000);
  expect(counts()).toEqual([
    ["burst-1", 1],
    ["burst-2", 2],
    ["burst-2", 3],
    ["burst-3", 1],
  ]);
});

test("starts a new burst at one after the growing one was closed", async () => {
  arrive("a");
  arrive("b");
  await vi.advanceTimersByTimeAsync(250);
  isVisible = false;
  arrive("c");
  await vi.advanceTimersByTimeAsync(1_000);
  expect(counts()).toEqual([
    ["burst-1", 2],
    ["burst-2", 1],
  ]);
});

test("counts a repeated notification once", async () => {
  arrive("a");
  arrive("a");
  await vi.advanceTimersByTimeAsync(1_000);
  expect(counts()).toEqual([["burst-1", 1]]);
});

test("adds notifications that come while a burst is being shown, and shows them after it", async () => {
  let finish = () => {};
  const slow: number[] = [];
  const add = gatherArrivals({
    show: ({ all }) => {
      slow.push(all.length);
      return new Promise((resolve) => {
        finish = resolve;
      });
    },
    isSeen: () => slow.length > 1,
  });
  add({ id: "a", type: "new_ticket", ticketId: "a" });
  await vi.advanceTimersByTimeAsync(2_000);
  add({ id: "b", type: "new_ticket", ticketId: "b" });
  await vi.advanceTimersByTimeAsync(2_000);
  expect(slow).toEqual([1]);
  finish();
  await vi.advanceTimersByTimeAsync(0);
  expect(slow).toEqual([1, 2]);
});
