import type { Page } from "playwright";
import type { Desk } from "./desk.ts";
import { sendAtOnce } from "./send-at-once.ts";
import { signIn } from "./sign-in.ts";

const password = "deskhand-demo";

/** Signs one of the demo store's staff in, in a browser of their own, without the sign-in screen. */
export async function signInAtDemoStore(desk: Desk, who: "admin" | "supervisor" | "agent"): Promise<Page> {
  const browser = await desk.newBrowser();
  await signIn(desk, browser, `${who}@lumenandloom.example`, password);
  await sendAtOnce(browser.request);
  return browser.newPage();
}
