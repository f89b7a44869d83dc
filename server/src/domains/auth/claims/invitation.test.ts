import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { newId } from "../../../platform/db/ids.ts";
import { jsonOf } from "../../../testing/open-browser.ts";
import { type Desk, openDesk } from "../../../testing/open-desk.ts";
import { mailsTo, takeMail, until } from "../../../testing/take-mail.ts";
import { newAddress, newOwner, type Person, password, tokenIn } from "../../../testing/test-people.ts";
import { sendInvitation } from "../index.ts";

let app: Desk;
let owner: Person;
beforeAll(async () => {
  app = await openDesk();
});
beforeEach(async () => {
  owner = await newOwner(app);
});
afterAll(() => app.stop());

type Invited = { userId: string; email: string };

async function invite(role: "agent" | "admin" = "agent", email = newAddress("invited")): Promise<Invited> {
  const userId = newId();
  await app.db.withTenant(owner.tenantId, async (tx) => {
    await tx
      .insertInto("users")
      .values({ id: userId, client_id: owner.tenantId, email, name: "Invited", role })
      .execute();
    await sendInvitation(tx, app.services, { userId, email, inviterName: owner.name });
  });
  return { userId, email };
}

const post = (path: string, json: unknown, browser = app.visit()) => browser.send(`/api/auth/${path}`, { json });
const accept = (token: string, input: object = {}, browser = app.visit()) =>
  post("links/invitation", { token, name: "Nia Newcomer", password, ...input }, browser);
const messageOf = async (response: Response) => [response.status, (await jsonOf(response)).message];
const refusalOf = async (response: Response) => [response.status, (await jsonOf(response)).code];

test("lets an invited person join the store with its role and their own name", async () => {
  const { email, userId } = await invite("admin");
  const token = tokenIn(await takeMail(app, email));
  const look = await jsonOf(await post("links/look", { purpose: "invite", token }));
  expect(look).toEqual({ email, storeName: "Acme Shop", name: "Invited", role: "admin" });
  const browser = app.visit();
  expect((await accept(token, { name: "  Nia   Newcomer " }, browser)).status).toBe(200);
  const me = await browser.api.account.me();
  expect(me.user).toMatchObject({ id: userId, email, name: "Nia Newcomer", role: "admin" });
  expect(me.client.id).toBe(owner.tenantId);
  const sql = "select action, ip from audit_log where actor_id = $1 and action <> 'account.signed-in'";
  expect(await app.asOwner(sql, [userId], owner.tenantId)).toEqual([
    { action: "team.invitation-accepted", ip: "127.0.0.1" },
  ]);
  expect(await refusalOf(await accept(token))).toEqual([410, "link_used"]);
});

test("uses the role at the time of acceptance", async () => {
  const { email, userId } = await invite("admin");
  const token = tokenIn(await takeMail(app, email));
  await app.asOwner("update users set role = 'agent' where id = $1", [userId], owner.tenantId);
  const browser = app.visit();
  await accept(token, {}, browser);
  expect((await browser.api.account.me()).user.role).toBe("agent");
});

test.each([
  ["made inactive", "update users set is_active = false where id = $1"],
  ["deleted", "delete from users where id = $1"],
])("says that the invitation was withdrawn when the person was %s meanwhile", async (_, change) => {
  const withdrawn = [410, "This invitation was withdrawn. Ask whoever invited you"];
  const { email, userId } = await invite();
  const token = tokenIn(await takeMail(app, email));
  await app.asOwner(change, [userId], owner.tenantId);
  expect(await messageOf(await accept(token))).toEqual(withdrawn);
  expect(await messageOf(await post("links/look", { purpose: "invite", token }))).toEqual(withdrawn);
});

test("says when an admin deleted the invitation or sent it again", async () => {
  const sent = { email: newAddress("invited"), name: "Nia Newcomer" };
  const { id } = await owner.api.team.invite(sent);
  const first = tokenIn(await takeMail(app, sent.email));
  await app.asOwner("update account_mail_times set latest_at = latest_at - interval '11 minutes'");
  await app.db.withTenant(owner.tenantId, (tx) =>
    sendInvitation(tx, app.services, { userId: id, email: sent.email, inviterName: owner.name }),
  );
  const second = tokenIn(
    await until(async () => (await mailsTo(app, sent.email)).find((mail) => tokenIn(mail) !== first)),
  );
  const replaced = [410, "A newer mail replaces this link. Open the newest one"];
  expect(await messageOf(await post("links/look", { purpose: "invite", token: first }))).toEqual(replaced);
  expect((await post("links/look", { purpose: "invite", token: second })).status).toBe(200);
  await owner.api.team.delete({ id });
  const withdrawn = [410, "This invitation was withdrawn. Ask whoever invited you"];
  expect(await messageOf(await post("links/look", { purpose: "invite", token: second }))).toEqual(withdrawn);
  expect(await messageOf(await accept(second))).toEqual(withdrawn);
  // The first link's state does not change.
  expect(await messageOf(await accept(first))).toEqual(replaced);
});

test("expires an invitation after seven days", async () => {
  const { email } = await invite();
  const token = tokenIn(await takeMail(app, email));
  await app.asOwner("update account_links set expires_at = expires_at - interval '7 days' where email = $1", [email]);
  expect(await refusalOf(await accept(token))).toEqual([410, "link_expired"]);
});

test("tells a person who got an account elsewhere meanwhile, and changes nothing there", async () => {
  const { email } = await invite();
  const token = tokenIn(await takeMail(app, email));
  await app.asOwner("update account_mail_times set latest_at = latest_at - interval '11 minutes'");
  await post("sign-up/email", { email, password });
  const confirmation = await until(async () =>
    (await mailsTo(app, email)).find(({ subject }) => subject.startsWith("Confirm")),
  );
  const elsewhere = app.visit();
  await post("links/confirm", { token: tokenIn(confirmation), password }, elsewhere);
  expect(await refusalOf(await accept(token))).toEqual([409, "address_has_account"]);
  expect((await elsewhere.api.account.me()).client.id).not.toBe(owner.tenantId);
  expect((await post("sign-in/email", { email, password })).status).toBe(200);
});

test("drops a waiting sign-up when the invitation is accepted", async () => {
  const { email } = await invite();
  const token = tokenIn(await takeMail(app, email));
  await post("sign-up/email", { email, password: "a stranger's password" });
  expect((await accept(token)).status).toBe(200);
  expect(await app.asOwner("select from account_claims where email = $1", [email])).toEqual([]);
  expect((await post("sign-in/email", { email, password: "a stranger's password" })).status).toBe(401);
});

test("lets nobody join when it cannot be recorded, and keeps the link", async () => {
  const { email, userId } = await invite();
  const token = tokenIn(await takeMail(app, email));
  await app.asOwner("create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$");
  await app.asOwner("create trigger refuse before insert on audit_log for each row execute function refuse()");
  expect((await accept(token)).status).toBe(500);
  await app.asOwner("drop function refuse cascade");
  expect(app.takeErrors()).not.toEqual([]);
  expect(await app.asOwner("select from identities where id = $1", [userId])).toEqual([]);
  expect((await accept(token)).status).toBe(200);
});

test("accepts once, even at once", async () => {
  const { email } = await invite();
  const token = tokenIn(await takeMail(app, email));
  const uses = await Promise.all(Array.from({ length: 5 }, () => accept(token)));
  const statuses = uses.map(({ status }) => status).sort();
  expect(statuses[0]).toBe(200);
  for (const status of statuses.slice(1)) expect([409, 410]).toContain(status);
  expect(await app.asOwner("select from identities where email = $1", [email])).toHaveLength(1);
});

test.each([
  [{ name: "" }, "input_invalid", { fields: { name: expect.arrayContaining(["Name cannot be empty"]) } }],
  [{ name: "nia@shop.example" }, "input_invalid", { fields: { name: ["Name cannot contain @"] } }],
  [{ name: "x".repeat(101) }, "input_invalid", { fields: { name: [expect.stringContaining("too long")] } }],
  [{ password: "1234567" }, "weak_password", { reasons: expect.arrayContaining(["Use at least 8 characters"]) }],
  [
    { password: "Nia Newcomer" },
    "weak_password",
    { reasons: ["It is your e-mail address, your name or your store's name"] },
  ],
])("refuses %j with its reasons, and keeps the link", async (input, code, data) => {
  const { email } = await invite();
  const token = tokenIn(await takeMail(app, email));
  const refused = await accept(token, input);
  expect([refused.status, await jsonOf(refused)]).toEqual([422, expect.objectContaining({ code, data })]);
  expect((await accept(token)).status).toBe(200);
});

test("signs the person in only after the acceptance", async () => {
  const { email } = await invite();
  expect((await post("sign-in/email", { email, password })).status).toBe(401);
  await accept(tokenIn(await takeMail(app, email)));
  expect((await post("sign-in/email", { email, password })).status).toBe(200);
});
