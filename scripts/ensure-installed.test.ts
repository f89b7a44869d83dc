import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, expect, test } from "vitest";

const folder = mkdtempSync(join(tmpdir(), "deskhand-scripts-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs a program through runPinned, as npm start does. */
function startThroughScript(program: string) {
  const [inner, outer] = [join(folder, "inner.mjs"), join(folder, "outer.mjs")];
  writeFileSync(inner, program);
  writeFileSync(
    outer,
    `import { runPinned } from ${JSON.stringify(join(import.meta.dirname, "ensure-installed.mjs"))};
     const ended = runPinned([${JSON.stringify(inner)}, ...process.argv.slice(2)]);
     process.on("SIGTERM", () => console.log("passed on"));
     process.exitCode = await ended;`,
  );
  return spawn(process.execPath, [outer, "--empty", "a b"], { stdio: ["ignore", "pipe", "inherit"] });
}

test("arguments and the exit code pass through, and the program runs on the pinned Node", async () => {
  const child = startThroughScript(
    "console.log(process.versions.node.split('.')[0], ...process.argv.slice(2)); process.exitCode = 3;",
  );
  const [output] = await once(child.stdout, "data");
  expect(String(output)).toBe("24 --empty a b\n");
  expect(await once(child, "exit")).toEqual([3, null]);
});

test("a signal reaches the program only once, and the program decides how it ends", async () => {
  const child = startThroughScript(`
    let signals = 0;
    process.on("SIGTERM", () => console.log("signal", ++signals));
    process.on("SIGHUP", () => setImmediate(() => process.exit(40 + signals)));
    setInterval(() => {}, 1000);
    console.log("ready");`);
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const next = async () => (await lines.next()).value;
  expect(await next()).toBe("ready");
  child.kill("SIGTERM");
  expect([await next(), await next()].sort()).toEqual(["passed on", "signal 1"]);
  child.kill("SIGTERM");
  expect(await next()).toBe("passed on");
  child.kill("SIGHUP");
  expect(await once(child, "exit")).toEqual([41, null]);
});

test("a program ended by a signal returns the same code as in a shell", async () => {
  const child = startThroughScript(`console.log("ready"); process.kill(process.pid, "SIGKILL");`);
  expect(await once(child, "exit")).toEqual([137, null]);
});
