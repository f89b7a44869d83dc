import { expect as playwrightExpect } from "playwright/test";

/** The longest wait for anything. Even a busy machine is never so slow: what takes longer will not come. */
export const patienceMs = 120_000;

/** Playwright's `expect`, which waits for its condition. */
export const expect = playwrightExpect.configure({ timeout: patienceMs });
