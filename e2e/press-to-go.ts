import type { Page } from "playwright";
import { expect } from "./expect.ts";

/**
 * Goes to a section by `g` and its letter. The two belong together for 1.5 seconds only, which a machine that does much
 * else may need for the first one: then they are pressed again, as a person would.
 */
export async function pressToGo(page: Page, letter: string, address: string | RegExp): Promise<void> {
  await expect(async () => {
    await page.keyboard.press("g");
    await page.keyboard.press(letter);
    await expect(page, letter).toHaveURL(address, { timeout: 2_000 });
  }).toPass();
}
