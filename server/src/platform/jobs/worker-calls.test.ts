import { expect, test } from "vitest";
import { WorkerCalls } from "./job-queue.ts";

function callsOf(...workers: string[]) {
  const called: string[] = [];
  const calls = new WorkerCalls((worker) => called.push(worker));
  for (const worker of workers) calls.add(worker);
  return { calls, takeCalled: () => called.splice(0) };
}

test("wakes another worker for each job, and one more whenever one has found something", () => {
  const { calls, takeCalled } = callsOf("a", "b", "c");
  calls.callOne();
  calls.callOne();
  expect(takeCalled()).toEqual(["a", "b"]);
  calls.begin("a");
  expect(takeCalled()).toEqual(["c"]);
  calls.callOne();
  expect(takeCalled()).toEqual(["b"]);
  calls.callAll();
  expect(takeCalled().sort()).toEqual(["b", "c"]);
});

test("wakes nobody while all are busy, and whoever finishes polls again", () => {
  const { calls, takeCalled } = callsOf("a", "b");
  calls.begin("a");
  calls.begin("b");
  takeCalled();
  calls.callOne();
  expect(takeCalled()).toEqual([]);
  calls.end("b");
  expect(takeCalled()).toEqual(["b"]);
});
