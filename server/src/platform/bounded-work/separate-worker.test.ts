import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { type SeparateWork, SeparateWorker } from "./separate-worker.ts";

// A function that follows the instruction in its input.
const obedient = `
import { threadId } from "node:worker_threads";
const met = [];
export async function obey(text) {
  if (text === "hang") for (;;);
  if (text === "meet") {
    await new Promise((resolve) => met.push(resolve) === 3 ? met.map((go) => go()) : null);
  }
  if (text === "die") process.exit(3);
  if (text === "die later") setTimeout(() => process.exit(3), 20);
  if (text === "fail") throw new RangeError("no");
  if (text === "fill") for (const heap = []; ; ) heap.push(new Array(1000).fill(text.length));
  if (text === "env") return JSON.stringify(process.env);
  return text + " by " + (threadId || process.pid);
}
export const giveBack = (value) => value;`;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "deskhand-worker-"));
  await writeFile(join(folder, "obedient.mjs"), obedient);
  await writeFile(join(folder, "stuck.mjs"), "await new Promise((resolve) => setTimeout(resolve, 1e6));");
});
afterAll(() => rm(folder, { recursive: true }));

const open: SeparateWorker<string, string>[] = [];
afterEach(() => Promise.all(open.splice(0).map((worker) => worker.close())));

function newWorker(options: Partial<SeparateWork<string>> = {}, file = "obedient"): SeparateWorker<string, string> {
  const worker = new SeparateWorker<string, string>({
    file: pathToFileURL(join(folder, `${file}.mjs`)),
    name: "obey",
    runtime: "child_process",
    limitMs: 10_000,
    idleMs: 60_000,
    ...options,
  });
  open.push(worker);
  return worker;
}

test("starts the process with the first call and runs all calls in it, in order", async () => {
  const worker = newWorker();
  expect(worker.id).toBeNull();
  const texts = await Promise.all(["a", "b", "c"].map((text) => worker.run(text)));
  expect(texts).toEqual(["a", "b", "c"].map((text) => `${text} by ${worker.id}`));
});

test("a process gets none of the server's environment", async () => {
  vi.stubEnv("DESKHAND_SECRET", "of the server");
  const env = await newWorker().run("env");
  vi.unstubAllEnvs();
  expect(Object.keys(JSON.parse(env)).filter((name) => !/^(?:NODE|TINYPOOL)_/.test(name))).toEqual([]);
});

test("runs several calls at once where allowed", async () => {
  const worker = newWorker({ runtime: "worker_threads", atOnce: 3, warmUp: { input: "warm", limitMs: 10_000 } });
  const texts = ["meet", "meet", "meet", "b"];
  const answers = await Promise.all(texts.map((text) => worker.run(text)));
  expect(answers).toEqual(texts.map((text) => `${text} by ${worker.id}`));
});

test("a hanging call ends the concurrent ones, and the next call gets another thread", async () => {
  const worker = newWorker({ runtime: "worker_threads", atOnce: 3, limitMs: 2_000 });
  const together = await Promise.allSettled([worker.run("meet"), worker.run("hang")]);
  expect(together).toMatchObject([1, 2].map(() => ({ status: "rejected", reason: { name: "WorkerFault" } })));
  expect(await worker.run("again")).toMatch(/^again by/);
});

const runtimes = ["child_process", "worker_threads"] as const;

test.each(runtimes)("%s: a slow call fails, and the waiting ones run in another", async (runtime) => {
  const worker = newWorker({ runtime, limitMs: 2_000, warmUp: { input: "", limitMs: 10_000 } });
  const first = await worker.run("first");
  const [hung, next] = await Promise.allSettled([worker.run("hang"), worker.run("next")]);
  expect(hung).toMatchObject({ status: "rejected", reason: { kind: "slow" } });
  expect(next).toEqual({ status: "fulfilled", value: `next by ${worker.id}` });
  expect(first).not.toContain(String(worker.id));
});

test("a dying process fails only its own call", async () => {
  const worker = newWorker();
  const [died, next] = await Promise.allSettled([worker.run("die"), worker.run("next")]);
  expect(died).toMatchObject({ status: "rejected", reason: { kind: "broken" } });
  expect(next).toMatchObject({ status: "fulfilled" });
});

test.each([
  ["worker_threads", "full"],
  ["child_process", "broken"],
] as const)("%s: running out of memory fails only its own call", async (runtime, kind) => {
  const worker = newWorker({ runtime, memoryMb: 16, limitMs: 60_000 });
  const [full, next] = await Promise.allSettled([worker.run("fill"), worker.run("next")]);
  expect(full).toMatchObject({ status: "rejected", reason: { kind } });
  expect(next).toMatchObject({ status: "fulfilled" });
});

test("restarts a process that died between calls", async () => {
  const worker = newWorker();
  await worker.run("die later");
  await expect.poll(() => worker.id).toBeNull();
  expect(await worker.run("a")).toContain("a by");
});

test("a process that does not load fails one waiting call per attempt", async () => {
  const worker = newWorker({ warmUp: { input: "", limitMs: 200 } }, "stuck");
  const ends = await Promise.allSettled([worker.run("a"), worker.run("b")]);
  expect(ends).toMatchObject([{ reason: { kind: "slow" } }, { reason: { kind: "slow" } }]);
});

test.each(runtimes)("%s: passes on an error of the function and goes on running", async (runtime) => {
  const worker = newWorker({ runtime });
  await expect(worker.run("fail")).rejects.toMatchObject({ kind: "broken", message: "no" });
  const { id } = worker;
  expect(await worker.run("a")).toBe(`a by ${id}`);
});

test.each(runtimes)("%s: passes input and result unchanged, including bytes and dates", async (runtime) => {
  const file = pathToFileURL(join(folder, "obedient.mjs"));
  const worker = new SeparateWorker<object, object>({
    file,
    name: "giveBack",
    runtime,
    limitMs: 10_000,
    idleMs: 60_000,
  });
  const value = { bytes: new Uint8Array([0, 255]), at: new Date(0), map: new Map([["a", undefined]]), none: undefined };
  expect(await worker.run(value)).toEqual(value);
  await worker.close();
});

test("refuses a call at once when too many wait", async () => {
  const worker = newWorker({ mostWaiting: 1 });
  const ends = await Promise.allSettled(["a", "b", "c"].map((text) => worker.run(text)));
  expect(ends.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "rejected"]);
  expect(ends[2]).toMatchObject({ reason: { kind: "busy" } });
});

test.each(runtimes)("%s: ends without work", async (runtime) => {
  const worker = newWorker({ runtime, idleMs: 50 });
  await worker.run("a");
  await expect.poll(() => worker.id).toBeNull();
  expect(await worker.run("b")).toContain("b by");
});

test("closing ends the process and fails running and waiting calls", async () => {
  const worker = newWorker();
  await worker.run("a");
  const { id } = worker;
  const pending = Promise.allSettled([worker.run("hang"), worker.run("b")]);
  await worker.close();
  expect(await pending).toMatchObject([{ reason: { kind: "broken" } }, { reason: { kind: "broken" } }]);
  expect(() => process.kill(id ?? 0, 0)).toThrow("ESRCH");
  await expect(worker.run("c")).rejects.toMatchObject({ kind: "broken" });
});
