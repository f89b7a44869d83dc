import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../../../platform/db/ids.ts";
import { type asTenantId, noTenant } from "../../../platform/db/tenant.ts";
import { type Desk, openDesk } from "../../../testing/open-desk.ts";
import { accountMailsSettled, mailsTo, takeMail, until } from "../../../testing/take-mail.ts";
import { addColleague, newAddress } from "../../../testing/test-people.ts";
import { networkOf } from "../guesses/network-of.ts";
import { sendInvitation, withdrawInvitation } from "../index.ts";
import { endMailWait } from "./mail-pace.ts";
import { insertClaim } from "./mail-requests.queries.ts";
import { type MailRequest, requestMail } from "./request-mail.ts";

let app: Desk;
let store: { id: ReturnType<typeof asTenantId> };
beforeAll(async () => {
  app = await openDesk();
  store = await app.makeTenant({ storeName: "Lumen & Loom" });
});
afterAll(() => app.stop());

const asked = { at: "2026-11-22T12:03:00.000Z", device: "Firefox on Linux", ip: "203.0.113.7" };

/** Inserts the profile of an invited person, and invites them. */
async function invite(email: string, tenantId = store.id, userId = newId()): Promise<string> {
  await app.db.withTenant(tenantId, async (tx) => {
    await tx
      .insertInto("users")
      .values({ id: userId, client_id: tenantId, email, name: "New", role: "agent" })
      .execute();
    await sendInvitation(tx, app.services, { userId, email, inviterName: "Olive Owner" });
  });
  return userId;
}

const inviteAgain = (userId: string, email: string) =>
  app.db.withTenant(store.id, (tx) => sendInvitation(tx, app.services, { userId, email, inviterName: "Olive Owner" }));

const links = (userId: string) =>
  app.asOwner<{ used: boolean }>(
    "select used_at is not null as used from account_links where subject_id = $1 order by created_at",
    [userId],
  );

/** Moves counters and waiting jobs this many minutes into the past. */
async function sendLater(minutes: number): Promise<void> {
  const before = "- make_interval(mins => $1)";
  await app.asOwner(
    `update account_mail_times set latest_at = latest_at ${before}, day_began_at = day_began_at ${before},
       waits_until = waits_until ${before}`,
    [minutes],
  );
  await app.asOwner(
    `update pgboss.job set start_after = start_after ${before} where name = 'account.ask-mail' and state = 'created'`,
    [minutes],
  );
}

/** Asks for a mail and waits until it is handled. */
async function ask(request: MailRequest): Promise<void> {
  await app.db.withTenant(noTenant, (tx) => requestMail(tx, app.services, request));
  await accountMailsSettled(app);
}

async function signUp(email: string, ip = asked.ip): Promise<string> {
  const id = newId();
  const about = { password: "hash", name: "", timeZone: "UTC", network: networkOf(ip), asked: { ...asked, ip } };
  await app.db.withTenant(noTenant, (tx) => insertClaim(tx, { id, email, ...about }));
  await ask({ kind: "sign-up", email });
  return id;
}

const linksIn = ({ text }: { text: string }) => text.match(/http:\/\/desk\.test\/confirm#[\w-]{43}/g) ?? [];
const placesIn = ({ text }: { text: string }) =>
  [...text.matchAll(/from the address ([\d.]*\d)/g)].map(([, place]) => place);
const waitingJobs = async () =>
  (await app.asOwner("select from pgboss.job where name = 'account.ask-mail' and state = 'created'")).length;

test("names the inviting person and store in an invitation, and stores its link nowhere", async () => {
  const email = newAddress("invited");
  await invite(email);
  const { subject, text } = await takeMail(app, email);
  expect(subject).toBe("You are invited to the help desk of Lumen & Loom");
  expect(text).toContain("Olive Owner invites you");
  const [, token = ""] = /http:\/\/desk\.test\/invitation#([\w-]{43})\s/.exec(text) ?? [];
  expect(token).not.toBe("");
  const rows = await app.asOwner("select details from outgoing_mails where to_email = $1", [email], store.id);
  expect(JSON.stringify(rows)).toContain("/invitation");
  expect(JSON.stringify(rows)).not.toContain(token);
});

test("tells an existing account's owner by mail, and makes no link", async () => {
  const elsewhere = await app.makeTenant({ storeName: "Elsewhere" });
  const { email } = await addColleague(app, { tenantId: elsewhere.id }, "agent");
  const userId = await invite(email);
  const { text } = await takeMail(app, email);
  expect(text).toContain("You already have an account");
  expect(text).not.toContain("/invitation");
  expect(text).not.toContain("Elsewhere");
  expect(await links(userId)).toEqual([]);
});

test("replaces the first link by a second invitation, but sends none within ten minutes", async () => {
  const email = newAddress("again");
  const userId = await invite(email);
  await takeMail(app, email);
  await inviteAgain(userId, email);
  await accountMailsSettled(app);
  expect(await links(userId)).toEqual([{ used: false }]);
  await sendLater(11);
  await inviteAgain(userId, email);
  await accountMailsSettled(app);
  expect(await links(userId)).toEqual([{ used: true }, { used: false }]);
  expect(await mailsTo(app, email)).toHaveLength(2);
  await app.db.withTenant(store.id, (tx) => withdrawInvitation(tx, userId));
  expect(await links(userId)).toEqual([{ used: true }, { used: true }]);
});

test("does not let a store withdraw another store's invitation", async () => {
  const email = newAddress("foreign");
  const userId = await invite(email);
  await takeMail(app, email);
  const other = await app.makeTenant();
  await app.db.withTenant(other.id, (tx) => withdrawInvitation(tx, userId));
  expect(await links(userId)).toEqual([{ used: false }]);
});

test("lets two stores invite one address, and a stranger's sign-up prevents neither", async () => {
  const email = newAddress("wanted");
  await signUp(email);
  const other = await app.makeTenant({ storeName: "The Other" });
  await invite(email);
  await invite(email, other.id);
  await until(async () => (await mailsTo(app, email)).length === 3);
});

test("holds back sign-ups within ten minutes, then mails all of them at once, each with its place and link", async () => {
  const email = newAddress("crowded");
  await signUp(email, "203.0.113.1");
  for (const ip of ["203.0.113.2", "198.51.100.1", "192.0.2.1"]) await signUp(email, ip);
  expect(await mailsTo(app, email)).toHaveLength(1);
  expect(await waitingJobs()).toBe(1);
  await sendLater(11);
  await until(async () => (await mailsTo(app, email)).length === 2);
  const [second] = await mailsTo(app, email);
  expect(placesIn(second ?? { text: "" })).toEqual(["192.0.2.1", "198.51.100.1", "203.0.113.2"]);
  expect(new Set(linksIn(second ?? { text: "" })).size).toBe(3);
  await accountMailsSettled(app);
  // Nobody waits any more, so nothing else is sent.
  expect(await waitingJobs()).toBe(0);
  await sendLater(11);
  await accountMailsSettled(app);
  expect(await mailsTo(app, email)).toHaveLength(2);
});

test("mails the newest sign-up of each network first, and the others in the next mail", async () => {
  const email = newAddress("besieged");
  await signUp(email, "203.0.113.1");
  await signUp(email, "198.51.100.9");
  for (let last = 1; last <= 12; last += 1) await signUp(email, `203.0.113.${last}`);
  await sendLater(11);
  await until(async () => (await mailsTo(app, email)).length === 2);
  const [second] = await mailsTo(app, email);
  expect(placesIn(second ?? { text: "" })).toEqual([
    ...["203.0.113.12", "203.0.113.11", "203.0.113.10", "203.0.113.9", "198.51.100.9"],
  ]);
  await accountMailsSettled(app);
  expect(await waitingJobs()).toBe(0);
  for (let network = 1; network <= 7; network += 1) await signUp(email, `10.0.${network}.1`);
  await sendLater(11);
  await until(async () => (await mailsTo(app, email)).length === 3);
  await accountMailsSettled(app);
  await sendLater(11);
  await until(async () => (await mailsTo(app, email)).length === 4);
  const [fourth, third] = await mailsTo(app, email);
  expect([third, fourth].map((mail) => placesIn(mail ?? { text: "" }))).toEqual([
    [7, 6, 5, 4, 3].map((network) => `10.0.${network}.1`),
    ["10.0.2.1", "10.0.1.1"],
  ]);
  await accountMailsSettled(app);
});

test("delays sign-ups beyond five mails a day to the next day, with a valid link", async () => {
  const email = newAddress("bombed");
  for (let count = 0; count < 5; count += 1) {
    await signUp(email);
    await sendLater(11);
  }
  const last = await signUp(email);
  await sendLater(60);
  await accountMailsSettled(app);
  expect(await mailsTo(app, email)).toHaveLength(5);
  await app.asOwner("update account_claims set created_at = created_at - interval '26 hours' where id = $1", [last]);
  await app.db.withoutTenant((tx) => tx.selectNoFrom(sql`purge_expired_sign_ins()`.as("purged")).execute());
  await sendLater(24 * 60);
  await until(async () => (await mailsTo(app, email)).length === 6);
  expect(await links(last)).toEqual([{ used: false }]);
  await app.db.withoutTenant((tx) => tx.selectNoFrom(sql`purge_expired_sign_ins()`.as("purged")).execute());
  expect(await app.asOwner("select from account_claims where id = $1", [last])).toHaveLength(1);
  await accountMailsSettled(app);
});

test("counts mails per purpose, so that one purpose never blocks another", async () => {
  const agent = await addColleague(app, { tenantId: store.id }, "agent");
  const subjects = async () => (await mailsTo(app, agent.email)).map(({ subject }) => subject);
  await signUp(agent.email);
  await ask({ kind: "reset", email: agent.email, asked });
  expect(await subjects()).toEqual(["Choose a new Deskhand password", "You already have a Deskhand account"]);
  for (let count = 0; count < 6; count += 1) {
    await sendLater(11);
    await signUp(agent.email);
  }
  await ask({ kind: "reset", email: agent.email, asked });
  const resets = async () => (await mailsTo(app, agent.email)).filter(({ subject }) => /Choose/.test(subject));
  expect(await resets()).toHaveLength(2);
  // A sign-up within the wait sends no mail and does not affect earlier ones.
  await ask({ kind: "reset", email: agent.email, asked });
  expect([(await resets()).length, await links(agent.userId)]).toEqual([2, [{ used: false }, { used: false }]]);
  // The owner is warned five times a day, and the sign-ups are dropped.
  expect((await subjects()).length).toBe(7);
  expect(await app.asOwner("select from account_claims where email = $1", [agent.email])).toEqual([]);
  expect(await waitingJobs()).toBe(0);
});

test("names in a mail when, with what device and from where it was requested", async () => {
  const email = newAddress("told");
  await signUp(email);
  const { text } = await takeMail(app, email);
  expect(text).toContain("on November 22, 2026 at 12:03 PM (UTC) with Firefox on Linux, from the address 203.0.113.7.");
});

test("sends one mail and keeps at most one waiting job for sign-ups at the same moment", async () => {
  const email = newAddress("twice");
  const before = await waitingJobs();
  await Promise.all(Array.from({ length: 6 }, () => signUp(email)));
  expect(await mailsTo(app, email)).toHaveLength(1);
  expect((await waitingJobs()) - before).toBeLessThan(2);
});

test("offers a new password only to people with an account who may sign in", async () => {
  const [agent, gone] = [
    await addColleague(app, { tenantId: store.id }, "agent"),
    await addColleague(app, { tenantId: store.id }, "agent"),
  ];
  await app.asOwner("update users set is_active = false where id = $1", [gone.userId], store.id);
  const nobody = newAddress("nobody");
  for (const email of [agent.email.toUpperCase(), gone.email, nobody]) await ask({ kind: "reset", email, asked });
  const { subject, text } = await takeMail(app, agent.email);
  expect(subject).toBe("Choose a new Deskhand password");
  expect(text).toMatch(/http:\/\/desk\.test\/reset-password#[\w-]{43}\s/);
  expect([await mailsTo(app, gone.email), await mailsTo(app, nobody)]).toEqual([[], []]);
});

test("skips the wait after a link was used, as it proves the mailbox, but still counts the day's mails", async () => {
  const email = newAddress("proven");
  for (let count = 1; count <= 7; count += 1) {
    await signUp(email);
    expect(await mailsTo(app, email)).toHaveLength(Math.min(count, 5));
    await app.db.withTenant(store.id, (tx) => endMailWait(tx, email));
  }
});
