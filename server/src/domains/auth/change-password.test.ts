import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { holdRows } from "../../testing/hold-rows.ts";
import { jsonOf } from "../../testing/open-browser.ts";
import { type Desk, openDesk } from "../../testing/open-desk.ts";
import { openScreen } from "../../testing/open-screen.ts";
import { mailsTo, until } from "../../testing/take-mail.ts";
import { addColleague, newOwner, type Person, password, signIn } from "../../testing/test-people.ts";

let app: Desk;
beforeAll(async () => {
  app = await openDesk();
});
afterAll(() => app.stop());

const another = "another horse battery";

async function canSignIn(email: string, password: string): Promise<boolean> {
  return (await app.visit().send("/api/auth/sign-in/email", { json: { email, password } })).status === 200;
}

function auditOf({ tenantId, userId }: { tenantId: string; userId: string }) {
  const sql =
    "select action, details from audit_log where actor_id = $1 and action like 'account.password%' order by created_at, id";
  return app.asOwner(sql, [userId], tenantId);
}

async function changedMails(email: string): Promise<string[]> {
  const mails = await mailsTo(app, email);
  return mails.filter(({ subject }) => subject === "Your Deskhand password was changed").map(({ text }) => text);
}

test("changes the password, ends all other sessions, keeps this one, and confirms by mail", async () => {
  const owner = await newOwner(app);
  const phone = await signIn(app, owner);
  const screen = await openScreen(app, phone);
  const colleague = await addColleague(app, owner, "agent");
  expect(await owner.api.account.changePassword({ current: password, new: another })).toEqual({ endedSessions: 1 });
  await until(async () => !screen.isConnected());
  await until(async () => (await phone.send("/api/me")).status === 401);
  expect((await owner.send("/api/me")).status).toBe(200);
  expect((await colleague.send("/api/me")).status).toBe(200);
  expect([await canSignIn(owner.email, password), await canSignIn(owner.email, another)]).toEqual([false, true]);
  await until(async () => (await changedMails(owner.email)).length === 1);
  const [text] = await changedMails(owner.email);
  expect(text).toContain("at Acme Shop was changed. You were signed out everywhere else.");
  expect(text).toContain("with an unknown device, from the address");
  expect(text).not.toContain(another);
  expect(await auditOf(owner)).toEqual([{ action: "account.password-changed", details: { endedSessions: 1 } }]);
});

test("refuses a wrong current password by its field, and audits it", async () => {
  const owner = await newOwner(app);
  const phone = await signIn(app, owner);
  await expect(owner.api.account.changePassword({ current: "not mine", new: another })).rejects.toMatchObject({
    code: "input_invalid",
    status: 422,
    data: { fields: { current: ["This is not your current password"] } },
  });
  expect((await phone.send("/api/me")).status).toBe(200);
  expect(await canSignIn(owner.email, password)).toBe(true);
  expect(await auditOf(owner)).toEqual([{ action: "account.password-refused", details: {} }]);
});

test("tries no more passwords for a quarter of an hour after five wrong ones, even at once", async () => {
  const [owner, neighbour] = [await newOwner(app), await newOwner(app)];
  const guess = (current: string) =>
    owner.api.account.changePassword({ current, new: another }).catch(({ code }: { code: string }) => code);
  const codes = await Promise.all(Array.from({ length: 12 }, (_, index) => guess(`guess ${index}`)));
  expect(codes.filter((code) => code === "input_invalid")).toHaveLength(5);
  expect(codes.filter((code) => code === "too_many_attempts")).toHaveLength(7);
  expect(await guess(password)).toBe("too_many_attempts");
  expect(await neighbour.api.account.changePassword({ current: password, new: another })).toEqual({ endedSessions: 0 });
  // Only the table's owner, who has to say so, can change the past.
  await app.asOwner("alter table audit_log disable row level security, disable trigger user");
  await app.asOwner("update audit_log set created_at = created_at - interval '16 minutes'");
  await app.asOwner("alter table audit_log enable row level security, enable trigger user");
  expect(await guess(password)).toEqual({ endedSessions: 0 });
});

test("refuses a weak new password with every reason, before it checks the current one", async () => {
  const owner = await newOwner(app);
  await expect(owner.api.account.changePassword({ current: "not mine", new: "1111" })).rejects.toMatchObject({
    code: "weak_password",
    status: 422,
    data: { reasons: ["Use at least 8 characters", "It repeats the same characters"] },
  });
  expect(await auditOf(owner)).toEqual([]);
});

test("refuses the present password as a new one", async () => {
  const owner = await newOwner(app);
  await expect(owner.api.account.changePassword({ current: password, new: password })).rejects.toMatchObject({
    code: "weak_password",
    data: { reasons: ["It is the password you have now"] },
  });
});

test("changes it once when asked again after a lost response, or by a double click", async () => {
  const owner = await newOwner(app);
  const change = () => owner.api.account.changePassword({ current: password, new: another });
  const responses = await Promise.all([change(), change(), change()]);
  expect(responses).toEqual(Array(3).fill({ endedSessions: 0 }));
  expect(await auditOf(owner)).toHaveLength(1);
  await until(async () => (await changedMails(owner.email)).length === 1);
  expect(await canSignIn(owner.email, another)).toBe(true);
});

test.each([
  ["the new password cannot be kept", "update of password on accounts"],
  ["the other sessions cannot be ended", "delete on sessions"],
])("changes, records and mails nothing when %s", async (_, change) => {
  const owner = await newOwner(app);
  const phone = await signIn(app, owner);
  await app.asOwner("create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$");
  await app.asOwner(`create trigger refuse before ${change} for each row execute function refuse()`);
  await expect(owner.api.account.changePassword({ current: password, new: another })).rejects.toThrow();
  await app.asOwner("drop function refuse cascade");
  expect(app.takeErrors()).not.toEqual([]);
  expect((await phone.send("/api/me")).status).toBe(200);
  expect(await canSignIn(owner.email, password)).toBe(true);
  expect(await auditOf(owner)).toEqual([]);
  expect(await changedMails(owner.email)).toEqual([]);
});

test("changes the password with a session that is due for renewal", async () => {
  const people = [
    await newOwner(app),
    await newOwner(app),
    await newOwner(app),
    await newOwner(app),
    await newOwner(app),
  ];
  for (const { userId } of people) {
    const old = "created_at = now() - interval '61 days', expires_at = now() + interval '29 days'";
    await app.asOwner(`update sessions set ${old}, ends_at = now() + interval '29 days' where user_id = $1`, [userId]);
  }
  const change = ({ api }: Person) => api.account.changePassword({ current: password, new: another });
  expect(await Promise.all(people.map(change))).toEqual(people.map(() => ({ endedSessions: 0 })));
  for (const person of people) expect((await person.send("/api/me")).status).toBe(200);
});

test("lets several people change passwords and end sessions at once, over four connections", async () => {
  const people = await Promise.all(Array.from({ length: 8 }, () => newOwner(app)));
  const change = ({ api }: Person) => api.account.changePassword({ current: password, new: another });
  expect(await Promise.all(people.map(change))).toEqual(people.map(() => ({ endedSessions: 0 })));
  const ended = await Promise.all(people.map(({ api }) => api.account.endOtherSessions()));
  expect(ended.map(({ items }) => items.length)).toEqual(people.map(() => 1));
});

test("fails within seconds while another transaction holds a lock, and changes nothing", async () => {
  const owner = await newOwner(app);
  const pool = new pg.Pool({ connectionString: app.ownerUrl });
  const lock = await holdRows(pool, owner, "select from sessions where user_id = $1 for update", [owner.userId]);
  await expect(owner.api.account.changePassword({ current: password, new: another })).rejects.toMatchObject({
    code: "try_again",
  });
  await lock.release();
  await pool.end();
  expect(app.takeErrors()).not.toEqual([]);
  expect([await canSignIn(owner.email, another), await canSignIn(owner.email, password)]).toEqual([false, true]);
});

test("refuses a person without a password", async () => {
  const owner = await newOwner(app);
  await app.asOwner("update accounts set provider_id = 'google', password = null where user_id = $1", [owner.userId]);
  await expect(owner.api.account.changePassword({ current: password, new: another })).rejects.toMatchObject({
    code: "password_not_set",
    status: 409,
  });
});

test.each([
  [{}, ["current", "new"]],
  [{ current: "", new: "" }, ["current", "new"]],
  [{ current: password, new: 7 }, ["new"]],
  [{ current: "x".repeat(129), new: another }, ["current"]],
])("refuses %j by its fields", async (json, fields) => {
  const owner = await newOwner(app);
  const response = await owner.send("/api/account/password", { json });
  const { data } = await jsonOf(response);
  expect([response.status, Object.keys(Object(data).fields)]).toEqual([422, fields]);
});

test("refuses an ended session even while it is still cached", async () => {
  const owner = await newOwner(app);
  const phone = await signIn(app, owner);
  await owner.api.account.endOtherSessions();
  await expect(phone.api.account.changePassword({ current: password, new: another })).rejects.toMatchObject({
    code: "not_signed_in",
  });
  expect(await canSignIn(owner.email, password)).toBe(true);
});

test("gives the session in use a new token, so that the old one signs nobody in", async () => {
  const owner = await newOwner(app);
  const before = owner.cookieHeader();
  await owner.api.account.changePassword({ current: password, new: another });
  expect(owner.cookieHeader()).not.toBe(before);
  expect((await app.visit().send("/api/me", { headers: { cookie: before } })).status).toBe(401);
  expect((await owner.send("/api/me")).status).toBe(200);
  const { items } = await owner.api.account.sessions();
  expect(items).toHaveLength(1);
});
