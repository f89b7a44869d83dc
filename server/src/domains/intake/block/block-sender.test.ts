import { limits } from "@deskhand/contract/limits";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Desk, openDesk } from "../../../testing/open-desk.ts";
import { customerWrites, makeTicket } from "../../../testing/test-desk.ts";
import { addColleague, newOwner, type Person } from "../../../testing/test-people.ts";
import { redactCustomer } from "../../customers/index.ts";

let app: Desk;
let owner: Person;
beforeAll(async () => {
  app = await openDesk();
});
beforeEach(async () => {
  owner = await newOwner(app);
});
afterAll(() => app.stop());

const block = (sender: string, reason = "", by = owner) => by.api.blockedSenders.add({ sender, reason });
const listed = async (search?: string) =>
  (await owner.api.blockedSenders.list(search === undefined ? {} : { search })).items.map(({ sender }) => sender);
const audited = async () => {
  const { items } = await owner.api.audit.list({ kind: "mail" });
  return items.map(({ action, subject, details }) => ({ action, subject, details }));
};

test("lists who blocked an address or a domain, when and why", async () => {
  const supervisor = await addColleague(app, owner, "supervisor");
  const address = await block(" Ann@Spam.Example ", "Writes\nevery day", supervisor);
  const domain = await block("*@junk.example", "", supervisor);
  expect(address).toMatchObject({ sender: "ann@spam.example", isDomain: false, reason: "Writes every day" });
  expect(domain).toMatchObject({ sender: "junk.example", isDomain: true, reason: "", mails: 0, lastMailAt: null });
  const [self] = (await owner.api.team.users({})).items.filter(({ id }) => id === supervisor.userId);
  expect(await owner.api.blockedSenders.list({})).toEqual({ items: [domain, address], nextCursor: null });
  expect(address.blockedBy).toBe(self?.name);
  expect(await listed("SPAM")).toEqual(["ann@spam.example"]);
  expect(await audited()).toEqual([
    { action: "mail.sender-blocked", subject: "junk.example", details: {} },
    { action: "mail.sender-blocked", subject: "ann@spam.example", details: { reason: "Writes every day" } },
  ]);
});

test("refuses the list and blocking to agents, and says who may", async () => {
  const agent = await addColleague(app, owner, "agent");
  const refused = { code: "not_allowed", message: "Only supervisors and administrators can block senders" };
  await expect(agent.api.blockedSenders.list({})).rejects.toMatchObject(refused);
  await expect(block("ann@spam.example", "", agent)).rejects.toMatchObject(refused);
});

test("pages the list, which has only the store's own blocks", async () => {
  await block("other.example", "", await newOwner(app));
  for (const n of [1, 2, 3]) await block(`ann${n}@spam.example`);
  const first = await owner.api.blockedSenders.list({ limit: 2 });
  const second = await owner.api.blockedSenders.list({ limit: 2, cursor: first.nextCursor ?? "" });
  const senders = [...first.items, ...second.items].map(({ sender }) => sender);
  expect(senders).toEqual(["ann3@spam.example", "ann2@spam.example", "ann1@spam.example"]);
  expect(second.nextCursor).toBeNull();
});

test("blocks a sender once, however often or simultaneously it is asked", async () => {
  const all = await Promise.all([1, 2, 3, 4].map(() => block("ann@spam.example", "Spam")));
  expect(new Set(all.map(({ id }) => id)).size).toBe(1);
  expect(await listed()).toEqual(["ann@spam.example"]);
  expect(await audited()).toHaveLength(1);
});

test.each(["gmail.com", "outlook.com", "yahoo.co.uk", "co.uk", "myshopify.com"])(
  "refuses to block %s, where everybody may have an address, but blocks an address there",
  async (domain) => {
    const message = `Everybody can have an address at ${domain}. Block the address alone`;
    await expect(block(domain)).rejects.toMatchObject({ code: "sender_of_everybody", message });
    expect(await block(`ann@${domain}`)).toMatchObject({ sender: `ann@${domain}` });
  },
);

test("refuses the store's own addresses and domains, and those above or below", async () => {
  await app.asOwner(
    "insert into inbound_addresses (address, client_id, is_verified) values ($1, $2, true)",
    [`care@mail.${owner.tenantId}.example`, owner.tenantId],
    owner.tenantId,
  );
  const mailDomain = app.services.settings.mailDomain;
  for (const own of [
    ...[owner.supportEmail, mailDomain, `anything@${mailDomain}`, `below.${mailDomain}`],
    ...["care@mail", "mail", ""].map((name) => `${name}${name === "" ? "" : "."}${owner.tenantId}.example`),
  ]) {
    await expect(block(own), own).rejects.toMatchObject({ code: "sender_is_ours" });
  }
  expect(await block(`news.${owner.tenantId}.example`)).toMatchObject({ isDomain: true });
});

test("refuses a colleague's address and its domain, and names the colleague", async () => {
  const agent = await addColleague(app, owner, "agent");
  const refused = { code: "sender_is_colleague", message: `${agent.email} is the address of a colleague of yours` };
  await expect(block(agent.email)).rejects.toMatchObject(refused);
  await expect(block(agent.email.split("@")[1] ?? "")).rejects.toMatchObject({ code: "sender_is_colleague" });
});

test("refuses invalid input and a long reason, each at its field", async () => {
  for (const [sender, reason, field] of [
    ["ann", "", "sender"],
    [" ", "", "sender"],
    ["ann@spam.example", "x".repeat(201), "reason"],
  ] as const) {
    const refusal = { code: "input_invalid", data: { fields: { [field]: [expect.any(String)] } } };
    await expect(block(sender, reason)).rejects.toMatchObject(refusal);
  }
});

test("refuses more blocks than the limit, until one is removed", async () => {
  await app.asOwner(
    `insert into blocked_senders (client_id, id, sender, blocked_by_name)
     select $1, gen_random_uuid(), 'n' || n || '.example', 'Ann' from generate_series(1, $2::int) n`,
    [owner.tenantId, limits.blockedSenders],
    owner.tenantId,
  );
  await expect(block("ann@spam.example")).rejects.toMatchObject({ code: "too_many_blocked_senders" });
  const [one] = (await owner.api.blockedSenders.list({ limit: 1 })).items;
  await owner.api.blockedSenders.remove({ id: one?.id ?? "" });
  expect(await block("ann@spam.example")).toMatchObject({ sender: "ann@spam.example" });
  await expect(owner.api.blockedSenders.restore({ id: one?.id ?? "" })).rejects.toMatchObject({
    code: "too_many_blocked_senders",
  });
});

test("restores a removed block once, unless the sender has been blocked again", async () => {
  const first = await block("ann@spam.example", "Spam");
  for (const _ of [1, 2]) await owner.api.blockedSenders.remove({ id: first.id });
  expect(await listed()).toEqual([]);
  for (const _ of [1, 2]) expect(await owner.api.blockedSenders.restore({ id: first.id })).toEqual(first);
  expect((await owner.api.blockedSenders.list({})).items).toEqual([first]);
  await owner.api.blockedSenders.remove({ id: first.id });
  const anew = await block("ann@spam.example");
  expect(anew.id).not.toBe(first.id);
  expect(await owner.api.blockedSenders.restore({ id: first.id })).toEqual(anew);
  expect(await listed()).toEqual(["ann@spam.example"]);
  expect((await audited()).map(({ action }) => action.split("-")[1])).toEqual([
    ...["blocked", "unblocked", "blocked", "unblocked", "blocked"],
  ]);
});

test("does not restore a block after a day, nor another store's", async () => {
  const { id } = await block("ann@spam.example");
  await owner.api.blockedSenders.remove({ id });
  const gone = { code: "blocked_sender_not_found" };
  const other = await newOwner(app);
  await expect(other.api.blockedSenders.restore({ id })).rejects.toMatchObject(gone);
  await app.asOwner("update blocked_senders set removed_at = now() - interval '25 hours'", [], owner.tenantId);
  await expect(owner.api.blockedSenders.restore({ id })).rejects.toMatchObject(gone);
  await expect(owner.api.blockedSenders.remove({ id })).rejects.toMatchObject(gone);
  await block("bob@spam.example");
  expect(await app.asOwner("select from blocked_senders where id = $1", [id], owner.tenantId)).toHaveLength(0);
});

test("deletes an erased customer's blocks, also from the audit log", async () => {
  const from = "jane@customer.test";
  const ticket = await makeTicket(app, owner, { from });
  const { id } = await block(from, `${from} asked for too much`);
  await customerWrites(app, owner, { from });
  await owner.api.blockedSenders.remove({ id });
  await block(from);
  const { customerId } = await owner.api.tickets.get({ id: ticket.id });
  await app.db.withTenant(owner.tenantId, (tx) => redactCustomer(tx, customerId ?? ""));
  expect(await app.asOwner("select from blocked_senders", [], owner.tenantId)).toEqual([]);
  expect(JSON.stringify(await audited())).not.toContain(from);
});
