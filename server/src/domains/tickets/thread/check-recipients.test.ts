import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type MailAtDesk, mailAtDesk } from "../../../testing/mail-at-desk.ts";
import type { TestTenant } from "../../../testing/make-test-tenant.ts";
import { type Desk, openDesk } from "../../../testing/open-desk.ts";
import { addColleague, type Person } from "../../../testing/test-people.ts";

let desk: Desk;
let store: TestTenant;
let at: MailAtDesk;
let agent: Person;
beforeAll(async () => {
  desk = await openDesk({ roles: ["web"] });
  store = await desk.makeTenant();
  at = mailAtDesk(desk, store);
  agent = await addColleague(desk, { tenantId: store.id }, "agent");
});
afterAll(() => desk.stop());

const newAddress = (name: string) => `${name}-${randomUUID()}@people.example`;

/** Opens a ticket with a first mail by Ana, with Bo in Cc. */
async function anaWrites(from = newAddress("ana")) {
  const bo = newAddress("bo");
  const { ticket_id } = await at.send({ from: `Ana Lind <${from}>`, text: "Hello", headers: [`Cc: Bo <${bo}>`] });
  return { ana: from, bo, ticketId: ticket_id ?? "" };
}

const check = async (ticketId: string | undefined, ...people: { email: string; name?: string }[]) =>
  (await agent.api.messages.checkRecipients({ ...(ticketId && { ticketId }), people })).items;

test("new recipients are told apart by the whole thread: its customer and the people brought in are known", async () => {
  const { ana, bo, ticketId } = await anaWrites();
  const stranger = newAddress("sly");
  expect(await check(ticketId, { email: stranger }, { email: ana }, { email: bo })).toEqual([
    { email: stranger, isNew: true, isNamesake: false, hasFailed: false },
    { email: ana, isNew: false, isNamesake: false, hasFailed: false },
    { email: bo, isNew: false, isNamesake: false, hasFailed: false },
  ]);
});

test("a person named by a customer's later mail is new unless the mail is proven to be theirs", async () => {
  const { ana, ticketId } = await anaWrites();
  const [opened] = await at.messagesOf(ticketId);
  const isNew = async (proof: "pass" | "none") => {
    const named = newAddress("named");
    const headers = [`In-Reply-To: ${opened?.mail_message_id}`, `Cc: Named <${named}>`];
    const { ticket_id } = await at.send({ from: `Ana Lind <${ana}>`, headers, check: proof });
    expect(ticket_id).toBe(ticketId);
    return (await check(ticketId, { email: named })).map((item) => item.isNew);
  };
  expect([await isNew("pass"), await isNew("none")]).toEqual([[false], [true]]);
});

test("a colleague's name at another address is a namesake, in any spelling", async () => {
  const { ticketId } = await anaWrites();
  const { name, email } = (await agent.api.account.me({})).user;
  const poser = newAddress("poser");
  const isNamesake = async (called: string, address = poser) =>
    (await check(ticketId, { email: address, name: called })).map((item) => item.isNamesake);
  expect(await isNamesake(name.toUpperCase())).toEqual([true]);
  expect(await isNamesake(name, email)).toEqual([false]);
  expect(await isNamesake(`  ${name.replace("e", "é")}`)).toEqual([true]);
  expect(await isNamesake("%")).toEqual([false]);
  await addColleague(desk, { tenantId: store.id }, "agent").then(({ userId }) =>
    desk.asOwner("update users set name = 'Mina Castellanos' where id = $1", [userId], store.id),
  );
  for (const called of ["Castellanos, Mina", "Mina  CASTELLANOS", "Agent, Mina Castellanos"])
    expect(await isNamesake(called)).toEqual([true]);
  expect(await isNamesake("Mina")).toEqual([false]);
});

test("a recipient whom the ticket's last mail did not reach is reported until a new one is being sent", async () => {
  const { bo, ticketId } = await anaWrites();
  const reply = () =>
    agent.api.messages.reply({
      ticketId,
      content: "On its way.",
      idempotencyKey: randomUUID(),
      lastSeenMessageId: null,
      sendAnyway: true,
      recipients: { to: [{ email: bo }] },
    });
  const { id } = await reply();
  const hasFailed = async () => (await check(ticketId, { email: bo }))[0]?.hasFailed;
  expect(await hasFailed()).toBe(false);
  await desk.asOwner(
    "update outgoing_mails set state = 'failed', last_error = 'No such user' where message_id = $1",
    [id],
    store.id,
  );
  expect(await hasFailed()).toBe(true);
  await reply();
  expect(await hasFailed()).toBe(false);
});

test("for a new ticket everything in the store counts: customers, colleagues, recipients, and failed mails", async () => {
  const { ana, bo, ticketId } = await anaWrites();
  const { name, email } = (await agent.api.account.me({})).user;
  const news = { isNew: false, isNamesake: false, hasFailed: false };
  // A person named only by somebody else is unknown to the store.
  expect(await check(undefined, { email: ana }, { email: bo }, { email, name }, { email: bo, name })).toEqual([
    ...[
      { email: ana, ...news },
      { email: bo, ...news, isNew: true },
      { email, ...news },
    ],
    { email: bo, ...news, isNew: true, isNamesake: true },
  ]);
  const { id } = await agent.api.messages.reply({
    ticketId,
    content: "On its way.",
    idempotencyKey: randomUUID(),
    lastSeenMessageId: null,
    sendAnyway: true,
    recipients: { to: [{ email: bo }] },
  });
  expect(await check(undefined, { email: bo })).toEqual([{ email: bo, ...news }]);
  const failed = "update outgoing_mails set state = 'failed', last_error = 'No such user' where message_id = $1";
  await desk.asOwner(failed, [id], store.id);
  expect(await check(undefined, { email: bo })).toEqual([{ email: bo, ...news, hasFailed: true }]);
  const elsewhere = await addColleague(desk, { tenantId: (await desk.makeTenant()).id }, "agent");
  const people = [{ email: bo }, { email: ana }, { email }];
  const { items } = await elsewhere.api.messages.checkRecipients({ people });
  expect(items).toEqual(people.map((item) => ({ ...item, ...news, isNew: true })));
});

test("a forward's preview shows it as it would be sent, and the ticket says when its customer changed", async () => {
  const { ticketId } = await anaWrites();
  const ticket = await agent.api.tickets.get({ id: ticketId });
  expect(ticket.customerChangedAt).toBeNull();
  const messageIds = ticket.messages.map(({ id }) => id);
  const recipients = { to: [{ email: "sam@supplier.example" }] };
  const preview = await agent.api.messages.previewForward({
    ticketId,
    messageIds,
    recipients,
    content: "Please look.",
  });
  expect(preview).toMatchObject({ subject: expect.stringMatching(/^Fwd: /), to: recipients.to, isQuoted: false });
  expect(preview.html).toMatch(/Please look\.[\s\S]*Forwarded message[\s\S]*Hello/);
  const changed = await agent.api.tickets.changeCustomer({ id: ticketId, customer: { email: newAddress("cora") } });
  expect(changed.customerChangedAt).not.toBeNull();
});

test("a forward quotes a name with a comma before its address, and shows domains as people write them", async () => {
  const ana = newAddress("ana");
  const headers = [`Cc: "Buyer, The" <${newAddress("buyer")}>, Ina <ina@xn--mnchen-3ya.example>`];
  const { ticket_id } = await at.send({ from: `"Weird, Name" <${ana}>`, text: "And mine?", headers });
  const ticketId = ticket_id ?? "";
  const messageIds = (await agent.api.tickets.get({ id: ticketId })).messages.map(({ id }) => id);
  const recipients = { to: [{ email: newAddress("sam") }] };
  const { html } = await agent.api.messages.previewForward({ ticketId, messageIds, recipients, content: "" });
  const heads = [
    /From: &quot;Weird, Name&quot; &lt;/,
    /Cc: &quot;Buyer, The&quot; &lt;.*, Ina &lt;ina@münchen\.example&gt;/,
  ];
  for (const head of heads) expect(html.replaceAll('"', "&quot;").replaceAll(/<[^>]*>/g, "")).toMatch(head);
});

test("two hundred people in Cc are refused in Cc, and the message counts those that are too many", async () => {
  const { ticketId } = await anaWrites();
  const cc = Array.from({ length: 200 }, (_, nth) => ({ email: `n${nth}@x.example` }));
  const recipients = { to: [{ email: "one@x.example" }], cc };
  await expect(agent.api.messages.preview({ ticketId, content: "Hi", recipients })).rejects.toMatchObject({
    data: { fields: { "recipients.cc": ["A mail can go to 50 people, and this would go to 201. Take 151 off"] } },
  });
});

test("an address of the store among others is refused by its field", async () => {
  const { ana, ticketId } = await anaWrites();
  const recipients = { to: [{ email: ana }], bcc: [{ email: store.address }] };
  await expect(agent.api.messages.preview({ ticketId, content: "Hi", recipients })).rejects.toMatchObject({
    data: { fields: { "recipients.bcc": [`${store.address} is an address of this store`] } },
  });
});

test("a reply without recipients goes to the people its author prefers to answer", async () => {
  const [ana, bo] = [newAddress("ana"), newAddress("bo")];
  const head = [`From: ${ana}`, `To: ${store.address}`, `Cc: ${bo}`, `Message-ID: <${randomUUID()}@people.example>`];
  const { ticket_id } = await at.sendRaw([...head, "", "Hello"].join("\r\n"));
  const ticketId = ticket_id ?? "";
  const other = await addColleague(desk, { tenantId: store.id }, "agent");
  await other.api.desk.savePreferences({ answerMode: "reply" });
  const people = async ({ api }: Person) => {
    const { to, cc } = await api.messages.preview({ ticketId, content: "Hello" });
    return [...to, ...cc].map(({ email }) => email);
  };
  expect(await people(agent)).toEqual([ana, bo]);
  expect(await people(other)).toEqual([ana]);
});
