import type { BrowserContext } from "playwright";
import type { Desk } from "./desk.ts";

/** Signs somebody in without the sign-in screen, in a browser where somebody else may be so far. */
export async function signIn({ url }: Desk, browser: BrowserContext, email: string, password: string): Promise<void> {
  const response = await browser.request.post("/api/auth/sign-in/email", {
    headers: { origin: url },
    data: { email, password },
  });
  if (!response.ok()) throw new Error(`Signing in ${email} failed: ${response.status()} ${await response.text()}`);
}
