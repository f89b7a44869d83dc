import { spawn } from "node:child_process";
import { availableParallelism } from "node:os";
import { ensureInstalled, root, run, seconds } from "./ensure-installed.mjs";

// npm run steady [-- TIMES [SEED]]: runs `npm test` this often (10), each time with the test files in another order and beside a
// busy loop on each core. Prints the seed of each run, and ends with 1 if a run failed.
const [times = "10", seed = String(Date.now() % 100_000)] = process.argv.slice(2);
await ensureInstalled({ withTools: true });
const loops = Array.from({ length: availableParallelism() }, () =>
  spawn(process.execPath, ["-e", "for (;;);"], { stdio: "ignore" }),
);
process.on("exit", () => {
  for (const loop of loops) loop.kill("SIGKILL");
});
const red = [];
for (let at = 0; at < Number(times); at += 1) {
  const shuffle = String(Number(seed) + at);
  const started = Date.now();
  const code = await run(process.execPath, ["scripts/test.mjs"], {
    cwd: root,
    env: { ...process.env, SHUFFLE: shuffle },
  });
  console.log(
    `\n### Run ${at + 1} of ${times}, SHUFFLE=${shuffle}: ${code === 0 ? "green" : "RED"} after ${seconds(started)}\n`,
  );
  if (code !== 0) red.push(shuffle);
}
console.log(red.length > 0 ? `Red with SHUFFLE=${red.join(", ")}` : `${times} of ${times} green`);
process.exitCode = red.length > 0 ? 1 : 0;
