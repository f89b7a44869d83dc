import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
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
     process.exitCode = await runPinned([${JSON.stringify(inner)}, ...process.argv.slice(2)]);`,
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

test("a signal reaches the program once, however often it comes, and its own end decides", async () => {
  const child = startThroughScript(`
    let signals = 0;
    process.on("SIGTERM", () => { signals++; setTimeout(() => process.exit(40 + signals), 300); });
    setInterval(() => {}, 1000);
    console.log("ready");`);
  await once(child.stdout, "data");
  child.kill("SIGTERM");
  setTimeout(() => child.kill("SIGTERM"), 100);
  expect(await once(child, "exit")).toEqual([41, null]);
});

test("a program that a signal ends gives the code a shell would give", async () => {
  const child = startThroughScript(`console.log("ready"); process.kill(process.pid, "SIGKILL");`);
  expect(await once(child, "exit")).toEqual([137, null]);
});
