import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Desk, openDesk } from "../../testing/open-desk.ts";
import {
  asked,
  askForRatings,
  newCustomer,
  passHours,
  ratingPathsIn,
  resolved,
  sendForm,
  takeRequest,
} from "../../testing/store/rating-desk.ts";
import { mailsTo, takeMail, until } from "../../testing/take-mail.ts";
import { customerReplies, customerWrites, reply } from "../../testing/test-desk.ts";
import { addColleague, newOwner, type Person } from "../../testing/test-people.ts";
import { redactCustomer } from "../customers/index.ts";

let app: Desk;
let admin: Person;
beforeAll(async () => {
  app = await openDesk();
});
beforeEach(async () => {
  admin = await newOwner(app);
  await askForRatings(admin);
});
afterAll(() => app.stop());

/** What became of the rule that asks, on a ticket. */
async function outcomeOf(ticketId: string) {
  const { items } = await admin.api.rules.ofTicket({ ticketId });
  return items.find(({ trigger }) => trigger === "since_resolved")?.rules[0];
}

/** Whom the list shows by these choices, in the archive. */
async function found(rating: NonNullable<Parameters<Person["api"]["tickets"]["list"]>[0]["rating"]>) {
  const { items, total } = await admin.api.tickets.list({ view: "archive", rating, limit: 20 });
  expect(total).toBe(items.length);
  return items.map(({ id }) => id);
}

test("four hours after a ticket is resolved its customer is asked in their language, in its conversation", async () => {
  const from = newCustomer();
  const id = await resolved(app, admin, {
    from,
    subject: "Wo ist mein Paket?",
    text: "Guten Tag, meine Bestellung ist noch nicht da. Wo bleibt sie?",
  });
  await passHours(app, admin, id, 3);
  expect(await outcomeOf(id)).toBeUndefined();
  expect(await found(["not-asked"])).toEqual([id]);
  await passHours(app, admin, id, 1);
  expect(await outcomeOf(id)).toMatchObject({ name: "Ask for a rating", outcome: "ran", reason: null });
  const mail = await takeRequest(app, from);
  expect(mail.subject).toMatch(/^Re: Wo ist mein Paket\?/);
  expect(mail.text).toContain("Wie war unsere Hilfe?");
  expect(mail.html).toContain("Sehr schlecht");
  expect(mail.text).not.toContain("automated response");
  const headers = Object.fromEntries(mail.headers.map(({ name, value }) => [name.toLowerCase(), value]));
  expect(headers).toMatchObject({ "auto-submitted": "auto-replied", references: expect.stringContaining("<") });
  const ticket = await admin.api.tickets.get({ id });
  expect(ticket).toMatchObject({ status: "resolved", rating: { score: null } });
  expect(ticket.messages.at(-1)).toMatchObject({ isAutomatic: true, byRule: "Ask for a rating" });
  expect(await found(["unanswered"])).toEqual([id]);
  // The mail as an admin sees it lets nobody rate.
  const [entry] = (await admin.api.mail.log({ direction: "out", search: from, limit: 20 })).items;
  const shown = await (await admin.send(`/api/mail/log/${entry?.id}/raw`)).text();
  expect(ratingPathsIn(shown)).toEqual([]);
});

test("an answer to the mail joins the ticket", async () => {
  const { id, from, request } = await asked(app, admin);
  const headers = Object.fromEntries(request.headers.map(({ name, value }) => [name.toLowerCase(), value]));
  const answer = {
    from,
    subject: request.subject,
    text: "It was fine",
    headers: [`In-Reply-To: ${headers["message-id"]}`],
  };
  expect(await customerWrites(app, admin, answer)).toMatchObject({ state: "reply_added", ticket_id: id });
});

test("a ticket is asked about once, and a person once within the days that are set", async () => {
  const { id, from } = await asked(app, admin);
  await admin.api.tickets.reopen({ id });
  await admin.api.tickets.changeStatus({ id, status: "resolved" });
  await passHours(app, admin, id);
  expect(await outcomeOf(id)).toMatchObject({
    outcome: "refused",
    reason: "Nobody was asked for a rating, because they were asked about this ticket already",
  });
  const other = await resolved(app, admin, { from, subject: "Another thing" });
  await passHours(app, admin, other);
  expect(await outcomeOf(other)).toMatchObject({
    outcome: "refused",
    reason: "Nobody was asked for a rating, because they were asked within 30 days",
  });
  await app.asOwner("update ticket_ratings set asked_at = asked_at - interval '30 days'", [], admin.tenantId);
  const third = await resolved(app, admin, { from, subject: "A third thing" });
  await passHours(app, admin, third);
  expect(await outcomeOf(third)).toMatchObject({ outcome: "ran" });
});

test("a request keeps nobody from being told that a new mail arrived", async () => {
  await admin.api.emailSettings.save({ acknowledges: true });
  const { from } = await asked(app, admin);
  // The acknowledgement of the first mail, a day ago.
  await app.asOwner("update acknowledgements set sent_at = sent_at - interval '1 day'", [], admin.tenantId);
  const { from: again } = await asked(app, admin);
  await app.asOwner("delete from acknowledgements where email = $1", [from], admin.tenantId);
  await app.asOwner("update acknowledgements set asked_rating = true where email = $1", [again], admin.tenantId);
  const { ticket_id: id } = await customerWrites(app, admin, { from: again, subject: "Something new" });
  expect((await admin.api.tickets.get({ id })).messages).toMatchObject([{}, { isAutomatic: true, byRule: null }]);
});

test.each([
  ["a mailing list", { headers: ["List-Id: <news.customer.test>"] }],
  ["an address that nobody reads", { from: "no-reply@customer.test" }],
])("%s is not asked", async (_, mail) => {
  const id = await resolved(app, admin, { from: newCustomer(), ...mail });
  await passHours(app, admin, id);
  expect(await outcomeOf(id)).toMatchObject({
    outcome: "refused",
    reason: expect.stringContaining("not surely a person"),
  });
});

test("a blocked sender, and one whose mail came back, is not asked", async () => {
  const [from, gone] = [newCustomer(), newCustomer()];
  const blocked = await resolved(app, admin, { from });
  await admin.api.blockedSenders.add({ sender: from });
  await passHours(app, admin, blocked);
  expect(await outcomeOf(blocked)).toMatchObject({ reason: expect.stringContaining("sender is blocked") });
  const bounced = await resolved(app, admin, { from: gone });
  await takeMail(app, gone);
  await app.asOwner("update outgoing_mails set bounced_at = now() where to_email = $1", [gone], admin.tenantId);
  await passHours(app, admin, bounced);
  expect(await outcomeOf(bounced)).toMatchObject({ reason: expect.stringContaining("mail to them came back") });
});

test("a complaint that a colleague has just answered is left out, unless the store wants to know", async () => {
  const complain = async () => {
    const { ticket_id: id } = await customerWrites(app, admin, { from: newCustomer() });
    await admin.api.tickets.update({ id, priority: "urgent" });
    await reply(admin, id, { thenStatus: "resolved" });
    await passHours(app, admin, id);
    return outcomeOf(id);
  };
  expect(await complain()).toMatchObject({ reason: expect.stringContaining("just answered a complaint") });
  await askForRatings(admin, { asksAfterComplaints: true });
  expect(await complain()).toMatchObject({ outcome: "ran" });
});

test("a ticket that is opened again waits no longer, and one that was merged away is not asked about", async () => {
  const id = await resolved(app, admin, { from: newCustomer() });
  await admin.api.tickets.reopen({ id });
  await passHours(app, admin, id);
  expect(await outcomeOf(id)).toBeUndefined();
});

test("a request that waits in the queue is withdrawn when the customer writes meanwhile", async () => {
  const from = newCustomer();
  const id = await resolved(app, admin, { from });
  await takeMail(app, from);
  // Nothing is sent for now.
  await app.asOwner(
    `create or replace function hold_mail() returns trigger language plpgsql as $$ begin new.next_try_at = now() + interval '1 hour'; return new; end $$;
     create or replace trigger hold_mail before insert on outgoing_mails for each row execute function hold_mail()`,
  );
  try {
    await passHours(app, admin, id);
  } finally {
    await app.asOwner("drop trigger hold_mail on outgoing_mails");
  }
  expect((await admin.api.tickets.get({ id })).rating).toMatchObject({ score: null });
  await customerReplies(app, admin, id, "It broke again");
  await app.asOwner("update outgoing_mails set next_try_at = now() where state = 'queued'", [], admin.tenantId);
  const last = await until(async () => {
    const message = (await admin.api.tickets.get({ id })).messages.find(({ byRule }) => byRule !== null);
    return message?.deliveryState === "failed" && message;
  });
  expect(last).toMatchObject({ deliveryError: "Not sent: the customer wrote again meanwhile" });
  expect(await admin.api.tickets.get({ id })).toMatchObject({ rating: null });
  expect((await mailsTo(app, from)).filter(({ text }) => text.includes("/rate/"))).toEqual([]);
});

test("a rule runs when a customer rates, if the score is what it says", async () => {
  await admin.api.rules.create({
    name: "Look at bad ones",
    trigger: "rated",
    conditions: [{ field: "rating", comparison: "at_most", values: ["2"] }],
    actions: [{ action: "set_status", values: ["open"] }],
    isOn: true,
    idempotencyKey: randomUUID(),
  });
  const [bad, good] = [await asked(app, admin), await asked(app, admin)];
  await sendForm(app, bad.path, { score: "2" });
  await sendForm(app, good.path, { score: "4" });
  expect(await admin.api.tickets.get({ id: bad.id })).toMatchObject({ status: "open" });
  expect(await admin.api.tickets.get({ id: good.id })).toMatchObject({ status: "resolved" });
  expect(await found(["high"])).toEqual([good.id]);
  expect(await found(["low", "3", "5"])).toEqual([]);
  const { items } = await admin.api.tickets.list({ rating: ["2"], limit: 20 });
  expect(items.map(({ id }) => id)).toEqual([bad.id]);
});

test("a link that a customer quotes is not handed on by what the store sends", async () => {
  const { id, from, request } = await asked(app, admin);
  const [link = ""] = ratingPathsIn(request.text);
  await customerWrites(app, admin, {
    from,
    subject: request.subject,
    text: `See http://desk.test${link} please`,
    headers: [`In-Reply-To: ${request.headers.find(({ name }) => /^message-id$/i.test(name))?.value}`],
  });
  const carrier = newCustomer();
  const { messages } = await admin.api.tickets.get({ id });
  await admin.api.messages.forward({
    ticketId: id,
    content: `About http://desk.test${link}`,
    messageIds: messages.filter(({ isFromCustomer }) => isFromCustomer).map(({ id: messageId }) => messageId),
    recipients: { to: [{ email: carrier }] },
    idempotencyKey: randomUUID(),
  });
  const forwarded = await takeMail(app, carrier);
  expect(forwarded.text).toContain("/rate/…");
  expect(ratingPathsIn(forwarded.text + forwarded.html)).toEqual([]);
});

test("a rating goes with its ticket into another one, and back out of it", async () => {
  const { id, path } = await asked(app, admin);
  await sendForm(app, path, { score: "5" });
  const { ticket_id: into } = await customerWrites(app, admin, { from: newCustomer() });
  await admin.api.tickets.merge({ id, into, customers: "keep" });
  expect(await admin.api.tickets.get({ id: into })).toMatchObject({ rating: { score: 5 } });
  await sendForm(app, path, { score: "4" });
  expect(await admin.api.tickets.get({ id: into })).toMatchObject({ rating: { score: 4 } });
  await admin.api.tickets.unmerge({ id });
  expect(await admin.api.tickets.get({ id })).toMatchObject({ rating: { score: 4 } });
  expect(await admin.api.tickets.get({ id: into })).toMatchObject({ rating: null });
});

test("a customer's export has what they rated; erased, their words leave a ticket that is another customer's now", async () => {
  const [own, others] = [await asked(app, admin), await asked(app, admin)];
  await sendForm(app, own.path, { score: "2", comment: "It hummed at night" });
  await sendForm(app, others.path, { score: "1", comment: "It hums" });
  const id = (await admin.api.tickets.get({ id: own.id })).customer?.id ?? "";
  expect(await (await admin.send(`/api/customers/${id}/export`)).text()).toContain("It hummed at night");
  // As on a ticket that was theirs when they were asked.
  await app.asOwner("update ticket_ratings set customer_id = $1 where ticket_id = $2", [id, others.id], admin.tenantId);
  await app.services.db.withTenant(admin.tenantId, (tx) => redactCustomer(tx, id));
  expect(await admin.api.tickets.get({ id: others.id })).toMatchObject({ rating: { score: 1, comment: null } });
  await expect(admin.api.tickets.get({ id: own.id })).rejects.toMatchObject({ code: "ticket_not_found" });
});

test("the rule that asks follows the settings, and keeps what was changed on it", async () => {
  const {
    items: [rule],
  } = await admin.api.rules.list();
  expect(rule).toMatchObject({ name: "Ask for a rating", isOn: true, trigger: "since_resolved", delayHours: 4 });
  const conditions = [{ field: "tags" as const, comparison: "lacks", values: ["wholesale"] }];
  await admin.api.rules.update({
    id: rule?.id ?? "",
    name: "Ask",
    trigger: "since_resolved",
    delayHours: 4,
    conditions,
    actions: [{ action: "ask_rating", values: [] }],
    expectedVersion: 1,
  });
  expect(await askForRatings(admin, { hours: 48 })).toMatchObject({
    rule: { name: "Ask", isOn: true, isAsMade: true },
  });
  expect((await admin.api.rules.list()).items).toMatchObject([{ name: "Ask", delayHours: 48, conditions }]);
  await askForRatings(admin, { isOn: false });
  expect((await admin.api.rules.list()).items).toMatchObject([{ isOn: false }]);
  const { version } = await admin.api.ratings.settings();
  const edit = { isOn: true, hours: 4, pauseDays: 30, asksAfterComplaints: false, reviewLinks: [] };
  await expect(admin.api.ratings.save({ ...edit, expectedVersion: version - 1 })).rejects.toMatchObject({
    code: "rating_settings_changed_meanwhile",
    data: { version },
  });
  const link = { name: "Shop", url: "http://reviews.example" };
  await expect(
    admin.api.ratings.save({ ...edit, reviewLinks: [link], expectedVersion: version }),
  ).rejects.toMatchObject({
    data: { fields: { "reviewLinks.0.url": ["Enter an address that begins with https://"] } },
  });
  const agent = await addColleague(app, admin, "agent");
  await expect(agent.api.ratings.save({ ...edit, expectedVersion: version })).rejects.toMatchObject({
    code: "not_allowed",
  });
});

test("the preview shows mail and pages in the language that is asked for", async () => {
  const preview = (view: "mail" | "page" | "thanks", language: string) =>
    admin.api.ratings.preview({ view, language, reviewLinks: [{ name: "Lamps", url: "https://reviews.example" }] });
  const { html, languages } = await preview("mail", "sv");
  expect(html).toContain("Hur var vår hjälp?");
  expect(languages).toHaveLength(45);
  expect((await preview("page", "ar")).html).toContain('dir="rtl"');
  expect((await preview("thanks", "en")).html).toContain("https://reviews.example");
});
