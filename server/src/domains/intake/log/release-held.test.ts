import { limits } from "@deskhand/contract/limits";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { fromNow } from "../../../testing/from-now.ts";
import { type Desk, openDesk } from "../../../testing/open-desk.ts";
import { openScreen } from "../../../testing/open-screen.ts";
import { until } from "../../../testing/take-mail.ts";
import { customerWrites } from "../../../testing/test-desk.ts";
import { addColleague, newOwner, type Person } from "../../../testing/test-people.ts";
import { redactCustomer } from "../../customers/index.ts";

const { mailsInRelease } = limits;
const market = "desk@market.example";
let app: Desk;
let owner: Person;
beforeAll(async () => {
  app = await openDesk();
});
beforeEach(async () => {
  owner = await newOwner(app);
});
afterAll(() => app.stop());

const share = (sender: string, mails: number) => owner.api.sharedSenders.set({ sender, mails });
const write = (from: string, n: number) =>
  customerWrites(app, owner, { from, subject: `Order ${n}`, text: `Buyer ${n}` });
/** Sends this many mails of a sender who may send one, so that the others are held. */
async function hold(count: number, from = market): Promise<void> {
  await share(from, 1);
  await write(from, 0);
  const ends = await Promise.all(Array.from({ length: count }, (_, n) => write(from, n + 1)));
  expect(ends.every(({ state }) => state === "loop_stopped")).toBe(true);
}
const listHeld = (filter = {}) => owner.api.heldMail.list(filter);
const release = (filter = {}, by = owner) => by.api.heldMail.release({ until: fromNow({ minutes: 5 }), ...filter });
const states = async () => {
  const sql = "select state, count(*)::int from mail_log group by state order by state";
  return Object.fromEntries((await app.asOwner(sql, [], owner.tenantId)).map(({ state, count }) => [state, count]));
};
const audited = async () =>
  (await owner.api.audit.list({ kind: "mail" })).items.filter(({ action }) => action === "mail.held-released");

test("releases all held mail in parts by two admins at once, each mail once, and records it in the audit log", async () => {
  const count = mailsInRelease + 30;
  await hold(count);
  expect(await listHeld()).toMatchObject({
    mails: count,
    isMore: false,
    endsAt: null,
    groups: [{ reason: "sender", sender: market, mails: count }],
  });
  const screen = await openScreen(app, owner);
  const tab = async () => {
    const parts: number[] = [];
    for (let left = 1; left > 0; ) {
      const part = await release();
      parts.push(part.released);
      left = part.left;
    }
    return parts;
  };
  const parts = (await Promise.all([tab(), tab()])).flat();
  expect(Math.max(...parts)).toBeLessThanOrEqual(mailsInRelease);
  expect(parts.reduce((sum, part) => sum + part)).toBe(count);
  await until(async () => (await states()).ticket_created === count + 1);
  expect(await states()).toEqual({ ticket_created: count + 1 });
  expect(await release()).toEqual({ released: 0, left: 0 });
  expect(await listHeld()).toMatchObject({ mails: 0, isMore: false, groups: [], endsAt: null });
  const entries = await audited();
  expect(entries.reduce((sum, { details }) => sum + Number(details.mails), 0)).toBe(count);
  expect(entries.map(({ subject }) => subject)).toEqual(entries.map(() => null));
  await until(async () => screen.events.some(({ type }) => type === "mail.logged"));
  screen.close();
});

test("releases only a sender's, a limit's or a period's mail, the oldest first", async () => {
  await hold(4);
  await hold(3, "form@shop.example");
  const ids = await app.asOwner<{ id: string }>(
    "select id from mail_log where held_by is not null and from_email = $1 order by received_at, id",
    [market],
    owner.tenantId,
  );
  const [oldest] = ids;
  await app.asOwner(
    "update mail_log set received_at = now() - interval '2 days' where id = $1",
    [oldest?.id],
    owner.tenantId,
  );
  await app.asOwner("update mail_log set held_by = 'alike' where id = $1", [ids[1]?.id], owner.tenantId);
  const groups = async () => (await listHeld()).groups.map(({ reason, sender, mails }) => [reason, sender, mails]);
  expect(await groups()).toEqual([
    ["sender", "form@shop.example", 3],
    ["sender", market, 3],
    ["alike", market, 1],
  ]);
  expect(await listHeld({ sender: market.toUpperCase(), from: fromNow({ days: -1 }) })).toMatchObject({ mails: 3 });
  expect(await release({ until: fromNow({ days: -1 }) })).toEqual({ released: 1, left: 0 });
  expect(await release({ reason: "alike" })).toEqual({ released: 1, left: 0 });
  expect(await release({ sender: "form@shop.example" })).toEqual({ released: 3, left: 0 });
  expect(await groups()).toEqual([["sender", market, 2]]);
  expect((await audited()).map(({ subject, details: { mails, heldBy } }) => [subject, mails, heldBy])).toEqual([
    ["form@shop.example", 3, undefined],
    [null, 1, "alike"],
    [null, 1, undefined],
  ]);
});

test("does not release mail with our link, mail released before, or forged mail", async () => {
  await hold(1);
  await app.asOwner("update mail_log set is_released = true where held_by is not null", [], owner.tenantId);
  await customerWrites(app, owner, { from: `Support <help@${owner.supportEmail.split("@")[1]}>` });
  expect(await listHeld()).toMatchObject({ mails: 0 });
  expect(await release()).toEqual({ released: 0, left: 0 });
  expect(await audited()).toEqual([]);
});

test("refuses held mail and shared senders to agents, supervisors and other stores", async () => {
  await hold(1);
  for (const role of ["agent", "supervisor"] as const) {
    const person = await addColleague(app, owner, role);
    const refused = { code: "not_allowed" };
    await expect(person.api.heldMail.list({})).rejects.toMatchObject(refused);
    await expect(person.api.heldMail.refused()).rejects.toMatchObject(refused);
    await expect(release({}, person)).rejects.toMatchObject(refused);
    await expect(person.api.sharedSenders.list()).rejects.toMatchObject(refused);
    await expect(person.api.sharedSenders.set({ sender: market, mails: 5 })).rejects.toMatchObject(refused);
  }
  const next = await newOwner(app);
  expect(await next.api.heldMail.list({})).toMatchObject({ mails: 0, groups: [] });
  expect(await release({}, next)).toEqual({ released: 0, left: 0 });
  expect(await listHeld()).toMatchObject({ mails: 1 });
});

test("lists who set which limit for a shared sender, and records each change in the audit log once", async () => {
  const first = await share(" Desk@Market.Example ", 500);
  expect(first).toMatchObject({ sender: market, isDomain: false, mails: 500 });
  for (const _ of [1, 2]) expect(await share(market, 800)).toEqual({ ...first, mails: 800 });
  const domain = await share("*@shop.example", 20);
  expect(domain).toMatchObject({ sender: "shop.example", isDomain: true });
  // The store's own address may be its form's.
  await share(owner.supportEmail, 10);
  expect((await owner.api.sharedSenders.list()).items.map(({ sender }) => sender)).toEqual([
    owner.supportEmail,
    "shop.example",
    market,
  ]);
  expect(await owner.api.sharedSenders.remove({ id: domain.id })).toEqual(domain);
  await expect(owner.api.sharedSenders.remove({ id: domain.id })).rejects.toMatchObject({
    code: "shared_sender_not_found",
  });
  const { items } = await owner.api.audit.list({ kind: "mail" });
  expect(items.map(({ action, subject, details }) => [action, subject, details])).toEqual([
    ["mail.sender-not-shared", "shop.example", { mails: 20 }],
    ["mail.sender-shared", owner.supportEmail, { mails: 10 }],
    ["mail.sender-shared", "shop.example", { mails: 20 }],
    ["mail.sender-shared", market, { from: 500, to: 800 }],
    ["mail.sender-shared", market, { mails: 500 }],
  ]);
});

test("deletes an erased customer from shared senders and released mail, also in the audit log", async () => {
  await hold(2, "jane@customer.test");
  await release({ sender: "jane@customer.test" });
  const [ticket] = await until(async () => {
    const { items } = await owner.api.tickets.list({});
    return items.length === 3 && items;
  });
  const { customer } = await owner.api.tickets.get({ id: ticket?.id ?? "" });
  await app.db.withTenant(owner.tenantId, (tx) => redactCustomer(tx, customer?.id ?? ""));
  expect((await owner.api.sharedSenders.list()).items).toEqual([]);
  expect(JSON.stringify((await owner.api.audit.list({ kind: "mail" })).items)).not.toContain("jane@customer.test");
});

test("refuses invalid addresses, public domains, limits out of bounds and too many senders", async () => {
  await expect(share("market", 5)).rejects.toMatchObject({ data: { fields: { sender: [expect.any(String)] } } });
  for (const mails of [0, 1.5, limits.sharedSenderMails + 1]) {
    const fields = { mails: ["Enter a number from 1 to 10,000"] };
    await expect(share(market, mails)).rejects.toMatchObject({ data: { fields } });
  }
  await expect(share("gmail.com", 5)).rejects.toMatchObject({
    code: "domain_of_everybody",
    message: "Everybody can have an address at gmail.com. Name the address alone",
  });
  await app.asOwner(
    `insert into shared_senders (client_id, id, sender, mails, named_by_name)
     select $1, gen_random_uuid(), 'n' || n || '.example', 5, 'Ann' from generate_series(1, $2::int) n`,
    [owner.tenantId, limits.sharedSenders],
    owner.tenantId,
  );
  await expect(share(market, 5)).rejects.toMatchObject({ code: "too_many_shared_senders" });
  expect(await share("n1.example", 6)).toMatchObject({ mails: 6 });
});
