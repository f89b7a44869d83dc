import type { Locator, Page } from "playwright";
import { consoleOf } from "./console-of.ts";
import { expect } from "./expect.ts";
import type { Look } from "./look-at.ts";

/** A screen's name, its address (null: over the one before), what shows that it is there, and what to do before. */
export type Screen = [
  name: string,
  address: string | null,
  shows: (page: Page) => Locator,
  does?: (page: Page) => Promise<unknown>,
];

export const dialog = (name: string | RegExp) => (page: Page) =>
  page.getByRole("dialog", { name, ...(typeof name === "string" && { exact: true }) });
export const button = (name: string) => (page: Page) => page.getByRole("button", { name, exact: true });
export const text = (words: string | RegExp) => (page: Page) => page.getByText(words).first();
export const heading = (page: Page) => page.getByRole("heading", { level: 1 }).first();
export const press = (name: string) => (page: Page) => button(name)(page).click();
/** Returns the first link of a list. */
export const firstOf = (name: string) => (page: Page) => page.getByRole("list", { name }).getByRole("link").first();

/** Looks at each screen in order; the console must stay silent on all of them and on the way. */
export async function lookAtScreens(look: Look, page: Page, screens: readonly Screen[]): Promise<void> {
  const consoleLines: string[] = [];
  for (const [name, address, shows, does] of screens) {
    if (address !== null) {
      // An address may differ only after its #, which would not load the page.
      if (address.includes("#")) await page.goto("about:blank");
      await page.goto(address);
    }
    await does?.(page);
    await expect(shows(page), name).toBeVisible();
    await look(page, name);
    consoleLines.push(...consoleOf(page).map((line) => `${name}: ${line}`));
  }
  expect(consoleLines).toEqual([]);
}
