import type { Page } from "playwright";
import { expect } from "./expect.ts";

/**
 * Goes to a section with `g` and its letter. The letter counts for only 1.5 seconds, and a busy machine may need longer for the
 * `g`: then both are pressed again, as a person would.
 */
export async function pressToGo(page: Page, letter: string, address: string | RegExp): Promise<void> {
  await expect(async () => {
    await page.keyboard.press("g");
    await page.keyboard.press(letter);
    await expect(page, letter).toHaveURL(address, { timeout: 2_000 });
  }).toPass();
}
