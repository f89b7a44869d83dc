import { defineConfig } from "vitest/config";
import { isLongRun, ownWindow } from "./extent.ts";

// These files test each width themselves.
const once = ["long/**/*.spec.ts", "screens-*.spec.ts", "mails-look-right.spec.ts"];

// Journeys in a real browser: Vitest runs them, and Playwright drives the Chromium that CHROMIUM names.
export default defineConfig({
  test: {
    name: "browser",
    root: import.meta.dirname,
    include: isLongRun ? ["**/*.spec.ts"] : ["*.spec.ts"],
    exclude: ownWindow.width === 1440 ? [] : once,
    pool: "forks",
    globalSetup: ["./global-setup.ts"],
    setupFiles: ["../server/src/testing/run/block-network.ts"],
    // A journey often waits for mail or the screen: two at a time, each with a server and a browser, fill two cores.
    maxWorkers: 2,
    // A worker's journeys share its browser and load the code that drives it once.
    isolate: false,
    // It only ends what hangs; a busy machine is merely slow.
    testTimeout: 300_000,
    hookTimeout: 60_000,
  },
});
