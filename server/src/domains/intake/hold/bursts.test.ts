import { limits } from "@deskhand/contract/limits";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type MailAtDesk, mailAtDesk, type TestMail } from "../../../testing/mail-at-desk.ts";
import type { TestTenant } from "../../../testing/make-test-tenant.ts";
import { type Desk, openDesk } from "../../../testing/open-desk.ts";
import { insertShared } from "./held.queries.ts";

const { mailsAlike, mailMinutes: minutes } = limits;
let desk: Desk;
let store: TestTenant;
let at: MailAtDesk;
beforeAll(async () => {
  desk = await openDesk({ roles: [] });
});
beforeEach(async () => {
  store = await desk.makeTenant({ staff: ["owner@store.example"] });
  at = mailAtDesk(desk, store);
});
afterAll(() => desk.stop());

/** Sends a mail after logging the given number of accepted mails that say the same. */
async function letThrough(count: number, mail: TestMail): Promise<string | null> {
  const { id, ticket_id: ticketId } = await at.send(mail);
  await desk.asOwner(
    `insert into mail_log (id, raw_mail_id, via, envelope_from, envelope_to, state, from_email, sender_check, likeness, finished_at)
     select gen_random_uuid(), raw_mail_id, via, envelope_from, envelope_to, state, from_email, sender_check, likeness, finished_at
     from mail_log, generate_series(2, $2::int) where id = $1`,
    [id, count],
    store.id,
  );
  return ticketId;
}
/** Sends many mails at once and returns how each ends. */
async function burst(count: number, mailOf: (n: number) => TestMail): Promise<Record<string, number>> {
  const ends = await Promise.all(Array.from({ length: count }, (_, n) => at.send(mailOf(n))));
  const states = [...new Set(ends.map(({ state }) => state))];
  return Object.fromEntries(states.map((state) => [state, ends.filter((one) => one.state === state).length]));
}

async function share(sender: string, mails: number): Promise<void> {
  const ofStore = "select id from users where client_id = $1";
  const [owner] = await desk.asOwner<{ id: string }>(ofStore, [store.id], store.id);
  await desk.db.withTenant(store.id, (tx) => insertShared(tx, { sender, mails, userId: owner?.id ?? "" }));
}

const market = "desk@market.example";

const bursts: Record<string, (n: number) => TestMail> = {
  "other texts": (n) => ({ from: market, subject: "A question", text: `Where is my parcel? I am customer ${n}.` }),
  "the same text under other subjects": (n) => ({
    from: market,
    subject: `Order ${n}`,
    text: "A buyer asks something.",
  }),
  "other names": (n) => ({ from: `"Buyer ${n} at Market" <${market}>`, subject: "Question", text: "Where is it?" }),
  "other people in Reply-To": (n) => ({
    from: "form@shop.example",
    subject: "Contact",
    text: "Please call me back.",
    headers: [`Reply-To: ann${n}@customer.example`],
  }),
};

test.each(Object.entries(bursts))(
  "makes tickets of a burst from one address, and stops repetition as a loop: %s",
  async (_, mailOf) => {
    await letThrough(mailsAlike, mailOf(0));
    expect(await burst(5, (n) => mailOf(n + 1))).toEqual({ ticket_created: 5 });
    const repeated = await at.send(mailOf(0));
    expect(repeated).toMatchObject({ state: "loop_stopped", held_by: "alike", ticket_id: null });
    expect(repeated.reason).toBe(
      `More than ${mailsAlike} mails that say the same came from ${repeated.from_email} within ${minutes} minutes.`,
    );
  },
);

test("makes tickets of a hundred and fifty simultaneous mails from one address", async () => {
  expect(await burst(150, bursts["other texts"] ?? (() => ({})))).toEqual({ ticket_created: 150 });
});

test("stops a program that answers on many tickets, with changing numbers and their subjects", async () => {
  const from = "robot@desk.example";
  const ticket = async (subject: string) =>
    (await at.ticketOf((await at.send({ from, subject })).ticket_id)).ticket_number;
  const answer = (number: number, text: string) => ({ from, subject: `Re: Case [Ticket: ${number}]`, text });
  const [one, other] = [await ticket("Case 1"), await ticket("Case 2")];
  await letThrough(mailsAlike, answer(one, "We got your mail as number 4711."));
  expect(await at.send(answer(other, "We got your mail as number 4712."))).toMatchObject({
    state: "loop_stopped",
    held_by: "alike",
    ticket_id: expect.any(String),
  });
  expect((await at.send(answer(other, "The lamp has been found."))).state).toBe("reply_added");
});

test("lets a shared sender bring as many mails as its limit, whatever they say, and no more", async () => {
  await share(market, mailsAlike + 2);
  const same = { from: market, subject: "Alert", text: "The disk is full." };
  await letThrough(mailsAlike, same);
  expect(await burst(5, () => same)).toEqual({ ticket_created: 2, loop_stopped: 3 });
  expect(await at.send({ from: market, text: "Other words" })).toMatchObject({
    state: "loop_stopped",
    held_by: "sender",
    reason: `More than ${mailsAlike + 2} mails came from ${market} within ${minutes} minutes.`,
  });
});

test("applies a shared sender's limit to tagged addresses and each address of a domain, but not to forgers", async () => {
  await share("market.example", 3);
  await share("fast@market.example", 5);
  const burstFrom = (from: string, rest: TestMail = {}) => burst(6, () => ({ from, ...rest }));
  for (const from of ["a@market.example", "b@eu.market.example"]) {
    expect(await burstFrom(from), from).toEqual({ ticket_created: 3, loop_stopped: 3 });
  }
  expect(await burstFrom("fast+x@market.example")).toEqual({ ticket_created: 5, loop_stopped: 1 });
  expect(await burstFrom("a@notmarket.example")).toEqual({ ticket_created: 6 });
  // As many as from anybody, and counted separately.
  expect(await burstFrom("c@market.example", { check: "fail" })).toEqual({ ticket_created: 6 });
  expect(await burstFrom("c@market.example", { check: "pass" })).toEqual({ ticket_created: 3, loop_stopped: 3 });
});

test("counts mails that admins released neither for the sender nor on the ticket", async () => {
  await share(market, 1);
  expect(await burst(3, () => ({ from: market }))).toEqual({ ticket_created: 1, loop_stopped: 2 });
  await desk.asOwner("update mail_log set is_released = true where state = 'ticket_created'", [], store.id);
  expect((await at.send({ from: market })).state).toBe("ticket_created");
});

test("names the limit for mail that is too large or slow to read, and none for forged mail", async () => {
  const { state, held_by: heldBy } = await at.send({ from: `Support <help@${store.address.split("@")[1]}>` });
  expect({ state, heldBy }).toEqual({ state: "quarantined", heldBy: null });
  const many = Array.from({ length: 4_000 }, (_, line) => `X-Filler-${line}: ${"x".repeat(90)}`);
  expect(await at.send({ headers: many })).toMatchObject({ state: "quarantined", held_by: "size" });
});
