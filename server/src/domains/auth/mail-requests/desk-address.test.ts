import { afterAll, beforeAll, expect, test } from "vitest";
import { jsonOf } from "../../../testing/open-browser.ts";
import { type Desk, openDesk } from "../../../testing/open-desk.ts";
import { accountMailsSettled, mailsTo } from "../../../testing/take-mail.ts";
import { newAddress, type Person, password, signUp, tokenIn } from "../../../testing/test-people.ts";

let app: Desk;
let owner: Person;
let own: string;
beforeAll(async () => {
  app = await openDesk();
  owner = await signUp(app);
  own = newAddress("support");
  await app.asOwner(
    "insert into inbound_addresses (address, client_id, is_verified) values ($1, $2, true)",
    [own, owner.tenantId],
    owner.tenantId,
  );
});
afterAll(() => app.stop());

const post = (path: string, json: unknown) => app.visit().send(`/api/auth/${path}`, { json });
const invite = (email: string) =>
  owner.send("/api/team/invitations", { json: { email, name: "Somebody", role: "agent" } });
const change = (email: string) => owner.send("/api/account/email", { json: { email, password } });

/** Addresses without a mailbox behind them. */
const desksAlone: [string, () => string][] = [
  ["a store's support address", () => owner.supportEmail],
  ["any at the domain of the desks", () => `nobody@${app.services.settings.mailDomain}`],
  ["the same in capitals", () => `NOBODY@${app.services.settings.mailDomain.toUpperCase()}`],
];
/** Addresses an attacker might try to get a link into a desk. */
const received: [string, () => string][] = [
  ...desksAlone,
  ["a store's own address", () => own],
  ["the same with a tag", () => own.replace("@", "+sales@")],
];

test.each(received)("refuses to invite %s or to accept it as an address, and says so", async (_, address) => {
  for (const ask of [invite, change]) {
    const response = await ask(address());
    expect([response.status, (await jsonOf(response)).code]).toEqual([409, "email_is_desk"]);
  }
  await accountMailsSettled(app);
  expect(await mailsTo(app, address().toLowerCase())).toEqual([]);
});

test.each(desksAlone)(
  "mails no link for a sign-up or forgotten password to %s, with the usual response",
  async (_, address) => {
    const email = address();
    const stranger = newAddress();
    for (const [path, more] of [
      ["sign-up/email", { password, name: "" }],
      ["forgot-password", {}],
    ] as const) {
      const [here, elsewhere] = [await post(path, { email, ...more }), await post(path, { email: stranger, ...more })];
      expect([here.status, await here.text()]).toEqual([elsewhere.status, await elsewhere.text()]);
    }
    await accountMailsSettled(app);
    expect(await mailsTo(app, email.toLowerCase())).toEqual([]);
    expect(await app.asOwner("select from account_claims where email = $1", [email.toLowerCase()])).toEqual([]);
    expect(await mailsTo(app, stranger)).toHaveLength(1);
  },
);

test("accepts an address that only resembles one of them", async () => {
  const { mailDomain } = app.services.settings;
  const alike = [`me@not-${mailDomain}`, `me@${mailDomain}.example`, own.replace("support.", "support-")];
  for (const email of alike) expect((await invite(email)).status).toBe(200);
  const unproved = newAddress("unproved");
  await app.asOwner(
    "insert into inbound_addresses (address, client_id, is_verified) values ($1, $2, false)",
    [unproved, owner.tenantId],
    owner.tenantId,
  );
  expect((await invite(unproved)).status).toBe(200);
});

test("never locks out a person who signs in with the store's own address: a forgotten password and a warning reach them", async () => {
  const admin = await signUp(app);
  const email = admin.email;
  await app.asOwner(
    "insert into inbound_addresses (address, client_id, is_verified) values ($1, $2, true)",
    [email, admin.tenantId],
    admin.tenantId,
  );
  await app.asOwner("update account_mail_times set latest_at = latest_at - interval '11 minutes'");
  const before = (await mailsTo(app, email)).length;
  await post("forgot-password", { email });
  await post("sign-up/email", { email, password, name: "" });
  await accountMailsSettled(app);
  const mails = await mailsTo(app, email);
  const subjects = mails.slice(0, mails.length - before).map(({ subject }) => subject);
  expect(subjects.toSorted()).toEqual(["Choose a new Deskhand password", "You already have a Deskhand account"]);
  const reset = mails.find(({ subject }) => subject.startsWith("Choose"));
  const chosen = "quite another horse battery";
  expect((await post("links/reset-password", { token: tokenIn(reset ?? { text: "" }), password: chosen })).status).toBe(
    200,
  );
  expect((await post("sign-in/email", { email, password: chosen })).status).toBe(200);
});
