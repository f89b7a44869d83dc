import type { Account } from "@deskhand/contract/account";
import type { BrowserContext, Page } from "playwright";
import type { Mailbox } from "./mailbox.ts";
import { sendAtOnce } from "./send-at-once.ts";

/** A store whose admin is signed in. */
export interface Store {
  /** The admin's browser. */
  browser: BrowserContext;
  page: Page;
  email: string;
  password: string;
  /** The address to which the store's customers write. */
  address: string;
  /** The address of the tickets tab; `page` is not there yet. */
  ticketsPath: string;
}

const password = "correct horse battery";

/** Signs up a store without its screens, which have a journey of their own, and confirms the address by its mail. */
export async function signUpStore(browser: BrowserContext, mailbox: Mailbox, name: string): Promise<Store> {
  const email = `owner@${name}.example`;
  const { request } = browser;
  const response = await request.post("/api/auth/sign-up/email", {
    data: { email, password, name: "Olive Owner" },
  });
  if (!response.ok()) throw new Error(`Signing up ${email} failed: ${response.status()} ${await response.text()}`);
  const { hash } = new URL(linkIn((await mailbox.next(email)).text));
  const confirmed = await request.post("/api/auth/links/confirm", { data: { token: hash.slice(1), password } });
  if (!confirmed.ok()) throw new Error(`Confirming ${email} failed: ${confirmed.status()} ${await confirmed.text()}`);
  const account: Account = await (await request.get("/api/me")).json();
  await sendAtOnce(request);
  const page = await browser.newPage();
  return {
    browser,
    page,
    email,
    password,
    address: account.client.supportEmail,
    ticketsPath: "/dashboard/tickets",
  };
}

/** Returns the first web address in a mail's text. */
export function linkIn(text: string | undefined): string {
  const link = /https?:\/\/\S+/.exec(text ?? "")?.[0];
  if (link === undefined) throw new Error(`There is no link in: ${text}`);
  return link;
}
