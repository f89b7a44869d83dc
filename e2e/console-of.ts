import type { BrowserContext, Page } from "playwright";

const lines = new WeakMap<BrowserContext, string[]>();

/** Keeps from now on what the pages of a browser write into its console that somebody is to look at: errors, warnings, what was thrown. */
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

/** What the browser says of a request that is to be refused: of a link that was never one. */
const meant = /status of 404 .*\/api\/auth\/links\/look\)$/;

/** What it wrote so far, but for what is meant; the next look begins anew. */
export function consoleOf(page: Page): string[] {
  const found = lines.get(page.context())?.splice(0) ?? [];
  return found.filter((line) => !meant.test(line));
}
