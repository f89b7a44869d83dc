import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { mostBreakOffs } from "../../platform/jobs/job-claims.ts";
import { DeliveryDelayed } from "../../platform/mailer/mailer.ts";
import type { TestTenant } from "../../testing/make-test-tenant.ts";
import { type Desk, openDesk } from "../../testing/open-desk.ts";
import { until } from "../../testing/take-mail.ts";
import { makeTicket, reply } from "../../testing/test-desk.ts";
import { newOwner, type Person } from "../../testing/test-people.ts";
import { deliverMail, maxTries } from "./deliver-mail.ts";
import { startDeliveries } from "./outgoing.jobs.ts";
import { DeliverySlots, slotLimits } from "./sending/delivery-slots.ts";

type Sending = { to: string; take: () => void; fail: (error: Error) => void };
/** What the relay has not answered yet, in the order in which it came, and what it took. */
const onTheirWay: Sending[] = [];
const taken: string[] = [];
let isAsked = false;

let app: Desk;
let agent: Person;
beforeAll(async () => {
  const mailer = {
    async send({ to }: { to: string }) {
      if (isAsked) {
        const answer = Promise.withResolvers<void>();
        onTheirWay.push({ to, take: answer.resolve, fail: answer.reject });
        await answer.promise;
      }
      taken.push(to);
    },
    check: async () => undefined,
    close: () => undefined,
  };
  app = await openDesk({ roles: ["web"], mailer });
  agent = await newOwner(app);
  // Nothing is slow: so many go to one domain at a time.
  await startDeliveries(app.services, new DeliverySlots({ ...slotLimits, slowAfterMs: 600_000 }));
});
afterAll(() => app.stop());
afterEach(async () => {
  isAsked = false;
  for (const { take } of onTheirWay.splice(0)) take();
  await until(async () => (await waiting(agent)) === 0);
  taken.length = 0;
});

const waiting = async ({ tenantId }: Pick<Person, "tenantId">) =>
  (await app.asOwner("select from outgoing_mails where state = 'queued'", [], tenantId)).length;

/** Waits until those who send have heard of all that was queued. */
async function rung(): Promise<void> {
  const rings = "select from pgboss.job where name = 'mail.deliver' and state < 'completed'";
  await until(async () => (await app.asOwner(rings)).length === 0);
}

/** Somebody of a store answers a ticket of their own. */
async function answer(by: Person, from: string): Promise<string> {
  const { id } = await makeTicket(app, by, { from });
  return (await reply(by, id)).id;
}

/** Has the relay take the oldest that it looks at, and waits until it looks at another. */
async function takeOne(): Promise<void> {
  onTheirWay.shift()?.take();
  await until(async () => onTheirWay.length === slotLimits.quickOf);
}

test("a new reply does not stand behind thirty that a slow relay holds, whosever they are and wherever it goes", async () => {
  isAsked = true;
  for (let count = 0; count < 30; count += 1) await answer(agent, `ann${count}@slow.example`);
  await until(async () => onTheirWay.length === slotLimits.quickOf);
  // It goes elsewhere: at once.
  await answer(agent, "jo@other.example");
  await until(async () => onTheirWay.find(({ to }) => to === "jo@other.example"));
  const [elsewhere] = onTheirWay.splice(-1);
  elsewhere?.take();
  // It goes to the same place, from this store and another: behind the one that has been chosen, and one of each other turn.
  await answer(agent, "jo@slow.example");
  const neighbour = await newOwner(app);
  await answer(neighbour, "bo@slow.example");
  await rung();
  for (let turn = 0; turn < 8; turn += 1) await takeOne();
  const begun = [...taken, ...onTheirWay.map(({ to }) => to)];
  expect(begun).toEqual(expect.arrayContaining(["jo@slow.example", "bo@slow.example"]));
  // The oldest are not forgotten for it.
  expect(begun.filter((to) => /^ann\d@/.test(to)).length).toBeGreaterThan(2);
});

test("what a relay has no room for beside others is no try, and fewer go at once", async () => {
  isAsked = true;
  for (const name of ["a", "b", "c"]) await answer(agent, `ann@${name}.example`);
  await until(async () => onTheirWay.length === 3);
  const crowded = Object.assign(new DeliveryDelayed("421 Too many connections"), { isCrowded: true });
  const [refused] = onTheirWay.splice(1, 1);
  refused?.fail(crowded);
  const sql = "select attempts, tries, state, last_error as error from outgoing_mails where to_email = $1";
  const row = async () => (await app.asOwner(sql, [refused?.to], agent.tenantId))[0];
  await until(async () => (await row())?.error);
  expect(await row()).toEqual({ attempts: 0, tries: 0, state: "queued", error: "421 Too many connections" });
  await answer(agent, "ann@d.example");
  await rung();
  // Two at a time, until one of them is done.
  expect(onTheirWay).toHaveLength(2);
  onTheirWay.shift()?.take();
  await until(async () => onTheirWay.length === 2);
});

const forced = async (store: Pick<TestTenant, "id">, values: string, messageId: string) => {
  const sql = `update outgoing_mails set ${values} where message_id = $1 returning id`;
  return (await app.asOwner<{ id: string }>(sql, [messageId], store.id))[0]?.id ?? "";
};

test("a mail during which the program ended again and again is put off like one that failed, and given up after as many tries", async () => {
  const store = { id: agent.tenantId };
  const { id: ticketId } = await makeTicket(app, agent);
  isAsked = true;
  const message = await reply(agent, ticketId);
  await until(async () => onTheirWay.length === 1);
  onTheirWay.splice(0)[0]?.take();
  await until(async () => (await waiting(agent)) === 0);
  // As if it had ended each time: the next begin puts it off before anything else happens.
  const anew = `state = 'queued', sent_at = null, next_try_at = now() + interval '1 hour', break_offs = ${mostBreakOffs}`;
  const mailId = await forced(store, anew, message.id);
  const due = () => forced(store, "next_try_at = now() - interval '1 hour'", message.id);
  await due();
  await until(async () => onTheirWay.length === 1);
  const sql = "select tries, break_offs, next_try_at > now() as waits, last_error from outgoing_mails where id = $1";
  const row = async () => (await app.asOwner(sql, [mailId], store.id))[0];
  expect(await row()).toMatchObject({ tries: 2, break_offs: mostBreakOffs + 1, waits: true });
  onTheirWay.splice(0)[0]?.take();
  await until(async () => (await waiting(agent)) === 0);
  expect(await row()).toMatchObject({ break_offs: 0 });

  await forced(store, `${anew}, tries = ${maxTries - 1}`, message.id);
  isAsked = false;
  taken.length = 0;
  await due();
  await until(async () => (await waiting(agent)) === 0);
  expect(taken).toEqual([]);
  const { messages } = await agent.api.tickets.get({ id: ticketId });
  expect(messages.at(-1)).toMatchObject({
    deliveryState: "failed",
    deliveryError: "The program that sends ended each time while it sent this mail, and is started again",
  });
});

test("a database that is not in time is no try of a mail, and its words say so", async () => {
  isAsked = true;
  const messageId = await answer(agent, "ann@late.example");
  await until(async () => onTheirWay.length === 1);
  // As a statement that the database cancels.
  onTheirWay.splice(0)[0]?.fail(Object.assign(new Error("canceling statement"), { code: "57014" }));
  const sql = "select attempts, tries, break_offs, last_error as error from outgoing_mails where message_id = $1";
  const row = async () => (await app.asOwner(sql, [messageId], agent.tenantId))[0];
  await until(async () => (await row())?.error);
  const error = "The database of this installation did not answer in time. Nothing is wrong with this mail";
  expect(await row()).toEqual({ attempts: 0, tries: 0, break_offs: 0, error });
  const mailId = await forced({ id: agent.tenantId }, "next_try_at = null", messageId);
  isAsked = false;
  expect(await deliverMail(app.services, { tenantId: agent.tenantId, mailId })).toEqual({
    isBegun: true,
    failure: null,
  });
});
