import type { BrowserContext, Page } from "playwright";
import type { Desk } from "./desk.ts";

/**
 * Signs somebody in without the sign-in screen, in a browser where somebody else may be so far. Not while one of its
 * pages opens the sign-in screen: whoever is signed in by then is led away from it, in the middle of the next step.
 */
export async function signIn({ url }: Desk, browser: BrowserContext, email: string, password: string): Promise<void> {
  const response = await browser.request.post("/api/auth/sign-in/email", {
    headers: { origin: url },
    data: { email, password },
  });
  if (!response.ok()) throw new Error(`Signing in ${email} failed: ${response.status()} ${await response.text()}`);
}

/** Signs in at the sign-in screen, as a person does. */
export async function enterPassword(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
}
