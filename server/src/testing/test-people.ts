import { randomUUID } from "node:crypto";
import type { Role } from "@deskhand/contract/permissions";
import { hash } from "@node-rs/argon2";
import { authenticatorApp } from "../../../stand-ins/authenticator-app.ts";
import { storeNameFor } from "../domains/tenants/index.ts";
import { newId } from "../platform/db/ids.ts";
import { asTenantId, type TenantId } from "../platform/db/tenant.ts";
import type { Browser } from "./open-browser.ts";
import type { Desk } from "./open-desk.ts";
import { takeMail, until } from "./take-mail.ts";

/** A person of a store's staff, signed in at a browser. */
export type Person = Browser & {
  userId: string;
  tenantId: TenantId;
  email: string;
  name: string;
  password: string;
  supportEmail: string;
};

export const password = "correct horse battery";

/** Returns an address that is not in use yet. */
export function newAddress(name = "owner"): string {
  return `${name}.${randomUUID().slice(0, 8)}@acme-shop.test`;
}

/** Signs up a new store through the real endpoints, confirms its address by the mail's link, and is then signed in. */
export async function signUp(app: Desk, email = newAddress()): Promise<Person> {
  const browser = app.visit();
  await expectOk(await browser.send("/api/auth/sign-up/email", { json: { email, password, name: "" } }));
  const token = tokenIn(await takeMail(app, email));
  await expectOk(await browser.send("/api/auth/links/confirm", { json: { token, password } }));
  return personAt(browser, email);
}

/** Returns the token in a mail's link to one of our pages. */
export function tokenIn(mail: { text: string }): string {
  const token = /https?:\/\/[^\s/]+\/[a-z-]+#([\w-]+)/.exec(mail.text)?.[1];
  if (!token) throw new Error(`No link in this mail: ${mail.text}`);
  return token;
}

/** Makes a store as a sign-up leaves it, without its mails, and signs its owner in. */
export async function newOwner(app: Desk, email = newAddress()): Promise<Person> {
  const { id } = await app.makeTenant({ storeName: storeNameFor(email) });
  await addAccount(app, { tenantId: id, email, name: email.slice(0, email.indexOf("@")), role: "admin" });
  return signIn(app, { email, password });
}

/** Signs in with an e-mail address and a password, at a new browser. */
export async function signIn(
  app: Desk,
  { email, password, rememberMe }: { email: string; password: string; rememberMe?: boolean },
): Promise<Person> {
  const browser = app.visit();
  await expectOk(await browser.send("/api/auth/sign-in/email", { json: { email, password, rememberMe } }));
  return personAt(browser, email);
}

/** Adds a colleague to a person's store, without an invitation, and signs them in. */
export async function addColleague(
  app: Desk,
  { tenantId }: { tenantId: string },
  role: Role,
  email = newAddress(role),
): Promise<Person> {
  await addAccount(app, { tenantId, email, name: role, role });
  return signIn(app, { email, password });
}

type NewPerson = { tenantId: string; email: string; name: string; role: Role };

/** Adds a person with a confirmed address and the tests' password, as the database's owner. */
async function addAccount(app: Desk, { tenantId, email, name, role }: NewPerson): Promise<void> {
  await app.asOwner(
    `with person as (
       insert into users (client_id, id, email, name, role) values ($1, $2, $3, $4, $5) returning client_id, id, email, name
     ), identity as (
       insert into identities (client_id, id, email, email_verified, name)
       select client_id, id, email, true, name from person returning id
     )
     insert into accounts (id, account_id, provider_id, user_id, password) select $6, id, 'credential', id, $7 from identity`,
    [tenantId, newId(), email, name, role, newId(), await hash(password, app.services.settings.passwordCost)],
    tenantId,
  );
}

/** Turns on two-factor sign-in for a person, as Settings do; the current code may be used once more. */
export async function turnOnTwoFactor(app: Desk, { api, password, userId, tenantId }: Person) {
  const { key } = await api.twoFactor.begin({ password });
  const phone = authenticatorApp(key);
  const { recoveryCodes } = await api.twoFactor.confirm({ code: phone.code() });
  // Frees the current code, which was just used; the one before could be too old by the time it is sent.
  await app.asOwner("update second_factors set last_step = last_step - 1 where user_id = $1", [userId], tenantId);
  return { phone, recoveryCodes };
}

async function personAt(browser: Browser, email: string): Promise<Person> {
  const { user, client } = await browser.api.account.me();
  const store = { tenantId: asTenantId(client.id), supportEmail: client.supportEmail };
  return { ...browser, ...store, userId: user.id, name: user.name, email, password };
}

async function expectOk(response: Response): Promise<void> {
  if (response.status >= 400) throw new Error(`${response.status} ${response.url}: ${await response.text()}`);
}

/** Waits until somebody who was removed from the team is gone: a worker takes their tickets first. */
export async function untilRemoved(
  app: Desk,
  { userId, tenantId }: Pick<Person, "userId" | "tenantId">,
): Promise<void> {
  await until(async () => {
    const left = await app.asOwner("select from users where id = $1", [userId], tenantId);
    return left.length === 0;
  });
}
