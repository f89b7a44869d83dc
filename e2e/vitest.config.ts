import { defineConfig } from "vitest/config";

// Journeys in a real browser: Vitest runs them, Playwright drives the Chromium that CHROMIUM names.
export default defineConfig({
  test: {
    name: "browser",
    root: import.meta.dirname,
    include: ["**/*.spec.ts"],
    pool: "forks",
    globalSetup: ["./global-setup.ts"],
    setupFiles: ["../server/src/testing/run/block-network.ts"],
    // A journey mostly waits, for the mail or for the screen: two at a time, each with a server and a browser, fill two cores.
    maxWorkers: 2,
    // This ends what hangs; a machine with much else to do is only slow.
    testTimeout: 300_000,
    hookTimeout: 60_000,
  },
});
