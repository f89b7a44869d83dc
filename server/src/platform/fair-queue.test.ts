import { expect, test } from "vitest";
import { FairQueue } from "./fair-queue.ts";

/** Things named by their group, their member and a number, "A/x1"; a large one ends in "!", a late one in "~". */
function queueOf(servers: number, ...names: string[]) {
  const queue = new FairQueue<string>(servers);
  for (const name of names) {
    const [, group = "", member = ""] = /^(\w)\/(\w)/.exec(name) ?? [];
    queue.add(name, { group, member }, name.endsWith("~"));
  }
  const take = (most = 1) => queue.take(most, (name) => !name.endsWith("!"));
  const takeAll = () => {
    const order: string[] = [];
    for (let taken = take(); taken; taken = take()) {
      order.push(...taken.items);
      taken.end();
    }
    return order;
  };
  return { take, takeAll };
}

test("groups take turns, and in each its members", () => {
  const { takeAll } = queueOf(1, "A/x1", "A/x2", "A/x3", "A/y1", "B/z1", "B/z2");
  expect(takeAll()).toEqual(["A/x1", "B/z1", "A/y1", "B/z2", "A/x2", "A/x3"]);
});

test("what is late comes behind all that is not", () => {
  const { takeAll } = queueOf(1, "A/x1~", "B/y1~", "A/x2", "A/x3");
  expect(takeAll()).toEqual(["A/x2", "A/x3", "A/x1~", "B/y1~"]);
});

test("of several who serve one is left by each group, each member and what is late", () => {
  const group = queueOf(2, "A/x1", "A/y1", "B/z1");
  expect([group.take(), group.take(), group.take()].map((taken) => taken?.items)).toEqual([
    ["A/x1"],
    ["B/z1"],
    undefined,
  ]);
  const member = queueOf(2, "A/x1", "B/x1", "B/y1");
  expect([member.take(), member.take()].map((taken) => taken?.items)).toEqual([["A/x1"], ["B/y1"]]);
  const late = queueOf(2, "A/x1~", "B/y1~");
  const first = late.take();
  expect([first?.items, late.take()]).toEqual([["A/x1~"], null]);
  first?.end();
  expect(late.take()?.items).toEqual(["B/y1~"]);
});

test("small ones of a group go together, a large one by itself", () => {
  const { take } = queueOf(4, "A/x1", "A/x2", "A/y1", "A/z1!", "A/x3", "B/z1");
  expect(take(4)?.items).toEqual(["A/x1", "A/y1", "A/x2", "A/x3"]);
  expect(take(4)?.items).toEqual(["B/z1"]);
  expect(take(4)?.items).toEqual(["A/z1!"]);
});

test("ten thousand of one hold nobody up, and are taken in time that grows with their number", () => {
  const names = Array.from({ length: 10_000 }, (_, at) => `A/x${at}`);
  const { takeAll } = queueOf(2, ...names, "B/y1");
  const order = takeAll();
  expect(order.indexOf("B/y1")).toBe(1);
  expect(order).toHaveLength(10_001);
});
