import { playwright } from "@vitest/browser-playwright";
import { defineProject } from "vitest/config";
import { chromiumArgs } from "../e2e/chromium-args.ts";
import { codePlugins } from "./vite.config.ts";

// Components in a real browser, with the real stylesheet and real keys; the server is played by src/testing.
export default defineProject({
  root: import.meta.dirname,
  plugins: codePlugins(),
  // Whole paths, as Vitest names them, are read as patterns: in a folder "deskhand (1)" they match nothing.
  optimizeDeps: { entries: ["src/**/*.browser.test.tsx"] },
  test: {
    name: "components",
    include: ["src/**/*.browser.test.tsx"],
    setupFiles: ["src/testing/first-screen.ts"],
    // These end what hangs; a machine with much else to do is only slow. What is polled for ends first, and says what it was;
    // what is waited for on the page ends just before its test.
    testTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      provider: playwright({
        launchOptions: { executablePath: process.env.CHROMIUM, args: chromiumArgs },
        contextOptions: { locale: "en-US", timezoneId: "UTC", reducedMotion: "reduce" },
      }),
      viewport: { width: 1280, height: 800 },
      instances: [{ browser: "chromium" }],
    },
  },
});
