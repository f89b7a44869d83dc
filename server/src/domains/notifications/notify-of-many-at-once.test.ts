import { limits } from "@deskhand/contract/limits";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { fromNow } from "../../testing/from-now.ts";
import { type Desk, openDesk } from "../../testing/open-desk.ts";
import { openScreen } from "../../testing/open-screen.ts";
import { customerReplies, customerWrites, makeTicket } from "../../testing/test-desk.ts";
import { addColleague, newOwner, type Person } from "../../testing/test-people.ts";
import { notifications } from "./notifications.domain.ts";

const { floodTickets, floodMinutes } = limits;
let app: Desk;
let owner: Person;
let agent: Person;
beforeAll(async () => {
  app = await openDesk();
});
beforeEach(async () => {
  owner = await newOwner(app);
  agent = await addColleague(app, owner, "agent");
});
afterAll(() => app.stop());

async function make(count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) ids.push((await makeTicket(app, owner)).id);
  return ids;
}
const asOwner = (sql: string, values: unknown[] = []) => app.asOwner(sql, values, owner.tenantId);
const told = async ({ api }: Person) => {
  const { items, count } = await api.notifications.list();
  return { count, messages: items.map(({ message }) => message.replace(/\d+ (?:second|minute)s?$/, "a while")) };
};
const rowsOf = (person: Person) => asOwner("select id from notifications where user_id = $1", [person.userId]);
const pause = (minutes: number) =>
  asOwner("update support_tickets set created_at = created_at - make_interval(mins => $1)", [minutes]);

test("notifies of each ticket below a flood, and turns all of them into one with one more", async () => {
  await make(floodTickets);
  for (const person of [owner, agent]) expect(await rowsOf(person)).toHaveLength(floodTickets);
  await make(1);
  for (const person of [owner, agent]) {
    expect(await told(person)).toEqual({ count: 1, messages: ["21 new tickets in a while"] });
    expect(await rowsOf(person)).toHaveLength(1);
  }
  const [flood] = (await agent.api.notifications.list()).items;
  expect(flood).toMatchObject({ type: "new_ticket", title: "New Tickets", ticketId: null, ticket: null, read: false });
});

test("grows a flood without a row or event, and shows its number also to those who read it", async () => {
  await make(floodTickets + 1);
  const screen = await openScreen(app, agent);
  await agent.api.notifications.markAllRead();
  await make(16);
  expect(await told(agent)).toEqual({ count: 0, messages: ["37 new tickets in a while"] });
  expect(await told(owner)).toEqual({ count: 1, messages: ["37 new tickets in a while"] });
  for (const person of [owner, agent]) expect(await rowsOf(person)).toHaveLength(1);
  await screen.hears(screen.readyAt + 1 + 2 * 16);
  // Earlier events may still have been on their way when the screen connected.
  const news = screen.events.filter(({ number }) => number > screen.readyAt);
  expect(news.map(({ type }) => type)).not.toContain("notification.created");
  screen.close();
});

test("announces a lasting flood once more after a while", async () => {
  await make(floodTickets + 1);
  await agent.api.notifications.markAllRead();
  await asOwner("update ticket_floods set renewed_at = renewed_at - make_interval(mins => $1)", [floodMinutes + 1]);
  await make(2);
  expect(await told(agent)).toEqual({ count: 1, messages: ["23 new tickets in a while"] });
  expect(
    await asOwner("select from events where type = 'notification.created' and payload ->> 'id' like 'flood-%'"),
  ).toHaveLength(2);
});

test("keeps read and other notifications, and spares those who want no new tickets", async () => {
  const [first = ""] = await make(floodTickets - 1);
  await agent.api.notifications.markRead({ id: `ticket-${first}` });
  await customerReplies(app, owner, first, "Hello?");
  await owner.api.notifications.setPreferences({ wanted: ["customer_reply"], desktop: false, sound: false });
  await make(2);
  expect((await rowsOf(agent)).map(({ id }) => String(id).split("-")[0]).sort()).toEqual([
    "flood",
    "message",
    "ticket",
  ]);
  expect((await rowsOf(owner)).map(({ id }) => String(id).split("-")[0])).toContain("message");
  expect((await rowsOf(owner)).filter(({ id }) => String(id).startsWith("flood"))).toEqual([]);
});

test("ends a flood when few tickets come, and notifies of the next ones beside it", async () => {
  await make(floodTickets + 1);
  await pause(floodMinutes);
  await make(2);
  expect(await told(agent)).toEqual({
    count: 3,
    messages: [...Array(2).fill(expect.stringMatching(/^New ticket created: /)), "21 new tickets in a while"],
  });
});

test("makes one notification of forty mails at once, apart from the next store's few", async () => {
  const next = await newOwner(app);
  const mails = Array.from({ length: 40 }, (_, n) =>
    customerWrites(app, owner, { from: `ann${n}@customer.test`, text: `Number ${n}` }),
  );
  await Promise.all([...mails, customerWrites(app, next)]);
  expect(await told(agent)).toEqual({ count: 1, messages: ["40 new tickets in a while"] });
  expect(await rowsOf(agent)).toHaveLength(1);
  expect((await told(next)).messages).toHaveLength(1);
});

test("deletes floods without notifications at night", async () => {
  await make(floodTickets + 1);
  await asOwner("update ticket_floods set last_at = $1", [fromNow({ days: -91 })]);
  await asOwner("update notifications set created_at = $1", [fromNow({ days: -91 })]);
  for (const { work } of notifications.schedules ?? []) await work(app.services);
  expect(await asOwner("select from ticket_floods")).toEqual([]);
  expect(await rowsOf(agent)).toEqual([]);
});

const write = (from: string) => customerWrites(app, owner, { from, text: crypto.randomUUID() });
/** Brings so many mails that are held by their sender's limit. */
async function hold(count: number): Promise<void> {
  const from = `${crypto.randomUUID()}@market.example`;
  await owner.api.sharedSenders.set({ sender: from, mails: 1 });
  await write(from);
  await Promise.all(Array.from({ length: count }, () => write(from)));
}
const toldOfHeld = async ({ api }: Person) =>
  (await api.notifications.list()).items
    .filter(({ type }) => type === "mail_notice")
    .map(({ title, message }) => `${title}: ${message.replace(/in \d+ seconds?/, "in a moment")}`);
const heldWords = (what: string, where: string) =>
  `Incoming Mail: ${what}, as too many came from one sender at once. Release ${where} in the mail log`;

test("notifies admins once of mail held within an hour, with its present number", async () => {
  await hold(1);
  expect(await toldOfHeld(owner)).toEqual([heldWords("A mail was held back", "it")]);
  await hold(40);
  expect(await toldOfHeld(owner)).toEqual([heldWords("41 mails were held back in a moment", "them")]);
  expect(await toldOfHeld(agent)).toEqual([]);
  const news = "select from events where type = 'notification.created' and payload ->> 'id' like 'held-%'";
  expect(await app.asOwner(news, [], owner.tenantId)).toHaveLength(1);
});

test("notifies anew after an hour, and of another limit", async () => {
  await hold(2);
  await app.asOwner("update mail_holds set began_at = began_at - interval '61 minutes'", [], owner.tenantId);
  await hold(3);
  const headers = Array.from({ length: 4_000 }, (_, line) => `X-Filler-${line}: ${"x".repeat(90)}`);
  await customerWrites(app, owner, { headers });
  expect(await toldOfHeld(owner)).toEqual([
    "Incoming Mail: A mail was held back, as it is too large, or takes too long to be read. Release it in the mail log",
    heldWords("3 mails were held back in a moment", "them"),
    expect.stringContaining("2 mails were held back"),
  ]);
});

test("notifies of no limit for forged, blocked or looping mail", async () => {
  await owner.api.blockedSenders.add({ sender: "spam.example" });
  await write("ann@spam.example");
  await write(`Support <help@${owner.supportEmail.split("@")[1]}>`);
  await customerWrites(app, owner, { headers: Array.from({ length: 101 }, () => "Received: from a by b; now") });
  expect(await toldOfHeld(owner)).toEqual([]);
});
