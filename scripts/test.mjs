import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildWeb } from "./build-web.mjs";
import { ensureInstalled, fail, root, runPinned, seconds } from "./ensure-installed.mjs";
import { findChromium } from "./find-chromium.mjs";
import { memoryFolder } from "./memory-folder.mjs";

// npm test [-- STEP…]: all steps in this order, or only those named; stops at the first that fails. The last line is
// "N passed, N failed", counting tests, and a failed step without tests as one failure.
// npm test -- changed: the steps that are quick, and the tests that the changes since main can break; within 90 seconds.
// npm test -- attacks: of unit and http, the tests that attack.
// npm test -- faults: kills, silences, fills and restarts whole installations; SEED=… throws the dice of an earlier run again.
// npm test -- image: builds and starts the image of docs/deploy, where Docker is.
const postgres15 = "/usr/lib/postgresql/15/bin";
const modules = join(root, "node_modules");
// Each file waits for the database now and then: two of them fill two cores, while Vitest by itself would run one.
const twoAtOnce = "--maxWorkers=2";
const databaseTests = ["--project", "http", twoAtOnce];
// Not asked of the older version too, each for its reason (docs/decisions/0048-what-both-versions-are-asked.md).
const onOneVersion = [
  // They start servers of their own, from the packaged programs.
  "{database-goes-down,jobs-of-the-killed,kill-and-restart,start-faults,stop-in-order}",
  // What they send to the database, files that stay send too.
  "domains/auth/{asks/desk-address,change-password,claims/forgotten-password,claims/sign-up,claims/sign-up-policy}",
  "domains/auth/{sign-in,sign-in-faults,social/social-sign-in}",
  "domains/intake/decide/{held-back-mails,mail-processor,own-links,strangers}",
  "domains/intake/{log/raw-mail,webhook/webhook.routes}",
  "domains/{notifications/notifications,orders/search-orders,outgoing/branding/logo,polish/polish,tickets/files/uploads}",
  "domains/shopify/connection/{connect-by-oauth,connect-by-token,disconnect-while-busy,is-still-connected,refuse-returns}",
  "domains/shopify/{sync/run-sync,sync/run-sync-faults,sync/silent-stores,webhooks/fetch-pending,webhooks/take-webhook}",
  "domains/team/{invite,team}",
].flatMap((files) => ["--exclude", `server/src/${files}.test.ts`]);
// Beside those named so: who is somebody else's neighbour, who forges a sender, who guesses, who sends without end.
const attacks = [".attack.test.", "isolation", "every-endpoint", "hostile-senders", "strangers", "guess", "quota"];
const totals = { passed: 0, failed: 0 };

const steps = {
  house: () => runPinned(["scripts/check-house.ts"]),
  types: () => runPinned([join(modules, "typescript/bin/tsc"), "-b"]),
  lint: () => runPinned([join(modules, "@biomejs/biome/bin/biome"), "check", "--error-on-warnings", "."]),
  "dead-code": () => runPinned([join(modules, "knip/bin/knip.js")]),
  web: async () => {
    await buildWeb();
    return runPinned(["scripts/check-bundle.ts"]);
  },
  changed: () =>
    inTemporaryFolder(async (folder) => {
      const list = join(folder, "tests");
      const code = await runPinned(["scripts/list-changed-tests.ts", list]);
      const tests = code === 0 ? readFileSync(list, "utf8").split("\n").filter(Boolean) : [];
      const env = tests.some((path) => path.endsWith(".browser.test.tsx")) ? { CHROMIUM: findChromium() } : {};
      return tests.length > 0 ? runTests([twoAtOnce, ...tests], env) : code;
    }),
  attacks: () => runTests(["--project", "unit", ...databaseTests, ...attacks]),
  unit: () => runTests(["--project", "unit", twoAtOnce]),
  components: () => runTests(["--project", "components"], { CHROMIUM: findChromium() }),
  http: () => runTests(databaseTests),
  "http-postgres-15": () => {
    if (existsSync(postgres15)) return runTests([...databaseTests, ...onOneVersion], { TEST_POSTGRES_BIN: postgres15 });
    console.log("skipped: PostgreSQL 15 is not installed");
    return 0;
  },
  walks: () => runPinned(["scripts/count-walks.ts", "--counts"]),
  image: () => runPinned(["scripts/try-image.ts"]),
  browser: async () => {
    await buildWeb();
    // The long run goes every way in a small window too.
    for (const WIDTH of process.env.JOURNEYS === "all" ? [1440, 1366] : [1440]) {
      const code = await runTests(["--config", "e2e/vitest.config.ts"], { CHROMIUM: findChromium(), WIDTH });
      if (code !== 0) return code;
    }
    return 0;
  },
  faults: async () => {
    await buildWeb();
    return runTests(["--config", "faults/vitest.config.ts"], { CHROMIUM: findChromium() });
  },
};

const quick = ["house", "types", "lint", "changed"];
const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in steps));
if (unknown.length > 0) fail(`No such step: ${unknown.join(", ")}. Steps: ${Object.keys(steps).join(", ")}`);
const onlyWhenNamed = ["changed", "attacks", "faults", "image"];
const isNamed = (name) => (asked.length > 0 ? asked.includes(name) : !onlyWhenNamed.includes(name));
const named = asked.length === 1 && asked[0] === "changed" ? quick : Object.keys(steps).filter(isNamed);
await ensureInstalled();
const memory = memoryFolder();
if (memory) process.env.TMPDIR ??= memory;
process.on("exit", () => console.log(`${totals.passed} passed, ${totals.failed} failed`));
for (const name of named) {
  console.log(`\n=== ${name} ===`);
  const started = Date.now();
  const before = totals.failed++; // Counts as failed until it has ended well, however the process may end.
  const code = (await steps[name]()) ?? 0;
  if (code !== 0) {
    if (totals.failed > before + 1) totals.failed--; // Its failed tests are counted instead.
    console.error(`=== ${name} failed after ${seconds(started)} ===`);
    process.exit(code);
  }
  totals.failed--;
  console.log(`=== ${name}: ${seconds(started)} ===`);
}

function runTests(args, env = {}) {
  return inTemporaryFolder(async (folder) => {
    const report = join(folder, "report.json");
    const vitest = [join(modules, "vitest/vitest.mjs"), "run", ...args];
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
