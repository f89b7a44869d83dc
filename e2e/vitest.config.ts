import { defineConfig } from "vitest/config";
import { isLongRun, ownWindow } from "./extent.ts";

// These look at each width by themselves.
const once = ["long/**/*.spec.ts", "screens-*.spec.ts", "mails-look-right.spec.ts"];

// Journeys in a real browser: Vitest runs them, Playwright drives the Chromium that CHROMIUM names.
export default defineConfig({
  test: {
    name: "browser",
    root: import.meta.dirname,
    include: isLongRun ? ["**/*.spec.ts"] : ["*.spec.ts"],
    exclude: ownWindow.width === 1440 ? [] : once,
    pool: "forks",
    globalSetup: ["./global-setup.ts"],
    setupFiles: ["../server/src/testing/run/block-network.ts"],
    // A journey waits now and then, for the mail or for the screen: three at a time, each with a server and a browser, fill two cores.
    maxWorkers: 3,
    // The journeys of a worker share its browser, and the code that drives it is loaded once.
    isolate: false,
    // This ends what hangs; a machine with much else to do is only slow.
    testTimeout: 300_000,
    hookTimeout: 60_000,
  },
});
