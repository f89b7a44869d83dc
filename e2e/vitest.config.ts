import { defineConfig } from "vitest/config";

// Journeys in a real browser: Vitest runs them, Playwright drives the Chromium that CHROMIUM names.
export default defineConfig({
  test: {
    name: "browser",
    root: import.meta.dirname,
    include: ["**/*.spec.ts"],
    pool: "forks",
    globalSetup: ["./global-setup.ts"],
    setupFiles: ["../server/src/platform/testing/block-network.ts"],
    // One server and one browser at a time fill two cores, and the mail goes to one port.
    fileParallelism: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
