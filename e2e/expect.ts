import { expect as playwrightExpect } from "playwright/test";

/** How long anything is waited for. A machine that does much else is never so slow: what takes longer does not come. */
export const patienceMs = 120_000;

/** Playwright's `expect`, which waits for what is to be seen. */
export const expect = playwrightExpect.configure({ timeout: patienceMs });
