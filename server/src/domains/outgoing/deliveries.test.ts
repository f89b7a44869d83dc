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
/** Mails that the relay has not answered yet, in order, and those it accepted. */
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
  // No mail counts as slow, so each domain gets its share of slots.
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

/** Waits until the senders were notified of everything that was queued. */
async function rung(): Promise<void> {
  const rings = "select from pgboss.job where name = 'mail.deliver' and state < 'completed'";
  await until(async () => (await app.asOwner(rings)).length === 0);
}

/** Answers a new ticket as a person of a store. */
async function answer(by: Person, from: string): Promise<string> {
  const { id } = await makeTicket(app, by, { from });
  return (await reply(by, id)).id;
}

/** Makes the relay accept the oldest mail, and waits until it gets another one. */
async function takeOne(): Promise<void> {
  onTheirWay.shift()?.take();
  await until(async () => onTheirWay.length === slotLimits.quickOf);
}

test("a new reply does not wait behind thirty mails held up by a slow relay, whatever their store and destination", async () => {
  isAsked = true;
  for (let count = 0; count < 30; count += 1) await answer(agent, `ann${count}@slow.example`);
  await until(async () => onTheirWay.length === slotLimits.quickOf);
  // Another destination: sent at once.
  await answer(agent, "jo@other.example");
  await until(async () => onTheirWay.find(({ to }) => to === "jo@other.example"));
  const [elsewhere] = onTheirWay.splice(-1);
  elsewhere?.take();
  // The same destination, from this store and another one: behind the chosen mail, and one per further turn.
  await answer(agent, "jo@slow.example");
  const neighbour = await newOwner(app);
  await answer(neighbour, "bo@slow.example");
  await rung();
  for (let turn = 0; turn < 8; turn += 1) await takeOne();
  const started = [...taken, ...onTheirWay.map(({ to }) => to)];
  expect(started).toEqual(expect.arrayContaining(["jo@slow.example", "bo@slow.example"]));
  // The oldest mails still get their turns.
  expect(started.filter((to) => /^ann\d@/.test(to)).length).toBeGreaterThan(2);
});

test("a mail that the crowded relay refuses is not counted as a try, and fewer are sent at once", async () => {
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
  // Two at a time, until one of them is finished.
  expect(onTheirWay).toHaveLength(2);
  onTheirWay.shift()?.take();
  await until(async () => onTheirWay.length === 2);
});

const forced = async (store: Pick<TestTenant, "id">, values: string, messageId: string) => {
  const sql = `update outgoing_mails set ${values} where message_id = $1 returning id`;
  return (await app.asOwner<{ id: string }>(sql, [messageId], store.id))[0]?.id ?? "";
};

test("a mail on which the process keeps dying is postponed like a failed one, and given up after as many tries", async () => {
  const store = { id: agent.tenantId };
  const { id: ticketId } = await makeTicket(app, agent);
  isAsked = true;
  const message = await reply(agent, ticketId);
  await until(async () => onTheirWay.length === 1);
  onTheirWay.splice(0)[0]?.take();
  await until(async () => (await waiting(agent)) === 0);
  // As if the process had died each time: the next try postpones it first.
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

test("a busy database is not counted as a try, and the mail says so", async () => {
  isAsked = true;
  const messageId = await answer(agent, "ann@late.example");
  await until(async () => onTheirWay.length === 1);
  // As when the database cancels a statement.
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
