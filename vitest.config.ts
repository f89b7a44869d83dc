import { globSync, readFileSync } from "node:fs";
import { defineConfig } from "vitest/config";

const serverTests = globSync(["server/src/**/*.test.ts", "scripts/generate-schema.test.ts"], {
  cwd: import.meta.dirname,
});
/** The tests that use the database of the test run: they, and no others, need it started, and run on each version of it. */
const databaseTests = serverTests.filter((path) =>
  /testDatabases|\/testing\//.test(readFileSync(`${import.meta.dirname}/${path}`, "utf8")),
);

export default defineConfig({
  test: {
    pool: "forks",
    setupFiles: ["server/src/testing/block-network.ts"],
    // These end what hangs; a machine with much else to do is only slow.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // Just before the test ends, so that it says what was waited for.
    expect: { poll: { timeout: 55_000 } },
    projects: [
      "web/vitest.config.ts",
      {
        test: {
          name: "unit",
          include: ["{contract,email,web,stand-ins,scripts,bench,server}/**/*.test.{ts,tsx}"],
          exclude: ["**/node_modules/**", "**/dist/**", "**/*.browser.test.tsx", ...databaseTests],
        },
      },
      {
        test: {
          name: "http",
          include: databaseTests,
          // Each file has a server and a database of its own; loading the code anew for each took a quarter of the time.
          isolate: false,
          globalSetup: ["server/src/testing/global-setup.ts"],
        },
      },
    ],
  },
});
