import type { Account } from "@deskhand/contract/account";
import type { Page } from "playwright";

/** Returns the address to which the customers of the page's store write. */
export async function supportAddress(page: Page): Promise<string> {
  const account: Account = await (await page.request.get("/api/me")).json();
  return account.client.supportEmail;
}
