import { expect, test } from "vitest";
import { WorkerCalls } from "./job-queue.ts";

function callsOf(...workers: string[]) {
  const called: string[] = [];
  const calls = new WorkerCalls((worker) => called.push(worker));
  for (const worker of workers) calls.add(worker);
  return { calls, takeCalled: () => called.splice(0) };
}

test("one worker asks for each job, another for each next one, and one more whenever one has found something", () => {
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

test("where all have jobs in hand nobody is called, and whoever is done asks for more", () => {
  const { calls, takeCalled } = callsOf("a", "b");
  calls.begin("a");
  calls.begin("b");
  takeCalled();
  calls.callOne();
  expect(takeCalled()).toEqual([]);
  calls.end("b");
  expect(takeCalled()).toEqual(["b"]);
});
