import type { BrowserContext, Page } from "playwright";

const lines = new WeakMap<BrowserContext, string[]>();

/** Collects the errors, warnings and exceptions in the console of a browser's pages from now on. */
export function watchConsole(browser: BrowserContext): void {
  const found: string[] = [];
  lines.set(browser, found);
  browser.on("console", (message) => {
    if (!["error", "warning"].includes(message.type())) return;
    found.push(`${message.text()} (${message.location().url})`);
  });
  browser.on("weberror", (error) => {
    found.push(String(error.error()));
  });
}

/** The browser's message about a request that the test wants refused: a link that never existed. */
const expected = /status of 404 .*\/api\/auth\/links\/look\)$/;

/** Returns what a page wrote, except expected messages, and starts again. */
export function consoleOf(page: Page): string[] {
  const found = lines.get(page.context())?.splice(0) ?? [];
  return found.filter((line) => !expected.test(line));
}
