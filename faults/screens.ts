import type { Browser, Page } from "playwright";
import { launchBrowser } from "../e2e/launch-browser.ts";
import { sendAtOnce } from "../e2e/send-at-once.ts";

/** A person at a real browser, everything it announced without being asked, and the requests that got no answer. */
export type Screen = { page: Page; told: string[]; lost: string[] };

/** Makes the page record every toast, alert and banner, however short. */
function writeDown(tell: string): void {
  const shown = new Set<Element>();
  const look = () => {
    for (const each of document.querySelectorAll('[role="alert"], [role="status"], [aria-label="Just now"] > li')) {
      const text = each.textContent?.trim();
      if (!text || shown.has(each)) continue;
      shown.add(each);
      const tellIt: unknown = Reflect.get(globalThis, tell);
      if (typeof tellIt === "function") tellIt(text);
    }
  };
  new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true });
}

/** Opens a browser for people of the demo store. */
export async function openScreens(url: string) {
  const browser = await launchBrowser();
  return {
    signIn: (who: { email: string; password: string }) => signIn(browser, url, who),
    close: () => browser.close(),
  };
}

async function signIn(browser: Browser, url: string, who: { email: string; password: string }): Promise<Screen> {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: 1440, height: 900 },
    reducedMotion: "reduce",
    locale: "en-US",
    timezoneId: "UTC",
  });
  context.setDefaultTimeout(30_000);
  const signedIn = await context.request.post("/api/auth/sign-in/email", { headers: { origin: url }, data: who });
  if (!signedIn.ok()) throw new Error(`Signing in ${who.email} failed: ${signedIn.status()}`);
  await sendAtOnce(context.request);
  const page = await context.newPage();
  const told: string[] = [];
  await page.exposeFunction("tellTest", (text: string) => void told.push(text));
  await page.addInitScript(writeDown, "tellTest");
  const lost: string[] = [];
  page.on("requestfailed", (request) =>
    lost.push(`${request.method()} ${request.url()} ${request.failure()?.errorText}`),
  );
  return { page, told, lost };
}
