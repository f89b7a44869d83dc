import type { Locator, Page } from "playwright";

/** The toasts that a page shows. */
export function toastsOf(page: Page): Locator {
  return page.getByRole("list", { name: "Just now" }).getByRole("listitem");
}
