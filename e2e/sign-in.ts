import type { BrowserContext, Page } from "playwright";
import type { Desk } from "./desk.ts";

/**
 * Signs in without the sign-in screen, in a browser where another person may still be signed in. Do not call it while a page
 * opens the sign-in screen, which would lead away a signed-in person in the middle of the next step.
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
