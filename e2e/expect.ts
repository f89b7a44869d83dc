import { expect as playwrightExpect } from "playwright/test";

/** Playwright's `expect`, which waits for what is to be seen; with patience for machines that do much else. */
export const expect = playwrightExpect.configure({ timeout: 20_000 });
