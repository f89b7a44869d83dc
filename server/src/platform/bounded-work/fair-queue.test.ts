import { expect, test } from "vitest";
import { allButOne, FairPlaces, FairQueue, type Leave } from "./fair-queue.ts";

/** Adds items named by group, member and number, "A/x1"; a large one ends in "!", a late one in "~". */
function queueOf(servers: number, ...names: string[]) {
  const queue = new FairQueue<string>(allButOne(servers));
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

test("groups take turns, and so do a group's members", () => {
  const { takeAll } = queueOf(1, "A/x1", "A/x2", "A/x3", "A/y1", "B/z1", "B/z2");
  expect(takeAll()).toEqual(["A/x1", "B/z1", "A/y1", "B/z2", "A/x2", "A/x3"]);
});

test("late items come after all others", () => {
  const { takeAll } = queueOf(1, "A/x1~", "B/y1~", "A/x2", "A/x3");
  expect(takeAll()).toEqual(["A/x2", "A/x3", "A/x1~", "B/y1~"]);
});

test("each group, each member and all late items leave one of several workers free", () => {
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

test("a group's small items go together, a large one alone", () => {
  const { take } = queueOf(4, "A/x1", "A/x2", "A/y1", "A/z1!", "A/x3", "B/z1");
  expect(take(4)?.items).toEqual(["A/x1", "A/y1", "A/x2", "A/x3"]);
  expect(take(4)?.items).toEqual(["B/z1"]);
  expect(take(4)?.items).toEqual(["A/z1!"]);
});

test("ten thousand items of one member delay nobody, and are taken in linear time", () => {
  const names = Array.from({ length: 10_000 }, (_, at) => `A/x${at}`);
  const { takeAll } = queueOf(2, ...names, "B/y1");
  const order = takeAll();
  expect(order.indexOf("B/y1")).toBe(1);
  expect(order).toHaveLength(10_001);
});

const long = 60_000;

function placesOf(most: { group: number; member: number }) {
  const places = new FairPlaces(most);
  const order: string[] = [];
  /** Enters as a group's member, "A/x"; resolves with the function to leave. */
  const enter = (name: string, patienceMs = long): Promise<Leave | null> => {
    const [group = "", member = ""] = name.split("/");
    return places.enter({ group, member: `${group}/${member}` }, patienceMs).then((leave) => {
      if (leave) order.push(name);
      return leave;
    });
  };
  return { enter, order };
}

/** Resolves after all settled promises were handled. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

test("limits the places of a member and of a group, separately for each group", async () => {
  const { enter, order } = placesOf({ group: 3, member: 2 });
  for (const name of ["A/x", "A/x", "A/x", "A/y", "A/z", "B/u"]) void enter(name);
  await settled();
  expect(order).toEqual(["A/x", "A/x", "A/y", "B/u"]);
});

test("waiting members take turns, however many waiters each has", async () => {
  const { enter, order } = placesOf({ group: 1, member: 1 });
  const first = await enter("A/x");
  const waiting = ["A/x", "A/x", "A/y"].map(async (name) => (await enter(name))?.());
  first?.();
  await Promise.all(waiting);
  expect(order).toEqual(["A/x", "A/x", "A/y", "A/x"]);
});

test("gives up after the patience, and takes no place from others afterwards", async () => {
  const { enter, order } = placesOf({ group: 1, member: 1 });
  const first = await enter("A/x");
  expect(await enter("A/y", 1)).toBeNull();
  first?.();
  const next = await enter("A/z", 1);
  expect([order, next === null]).toEqual([["A/x", "A/z"], false]);
});

test("a place returned twice counts once", async () => {
  const { enter, order } = placesOf({ group: 1, member: 1 });
  const first = await enter("A/x");
  first?.();
  first?.();
  void enter("A/y");
  void enter("A/z");
  await settled();
  expect(order).toEqual(["A/x", "A/y"]);
});
