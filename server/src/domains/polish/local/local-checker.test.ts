import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { LocalChecker, type LocalCheckerOptions } from "./local-checker.ts";

// A process that does what its text says, so that nothing here waits for the real one to load.
const obedient = `
process.once("disconnect", () => process.exit(0));
const polished = (text) => process.send({ kind: "polished", polished: { text, corrections: 1, isEnglish: true } });
process.on("message", ({ text }) => {
  if (text === "hang") for (;;);
  if (text === "die") process.exit(3);
  if (text === "fail") return process.send({ kind: "failed", message: "no" });
  if (text === "env") return polished(JSON.stringify(process.env));
  polished(text + " by " + process.pid);
});
process.send({ kind: "ready" });`;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "deskhand-checker-"));
  await writeFile(join(folder, "obedient.mjs"), obedient);
  await writeFile(join(folder, "stuck.mjs"), "setInterval(() => {}, 1000);");
});
afterAll(() => rm(folder, { recursive: true }));

const open: LocalChecker[] = [];
afterEach(() => Promise.all(open.splice(0).map((checker) => checker.close())));

function newChecker(options: LocalCheckerOptions = {}, entry = "obedient"): LocalChecker {
  const checker = new LocalChecker({ entry: pathToFileURL(join(folder, `${entry}.mjs`)), ...options });
  open.push(checker);
  return checker;
}

const polish = async (checker: LocalChecker, text: string) => (await checker.polish({ text, names: [] })).text;

test("there is no process before the first text, and one for all that follow, in their order", async () => {
  const checker = newChecker();
  expect(checker.pid).toBeNull();
  const texts = await Promise.all(["a", "b", "c"].map((text) => polish(checker, text)));
  expect(texts).toEqual(["a", "b", "c"].map((text) => `${text} by ${checker.pid}`));
});

test("the process knows nothing of the server's environment", async () => {
  vi.stubEnv("DESKHAND_SECRET", "of the server");
  const env = await polish(newChecker(), "env");
  vi.unstubAllEnvs();
  expect(Object.keys(JSON.parse(env)).filter((name) => !name.startsWith("NODE_"))).toEqual([]);
});

test("a text that takes too long fails, and those behind it are done by another process", async () => {
  const checker = newChecker({ textMs: 300 });
  const first = await polish(checker, "first");
  const [hung, next] = await Promise.allSettled([polish(checker, "hang"), polish(checker, "next")]);
  expect(hung).toMatchObject({ status: "rejected", reason: { kind: "slow" } });
  expect(next).toEqual({ status: "fulfilled", value: `next by ${checker.pid}` });
  expect(first).not.toContain(String(checker.pid));
});

test("a process that ends fails its text alone", async () => {
  const checker = newChecker();
  const [died, next] = await Promise.allSettled([polish(checker, "die"), polish(checker, "next")]);
  expect(died).toMatchObject({ status: "rejected", reason: { kind: "broken" } });
  expect(next).toMatchObject({ status: "fulfilled" });
});

test("a process that does not load fails the texts that waited for it, one for each attempt", async () => {
  const checker = newChecker({ startMs: 100 }, "stuck");
  const ends = await Promise.allSettled([polish(checker, "a"), polish(checker, "b")]);
  expect(ends).toMatchObject([{ reason: { kind: "slow" } }, { reason: { kind: "slow" } }]);
});

test("what fails inside is told, and the process goes on", async () => {
  const checker = newChecker();
  await expect(polish(checker, "fail")).rejects.toMatchObject({ kind: "broken", message: "no" });
  expect(await polish(checker, "a")).toContain("a by");
});

test("a text too many is refused at once", async () => {
  const checker = newChecker({ mostWaiting: 2 });
  const ends = await Promise.allSettled(["a", "b", "c"].map((text) => polish(checker, text)));
  expect(ends.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "rejected"]);
  expect(ends[2]).toMatchObject({ reason: { kind: "busy" } });
});

test("without work the process ends", async () => {
  const checker = newChecker({ idleMs: 50 });
  await polish(checker, "a");
  await vi.waitFor(() => expect(checker.pid).toBeNull());
  expect(await polish(checker, "b")).toContain("b by");
});

test("closing ends the process and fails what is under way and what waits", async () => {
  const checker = newChecker();
  await polish(checker, "a");
  const { pid } = checker;
  const pending = Promise.allSettled([polish(checker, "hang"), polish(checker, "b")]);
  await checker.close();
  expect(await pending).toMatchObject([{ reason: { kind: "broken" } }, { reason: { kind: "broken" } }]);
  expect(() => process.kill(pid ?? 0, 0)).toThrow("ESRCH");
  await expect(polish(checker, "c")).rejects.toMatchObject({ kind: "broken" });
});
