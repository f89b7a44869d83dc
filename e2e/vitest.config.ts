import { defineConfig } from "vitest/config";

// Journeys in a real browser: Vitest runs them, Playwright drives the Chromium that CHROMIUM names.
export default defineConfig({
  test: {
    name: "browser",
    root: import.meta.dirname,
    include: ["**/*.spec.ts"],
    pool: "forks",
    setupFiles: ["../server/src/platform/testing/block-network.ts"],
    // Each journey has a server and a browser of its own, which fill two cores.
    fileParallelism: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
