import type { Page } from "playwright";
import type { Desk } from "./desk.ts";
import { sendAtOnce } from "./send-at-once.ts";
import { signIn } from "./sign-in.ts";

const password = "deskhand-demo";

/** Signs in a person of the demo store, in a separate browser, without the sign-in screen. */
export async function signInAtDemoStore(desk: Desk, who: "admin" | "supervisor" | "agent"): Promise<Page> {
  const browser = await desk.newBrowser();
  await signIn(desk, browser, `${who}@lumenandloom.example`, password);
  await sendAtOnce(browser.request);
  return browser.newPage();
}
