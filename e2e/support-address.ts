import type { Account } from "@deskhand/contract/account";
import type { Page } from "playwright";

/** Where the customers of the store write that is signed in on this page. */
export async function supportAddress(page: Page): Promise<string> {
  const account: Account = await (await page.request.get("/api/me")).json();
  return account.client.supportEmail;
}
