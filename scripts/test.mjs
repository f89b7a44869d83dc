import { existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from "node:fs";
import { freemem, tmpdir } from "node:os";
import { join } from "node:path";
import { buildWeb } from "./build-web.mjs";
import { ensureInstalled, fail, root, runPinned, seconds } from "./ensure-installed.mjs";
import { findChromium } from "./find-chromium.mjs";

/** Linux's folder for files in memory. */
const inMemory = "/dev/shm";
const gigabyte = 2 ** 30;

/**
 * Returns a folder in memory for temporary files; undefined if there is none, or little room. One test's database has 800 small
 * files: making and removing them takes 0.1 s of a core there, and 0.5 s on a disk.
 */
function memoryFolder() {
  try {
    const { bavail, bsize } = statfsSync(inMemory);
    return bavail * bsize > gigabyte && freemem() > 4 * gigabyte ? inMemory : undefined;
  } catch {
    return undefined; // This is not Linux.
  }
}

// npm test [-- STEP…]: all that a change can break, in this order, or only the steps named; stops at the first that fails. The last
// line is "N passed, N failed", counting tests, and a failed step without tests as one failure.
// npm test -- changed: house, lint, types and the tests that the changes since main can break; within 60 seconds.
// npm test -- attacks: of unit and http, the tests that attack.
// npm test -- faults: a few minutes of kills, silences, fills and restarts of whole installations, as in CI; SEED=… throws
// the dice of an earlier run again.
// npm test -- late-postgres-15: what CI asks PostgreSQL 15 besides.
// npm test -- image: builds and starts the image of docs/deploy, where Docker is.
// npm test -- all: every step, the long way (docs/decisions/0084-ten-minutes.md).
// SHUFFLE=7 takes the files of tests in another order, the same for the same number.
const postgres15 = "/usr/lib/postgresql/15/bin";
const modules = join(root, "node_modules");
const asked = process.argv.slice(2);
const isAll = asked.length === 1 && asked[0] === "all";
// Test files often wait for the database, the screen, or for what they broke: three at once fill two cores, while Vitest alone would run
// one. A fourth slows down all: each file then takes a seventh more of the processor.
const threeAtOnce = ["--maxWorkers=3"];
const order = process.env.SHUFFLE ? ["--sequence.shuffle.files", `--sequence.seed=${process.env.SHUFFLE}`] : [];
const databaseTests = ["--project", "http", ...threeAtOnce];
const unitTests = ["--project", "unit", "--project", "unit-alone"];
// What may differ between database versions: docs/decisions/0048-what-both-versions-are-asked.md.
const differsByVersion = {
  // A database of all migrations and functions, its catalogue, and every query with random arguments.
  soon: ["isolation.test", "generate-schema.test", "db/catalogue", "db/policies", "db/roles", "db/prepare-"],
  late: [
    ...["every-endpoint.test", "upgrade.test", "search-queries.test"],
    ...["db/apply-functions", "db/brief-locks", "db/build-indexes"],
    ...["domains/search/", "domains/tickets/list/", "domains/dashboard/"],
  ],
};
// Attacks besides those with that name: noisy neighbours, forged senders, guessing, and endless sending.
const attacks = [".attack.test.", "isolation", "every-endpoint", "hostile-senders", "strangers", "guess", "quota"];
const totals = { passed: 0, failed: 0 };

/** Each step with its seconds on two quiet cores, 600 in all for `npm test`; exceeding them fails nothing. */
const steps = {
  house: { budget: 5, run: () => runPinned(["scripts/check-house.ts"]) },
  lint: {
    budget: 5,
    run: () => runPinned([join(modules, "@biomejs/biome/bin/biome"), "check", "--error-on-warnings", "."]),
  },
  "dead-code": { budget: 5, run: () => runPinned([join(modules, "knip/bin/knip.js")]) },
  web: {
    budget: 10,
    run: async () => {
      await buildWeb();
      return runPinned(["scripts/check-bundle.ts"]);
    },
  },
  // The part that is left when the steps before it are done.
  types: { budget: 10, run: () => checkedTypes },
  changed: { budget: 20, run: testChanged },
  attacks: { budget: 120, run: () => runTests([...unitTests, ...databaseTests, ...attacks]) },
  unit: { budget: 55, run: () => runTests([...unitTests, ...threeAtOnce]) },
  components: {
    budget: 65,
    run: () => runTests(["--project", "components", ...threeAtOnce], { CHROMIUM: findChromium() }),
  },
  http: { budget: 250, run: () => runTests(databaseTests) },
  "http-postgres-15": { budget: 20, run: () => testOnPostgres15(isAll ? [] : differsByVersion.soon) },
  browser: {
    budget: 175,
    run: async () => {
      await buildWeb();
      // The long run repeats every journey in a small window.
      for (const WIDTH of isAll ? [1440, 1366] : [1440]) {
        const code = await runTests(["--config", "e2e/vitest.config.ts"], { CHROMIUM: findChromium(), WIDTH });
        if (code !== 0) return code;
      }
      return 0;
    },
  },
  faults: {
    budget: isAll ? 900 : 240,
    run: async () => {
      await buildWeb();
      return runTests(["--config", "faults/vitest.config.ts"], { CHROMIUM: findChromium() });
    },
  },
  "late-postgres-15": { budget: 50, run: () => testOnPostgres15(differsByVersion.late) },
  image: { budget: 600, run: () => runPinned(["scripts/try-image.ts"]) },
};

const quick = ["house", "lint", "types", "changed"];
const onlyWhenNamed = ["changed", "attacks", "late-postgres-15", "image", ...(isAll ? [] : ["faults"])];
const named = chooseSteps();
await ensureInstalled({ withTools: true });
const memory = memoryFolder();
if (memory) process.env.TMPDIR ??= memory;
if (isAll) process.env.TESTS = "all";
// Runs on one core while the other does the earlier steps.
const checkedTypes = named.includes("types") ? runPinned([join(modules, "typescript/bin/tsc"), "-b"]) : undefined;
const times = [];
process.on("exit", () => {
  console.log(times.length > 1 ? `\n${times.join("\n")}` : "");
  console.log(`${totals.passed} passed, ${totals.failed} failed`);
});
for (const name of named) {
  const { budget, run } = steps[name];
  console.log(`\n=== ${name} ===`);
  const started = Date.now();
  const before = totals.failed++; // It counts as failed until it succeeds, no matter how the process ends.
  const code = (await run()) ?? 0;
  times.push(`=== ${name}: ${seconds(started)}, budget ${isAll ? "of the short way " : ""}${budget} s ===`);
  if (code !== 0) {
    await checkedTypes; // It would write on behind this failure, and read a clone that is already being removed.
    if (totals.failed > before + 1) totals.failed--; // Only its failed tests count.
    console.error(`=== ${name} failed after ${seconds(started)} ===`);
    process.exit(code);
  }
  totals.failed--;
  console.log(times.at(-1));
}

function chooseSteps() {
  if (isAll || asked.length === 0) return Object.keys(steps).filter((name) => !onlyWhenNamed.includes(name));
  const unknown = asked.filter((name) => !(name in steps));
  if (unknown.length > 0) fail(`No such step: ${unknown.join(", ")}. Steps: ${Object.keys(steps).join(", ")}; or all`);
  if (asked.length === 1 && asked[0] === "changed") return quick;
  return Object.keys(steps).filter((name) => asked.includes(name));
}

function testChanged() {
  return inTemporaryFolder(async (folder) => {
    const list = join(folder, "tests");
    const code = await runPinned(["scripts/list-changed-tests.ts", list]);
    const tests = code === 0 ? readFileSync(list, "utf8").split("\n").filter(Boolean) : [];
    const env = tests.some((path) => path.endsWith(".browser.test.tsx")) ? { CHROMIUM: findChromium() } : {};
    return tests.length > 0 ? runTests([...threeAtOnce, ...tests], env) : code;
  });
}

function testOnPostgres15(files) {
  if (!existsSync(postgres15)) return console.log("skipped: PostgreSQL 15 is not installed");
  return runTests([...databaseTests, ...files], { TEST_POSTGRES_BIN: postgres15 });
}

function runTests(args, env = {}) {
  return inTemporaryFolder(async (folder) => {
    const report = join(folder, "report.json");
    const vitest = [join(modules, "vitest/vitest.mjs"), "run", ...args, ...order];
    const code = await runPinned([...vitest, "--reporter=default", "--reporter=json", `--outputFile.json=${report}`], {
      env,
    });
    if (existsSync(report)) {
      const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, "utf8"));
      totals.passed += numPassedTests;
      totals.failed += numFailedTests;
    }
    return code;
  });
}

async function inTemporaryFolder(work) {
  const folder = mkdtempSync(join(tmpdir(), "deskhand-tests-"));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
