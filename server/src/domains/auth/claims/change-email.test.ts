import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../../../platform/db/ids.ts";
import { databaseTime, fromNow } from "../../../testing/from-now.ts";
import { holdRows } from "../../../testing/hold-rows.ts";
import { type Browser, jsonOf } from "../../../testing/open-browser.ts";
import { type Desk, openDesk } from "../../../testing/open-desk.ts";
import { mailsTo, takeMail, until } from "../../../testing/take-mail.ts";
import { addColleague, newAddress, newOwner, type Person, signIn } from "../../../testing/test-people.ts";

let app: Desk;
beforeAll(async () => {
  app = await openDesk();
});
afterAll(() => app.stop());

const tokenIn = ({ text }: { text: string }) => /\/change-email#([\w-]+)/.exec(text)?.[1] ?? "";
const confirm = (token: unknown, browser: Browser = app.visit()) =>
  browser.send("/api/auth/links/change-email", { json: { token } });
const codeOf = async (response: Response) => (await jsonOf(response)).code;
const canSignIn = async (email: string, { password }: Person) =>
  (await app.visit().send("/api/auth/sign-in/email", { json: { email, password } })).status === 200;
const subjectsTo = async (email: string) => (await mailsTo(app, email)).map(({ subject }) => subject);

/** Asks for another address; returns the token of the mailed link. */
async function ask({ api, password }: Person, email: string): Promise<string> {
  expect(await api.account.changeEmail({ email, password })).toEqual({ email: email.toLowerCase() });
  return tokenIn(await takeMail(app, email.toLowerCase()));
}

test("changes the address once by the link mailed to the new one, and notifies the old one", async () => {
  const owner = await newOwner(app);
  const [phone, email] = [await signIn(app, owner), newAddress("Next")];
  const token = await ask(owner, email);
  await until(async () => (await subjectsTo(owner.email)).includes("Your e-mail address is about to change"));
  expect((await owner.api.account.me()).user.email).toBe(owner.email);
  expect([await canSignIn(owner.email, owner), await canSignIn(email, owner)]).toEqual([true, false]);

  expect((await app.visit().send("/change-email")).status).not.toBe(405);
  expect((await owner.api.account.me()).user.email).toBe(owner.email);
  expect((await confirm(token, owner)).status).toBe(200);
  await until(async () => (await owner.api.account.me()).user.email === email.toLowerCase());
  await until(async () => (await phone.send("/api/me")).status === 401);
  expect([await canSignIn(owner.email, owner), await canSignIn(email, owner)]).toEqual([false, true]);
  await until(async () => (await subjectsTo(owner.email)).includes("Your e-mail address was changed"));
  expect(await codeOf(await confirm(token))).toBe("link_used");
  const audit =
    "select action, details from audit_log where actor_id = $1 and action like 'account.email%' order by created_at";
  expect(await app.asOwner(audit, [owner.userId], owner.tenantId)).toEqual([
    { action: "account.email-asked", details: { to: email.toLowerCase() } },
    { action: "account.email-changed", details: { from: owner.email, to: email.toLowerCase() } },
  ]);
});

test("answers alike for another person's address, and its link changes nothing", async () => {
  const [owner, other] = [await newOwner(app), await newOwner(app)];
  await app.asOwner("delete from account_mail_times");
  const before = (await mailsTo(app, other.email)).length;
  expect(await owner.api.account.changeEmail({ email: other.email, password: owner.password })).toEqual({
    email: other.email,
  });
  await until(async () => (await mailsTo(app, other.email)).length > before);
  const token = tokenIn(await takeMail(app, other.email));
  expect(await codeOf(await confirm(token))).toBe("address_has_account");
  expect((await owner.api.account.me()).user.email).toBe(owner.email);
  expect((await other.api.account.me()).user.email).toBe(other.email);
});

test("gives an address to one of two who want it at once", async () => {
  const [first, second] = [await newOwner(app), await newOwner(app)];
  const email = newAddress("wanted");
  const tokens = [await ask(first, email)];
  await app.asOwner("delete from account_mail_times");
  await second.api.account.changeEmail({ email, password: second.password });
  await until(async () => (await mailsTo(app, email)).length === 2);
  tokens.push(tokenIn((await mailsTo(app, email)).find((mail) => tokenIn(mail) !== tokens[0]) ?? { text: "" }));
  const statuses = await Promise.all(tokens.map(async (token) => (await confirm(token)).status));
  expect(statuses.sort()).toEqual([200, 409]);
  expect(await app.asOwner("select from identities where email = $1", [email])).toHaveLength(1);
});

test("does not take an address the store has invited, until that is withdrawn", async () => {
  const owner = await newOwner(app);
  const agent = await addColleague(app, owner, "agent");
  const email = newAddress("invited");
  const token = await ask(agent, email);
  const { id } = await owner.api.team.invite({ email, name: "Ida", role: "agent" });
  expect(await codeOf(await confirm(token, agent))).toBe("address_invited");
  expect((await agent.api.account.me()).user.email).toBe(agent.email);
  expect((await owner.api.team.users()).items).toContainEqual(expect.objectContaining({ id, email, name: "Ida" }));
  await owner.api.team.delete({ id });
  expect((await confirm(token, agent)).status).toBe(200);
  await until(async () => (await agent.api.account.me()).user.email === email);
  await expect(owner.api.team.invite({ email, name: "Ida", role: "agent" })).rejects.toMatchObject({
    code: "user_in_team",
  });
});

test("lets either the change or an invitation of the address win when they meet, whichever is second", async () => {
  const owner = await newOwner(app);
  const agent = await addColleague(app, owner, "agent");
  const [taken, invited] = [newAddress("taken"), newAddress("invited")];
  const pool = new pg.Pool({ connectionString: app.ownerUrl, max: 1 });
  const change = "update users set email = $1 where id = $2";
  const changing = await holdRows(pool, owner, change, [taken, agent.userId]);
  const inviting = owner.api.team.invite({ email: taken, name: "Ida", role: "agent" }).catch((error) => error.code);
  await changing.untilWaiting(1);
  await changing.release();
  expect(await inviting).toBe("user_in_team");

  const token = await ask(agent, invited);
  const invite = "insert into users (client_id, id, email, name, invited_at) values ($1, $2, $3, 'Ida', now())";
  const writing = await holdRows(pool, owner, invite, [owner.tenantId, newId(), invited]);
  const confirming = confirm(token, agent);
  await writing.untilWaiting(1);
  await writing.release();
  expect(await codeOf(await confirming)).toBe("address_invited");
  expect(await app.asOwner("select from identities where email = $1", [invited])).toEqual([]);
  await pool.end();
});

test("limits an account to five requests a day, and one per address in ten minutes, and says when the next is possible", async () => {
  const owner = await newOwner(app);
  const before = await databaseTime(app);
  const change = (email: string) => owner.send("/api/account/email", { json: { email, password: owner.password } });
  const addresses = Array.from({ length: 7 }, () => newAddress("next"));
  const [first = "", second = ""] = addresses;
  const statuses: number[] = [];
  for (const email of [first, first, ...addresses]) statuses.push((await change(email)).status);
  expect(statuses).toEqual([...Array(7).fill(200), 429, 429]);
  const { code, data, message } = await jsonOf(await change(newAddress("late")));
  expect(code).toBe("too_many_email_changes");
  const aDayOn = (moment: string) => new Date(Date.parse(moment) + 86_400_000).toISOString();
  const { endsAt } = Object(data);
  expect([endsAt >= aDayOn(before), endsAt <= fromNow({ days: 1 })]).toEqual([true, true]);
  expect(message).toMatch(/^A link goes to .* You can ask again on \w+ \d+, \d{4} at \d+:\d\d [AP]M \(UTC\)$/);
  for (const email of addresses)
    await until(async () => (await mailsTo(app, email)).length === (addresses.indexOf(email) < 5 ? 1 : 0));
  // The owner is notified once in ten minutes.
  expect((await subjectsTo(owner.email)).filter((subject) => /about to change/.test(subject))).toHaveLength(1);
  await app.asOwner("update account_mail_times set day_began_at = day_began_at - interval '1 day'");
  const again = await jsonOf(await change(second));
  expect([again.code, Object(again.data).endsAt <= fromNow({ minutes: 10 })]).toEqual(["too_many_email_changes", true]);
  await app.asOwner("update account_mail_times set latest_at = latest_at - interval '11 minutes'");
  expect((await change(second)).status).toBe(200);
  await until(async () => (await mailsTo(app, second)).length === 2);
  await until(
    async () => (await subjectsTo(owner.email)).filter((subject) => /about to change/.test(subject)).length === 2,
  );
});

test("mails one address once in ten minutes for many accounts, with equal answers and valid links", async () => {
  const [first, second] = [await newOwner(app), await newOwner(app)];
  const wanted = newAddress("wanted");
  const other = await ask(second, newAddress("other"));
  await ask(first, wanted);
  expect(await second.api.account.changeEmail({ email: wanted, password: second.password })).toEqual({ email: wanted });
  expect(await mailsTo(app, wanted)).toHaveLength(1);
  expect((await confirm(other)).status).toBe(200);
});

test("requires the password, and mails nothing for a wrong one", async () => {
  const owner = await newOwner(app);
  const email = newAddress("never");
  await expect(owner.api.account.changeEmail({ email, password: "not mine" })).rejects.toMatchObject({
    code: "input_invalid",
    data: { fields: { password: ["This is not your password"] } },
  });
  expect(await mailsTo(app, email)).toEqual([]);
});

test("accepts the latest link only, and none that is forged, empty or for another purpose", async () => {
  const owner = await newOwner(app);
  const first = await ask(owner, newAddress("first"));
  const second = await ask(owner, newAddress("second"));
  expect(await codeOf(await confirm(first))).toBe("link_replaced");
  for (const forged of ["", "made up", `${second}x`, second.slice(1)]) {
    expect(await codeOf(await confirm(forged))).toBe("link_not_valid");
  }
  expect((await confirm(null)).status).toBe(422);
  expect((await confirm(second)).status).toBe(200);
});

test("refuses the link of a deactivated person", async () => {
  const owner = await newOwner(app);
  const token = await ask(owner, newAddress("gone"));
  await app.asOwner("update users set is_active = false where id = $1", [owner.userId], owner.tenantId);
  expect(await codeOf(await confirm(token))).toBe("link_not_valid");
});

test.each(["", "nobody", "a@b", "two@a.test two@b.test", "a\u0000@b.test", `${"x".repeat(320)}@b.test`])(
  "refuses %j as an address",
  async (email) => {
    const owner = await newOwner(app);
    const response = await owner.send("/api/account/email", { json: { email, password: owner.password } });
    const { data } = await jsonOf(response);
    expect([response.status, Object.keys(Object(data).fields)]).toEqual([422, ["email"]]);
  },
);
