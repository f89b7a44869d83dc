import { execFileSync } from "node:child_process";
import { existsSync, globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { chooseTests } from "./changed/choose-tests.ts";
import { readTree } from "./house/source-tree.ts";

// Usage: node scripts/list-changed-tests.ts FILE: writes the tests that the changes since main can break, one a line. It is for
// `npm test -- changed`, which has 60 seconds for everything.
const root = join(import.meta.dirname, "..");
const secondsForTests = 20;
const secondsUnknown = 2;

const results = z.object({
  projects: z.record(z.string(), z.object({ files: z.record(z.string(), z.object({ duration: z.number() })) })),
});

const changed = changedFiles();
const took = durations();
const { run, left } = chooseTests(readTree(root), changed, (test) => took.get(test) ?? secondsUnknown, secondsForTests);
console.log(`${changed.length} files changed: ${run.length} test files can break soonest`);
if (left.length > 0)
  console.log(`Left to \`npm test\`: ${left.length} that are further away, as ${left.slice(0, 5).join(", ")}`);
if (changed.some((path) => /^(?:web|e2e)\//.test(path))) console.log("Left to `npm test -- browser`: the journeys");
writeFileSync(process.argv[2] ?? "/dev/stdout", run.join("\n"));

/** Lists the files changed since this branch left main, committed or not. */
function changedFiles(): string[] {
  const git = (...args: string[]) =>
    execFileSync("git", args, { cwd: root, encoding: "utf8" }).split("\n").filter(Boolean);
  const [base = "HEAD"] = git("merge-base", "HEAD", "main");
  return [...git("diff", "--name-only", base), ...git("ls-files", "--others", "--exclude-standard")].filter((path) =>
    existsSync(join(root, path)),
  );
}

/** Returns how many seconds each test file took in its last run here. */
function durations(): Map<string, number> {
  const files = globSync("node_modules/.vite/vitest/*/results.json", { cwd: root });
  const projects = files.flatMap((file) =>
    Object.values(results.parse(JSON.parse(readFileSync(join(root, file), "utf8"))).projects),
  );
  return new Map(
    projects.flatMap(({ files }) => Object.entries(files).map(([test, { duration }]) => [test, duration / 1000])),
  );
}
