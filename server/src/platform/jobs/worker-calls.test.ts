import { expect, test } from "vitest";
import { WorkerCalls } from "./job-queue.ts";

/** The calls of a queue with so many workers, named a, b, c in the order in which they are hired. */
function callsOf(most: number) {
  const asked: string[] = [];
  const names = [..."abc"].values();
  const hire = async () => {
    const name = names.next().value ?? "";
    asked.push(`hired ${name}`);
    return name;
  };
  const calls = new WorkerCalls({
    most,
    hire,
    wake: (name) => asked.push(name),
    onError: (error) => expect.unreachable(error.message),
  });
  const hired = async (count: number) => {
    for (let number = 0; number < count; number += 1) calls.callOne();
    await Promise.resolve(); // They are at hand in the next moment.
    asked.splice(0);
  };
  return { calls, hired, takeAsked: () => asked.splice(0) };
}

test("hires a worker for the first job, and for another only once all are busy", async () => {
  const { calls, takeAsked } = callsOf(2);
  calls.callOne();
  await Promise.resolve();
  calls.callOne();
  expect(takeAsked()).toEqual(["hired a", "a"]);
  calls.begin("a");
  expect(takeAsked()).toEqual(["hired b"]);
});

test("wakes another worker for each job, and one more whenever one has found something", async () => {
  const { calls, hired, takeAsked } = callsOf(3);
  await hired(3);
  calls.callOne();
  calls.callOne();
  expect(takeAsked()).toEqual(["a", "b"]);
  calls.begin("a");
  expect(takeAsked()).toEqual(["c"]);
  calls.callOne();
  expect(takeAsked()).toEqual(["b"]);
});

test("wakes nobody while all are busy, and whoever finishes polls again", async () => {
  const { calls, hired, takeAsked } = callsOf(2);
  await hired(2);
  calls.begin("a");
  calls.begin("b");
  takeAsked();
  calls.callOne();
  expect(takeAsked()).toEqual([]);
  calls.end("b");
  expect(takeAsked()).toEqual(["b"]);
});

test("hires nobody for a queue that stops", () => {
  const { calls, takeAsked } = callsOf(2);
  calls.hireNoMore();
  calls.callOne();
  expect(takeAsked()).toEqual([]);
});
