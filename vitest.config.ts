import { globSync, readFileSync } from "node:fs";
import { defineConfig, type Plugin } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const serverTests = globSync(["server/src/**/*.test.ts", "scripts/{generate-schema,earlier-migrations}.test.ts"], {
  cwd: import.meta.dirname,
});
/** The tests that use the database of the test run: they, and no others, need it started, and run on each version of it. */
const databaseTests = serverTests.filter((path) =>
  /testDatabases|\/testing\//.test(readFileSync(`${import.meta.dirname}/${path}`, "utf8")),
);

const unitTests = globSync("{contract,email,web,stand-ins,scripts,bench,server}/**/*.test.{ts,tsx}", {
  cwd: import.meta.dirname,
  exclude: (path) => /node_modules|dist|\.browser\.test\.tsx$/.test(String(path)),
}).filter((path) => !databaseTests.includes(path));
/**
 * Those of them that turn a clock or put something else in the place of what all share: each has a process of its own. A function that
 * only notes its calls, one's own process id and the web's made-up tickets are nobody else's.
 */
const aloneTests = unitTests.filter((path) =>
  /\bvi\.(?!fn\b)|process\.(?!pid\b|getuid\b|execPath\b)|globalThis|\/testing\/fake-/.test(
    readFileSync(`${import.meta.dirname}/${path}`, "utf8"),
  ),
);

/** Tests that only `npm test -- all` has: docs/decisions/0084-ten-minutes.md says why, and what has their promise else. */
const long = ["server/src/testing/polish/measure-polish.test.ts", "server/src/platform/backup/move-cluster.test.ts"];
const leftOut = process.env.TESTS === "all" ? [] : long;

/** These take some seconds and more, most of them by waiting for what they broke. */
const slow =
  /broken-requests|silent-database|every-endpoint|strangers|presence\.|silence|request-mail\.|upgrade|waiting|linear-texts|import|listen|backup|busy-neighbour|refuse-addresses|run-sync|standing|change-password|forwarding|patience|live-server|\.attack|embedded-postgres|polish|search|isolation/;

/** Tests make and drop much: half as many sweeps of what is new, for some megabytes more. */
const execArgv = ["--max-semi-space-size=64"];

/** What takes long begins first, also where nothing is known of an earlier run: else all wait for it in the end. */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isSlow = ({ moduleId }: TestSpecification) => Number(slow.test(moduleId));
    return (await super.sort(files)).toSorted((one, other) => isSlow(other) - isSlow(one));
  }
}

/** What a screen works out is tested without a browser, also in the screen's own file; its client has no endpoints to ask there. */
const noEndpoints: Plugin = {
  name: "deskhand-no-endpoints",
  resolveId: (source) => (source === "virtual:contract-routes" ? "\0no-endpoints" : null),
  load: (source) => (source === "\0no-endpoints" ? "export const routes = {};" : null),
};

export default defineConfig({
  test: {
    pool: "forks",
    execArgv,
    ...(process.env.SHUFFLE ? {} : { sequence: { sequencer: LongFirst } }),
    setupFiles: ["server/src/testing/run/block-network.ts", "server/src/testing/run/property-runs.ts"],
    // These end what hangs; a machine with much else to do is only slow. What is polled for ends first, and says what it was.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 110_000 } },
    projects: [
      "web/vitest.config.ts",
      {
        plugins: [noEndpoints],
        test: {
          name: "unit",
          include: unitTests,
          exclude: [...aloneTests, ...leftOut],
          // Loading the code anew for each file took half of the time.
          isolate: false,
        },
      },
      { plugins: [noEndpoints], test: { name: "unit-alone", include: aloneTests, exclude: leftOut } },
      {
        test: {
          name: "http",
          include: databaseTests,
          // Each file has a server and a database of its own; loading the code anew for each took a quarter of the time.
          isolate: false,
          globalSetup: ["server/src/testing/run/global-setup.ts"],
        },
      },
    ],
  },
});
