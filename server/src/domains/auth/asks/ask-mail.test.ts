import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../../../platform/db/ids.ts";
import { type asTenantId, noTenant } from "../../../platform/db/tenant.ts";
import { type Desk, openDesk } from "../../../testing/open-desk.ts";
import { mailsTo, takeMail, until } from "../../../testing/take-mail.ts";
import { addColleague, newAddress } from "../../../testing/test-people.ts";
import { sendInvitation, withdrawInvitation } from "../index.ts";
import { type Ask, askMail, endMailWait } from "./ask-mail.ts";
import { insertClaim } from "./asks.queries.ts";

let app: Desk;
let store: { id: ReturnType<typeof asTenantId> };
beforeAll(async () => {
  app = await openDesk();
  store = await app.makeTenant({ storeName: "Lumen & Loom" });
});
afterAll(() => app.stop());

const asked = { at: "2026-11-22T12:03:00.000Z", device: "Firefox on Linux", ip: "203.0.113.7" };

/** Makes the profile of somebody who is invited, and invites them. */
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

const sendLater = (minutes: number) =>
  app.asOwner("update account_mail_times set latest_at = latest_at - make_interval(mins => $1)", [minutes]);

/** Asks for a mail and waits until that is answered. */
async function ask(given: Ask): Promise<void> {
  await app.db.withTenant(noTenant, (tx) => askMail(tx, app.services, given));
  await settled();
}

async function settled(): Promise<void> {
  const open = `select from pgboss.job where name in ('account.ask-mail', 'mail.deliver', 'mail.deliver-claim')
    and state in ('created', 'active', 'retry')`;
  await until(async () => (await app.db.pool.query(open)).rowCount === 0);
  await sleep(20);
}

async function signUp(email: string): Promise<string> {
  const id = newId();
  await app.db.withTenant(noTenant, (tx) =>
    insertClaim(tx, { id, email, password: "hash", name: "", timeZone: "UTC" }),
  );
  await ask({ kind: "sign-up", email, claimId: id, asked });
  return id;
}

test("an invitation names who invites and where to, and its link is in no row", async () => {
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

test("who has an account is told so by mail, and no link is made", async () => {
  const elsewhere = await app.makeTenant({ storeName: "Elsewhere" });
  const { email } = await addColleague(app, { tenantId: elsewhere.id }, "agent");
  const userId = await invite(email);
  const { text } = await takeMail(app, email);
  expect(text).toContain("You already have an account");
  expect(text).not.toContain("/invitation");
  expect(text).not.toContain("Elsewhere");
  expect(await links(userId)).toEqual([]);
});

test("a second invitation makes the first one's link void; one within ten minutes is not sent", async () => {
  const email = newAddress("again");
  const userId = await invite(email);
  await takeMail(app, email);
  await inviteAgain(userId, email);
  await settled();
  expect(await links(userId)).toEqual([{ used: false }]);
  await sendLater(11);
  await inviteAgain(userId, email);
  await settled();
  expect(await links(userId)).toEqual([{ used: true }, { used: false }]);
  expect(await mailsTo(app, email)).toHaveLength(2);
  await app.db.withTenant(store.id, (tx) => withdrawInvitation(tx, userId));
  expect(await links(userId)).toEqual([{ used: true }, { used: true }]);
});

test("nobody withdraws what another store has sent", async () => {
  const email = newAddress("foreign");
  const userId = await invite(email);
  await takeMail(app, email);
  const other = await app.makeTenant();
  await app.db.withTenant(other.id, (tx) => withdrawInvitation(tx, userId));
  expect(await links(userId)).toEqual([{ used: false }]);
});

test("two stores may invite one address, and a stranger's sign-up keeps neither from it", async () => {
  const email = newAddress("wanted");
  await signUp(email);
  const other = await app.makeTenant({ storeName: "The Other" });
  await invite(email);
  await invite(email, other.id);
  await until(async () => (await mailsTo(app, email)).length === 3);
});

test("to one address goes one mail in ten minutes and five in a day, whatever is asked for", async () => {
  const email = newAddress("bombed");
  const claims = [await signUp(email), await signUp(email.toUpperCase().toLowerCase())];
  expect(await mailsTo(app, email)).toHaveLength(1);
  for (let count = 0; count < 7; count += 1) {
    await sendLater(11);
    claims.push(await signUp(email));
  }
  expect(await mailsTo(app, email)).toHaveLength(5);
  // What was mailed no link cannot be confirmed, and is not kept.
  expect(await app.asOwner("select from account_claims where id = any ($1)", [claims])).toHaveLength(5);
  await app.asOwner("update account_mail_times set day_began_at = now() - interval '1 day'");
  await sendLater(11);
  await signUp(email);
  expect(await mailsTo(app, email)).toHaveLength(6);
});

test("a mail names when, with what and from where it was asked for", async () => {
  const email = newAddress("told");
  await signUp(email);
  const { text } = await takeMail(app, email);
  expect(text).toContain("on November 22, 2026 at 12:03 PM (UTC) with Firefox on Linux, from the address 203.0.113.7.");
});

test("of two asked for at the same moment one is sent", async () => {
  const email = newAddress("twice");
  await Promise.all(Array.from({ length: 6 }, () => signUp(email)));
  expect(await mailsTo(app, email)).toHaveLength(1);
});

test("a new password is offered to whoever has an account and may sign in, and to nobody else", async () => {
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

test("whoever used a link has the mailbox, so the next mail to it does not wait; the day's are still counted", async () => {
  const email = newAddress("proven");
  for (let count = 1; count <= 7; count += 1) {
    await signUp(email);
    expect(await mailsTo(app, email)).toHaveLength(Math.min(count, 5));
    await app.db.withTenant(store.id, (tx) => endMailWait(tx, email));
  }
});
