import type { Locator, Page } from "playwright";

/** The dialog with the user's own settings, open or not. */
export function settingsOf(page: Page): Locator {
  return page.getByRole("dialog", { name: "Settings" });
}
