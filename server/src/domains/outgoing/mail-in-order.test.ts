import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openSmtpMailer } from "../../platform/mailer/smtp-mailer.ts";
import { type Desk, openDesk } from "../../testing/open-desk.ts";
import { type Answer, openSmtpSink, type SmtpSink } from "../../testing/smtp-sink.ts";
import { until } from "../../testing/take-mail.ts";
import { hurryMail, makeTicket, reply } from "../../testing/test-desk.ts";
import { newOwner, type Person } from "../../testing/test-people.ts";
import { startDeliveries } from "./outgoing.jobs.ts";
import { DeliverySlots } from "./sending/delivery-slots.ts";

let sink: SmtpSink;
let app: Desk;
let agent: Person;
const mailers = new Set<ReturnType<typeof openSmtpMailer>>();
/** The relay's next answers, in order; afterwards it accepts everything. */
const answers: Answer[] = [];
beforeAll(async () => {
  sink = await openSmtpSink({ answers: () => answers.shift() ?? null });
  app = await openDesk({ roles: ["web"], mailer: openSmtpMailer(sink.url) });
  agent = await newOwner(app);
  // Two workers with separate connections.
  for (let worker = 0; worker < 2; worker += 1) {
    const mailer = openSmtpMailer(sink.url);
    mailers.add(mailer);
    await startDeliveries({ ...app.services, mailer }, new DeliverySlots());
  }
});
afterAll(async () => {
  await app.stop();
  for (const mailer of mailers) mailer.close();
  await sink.close();
});

type Row = { id: string; to: string; state: string; ticket: string; attempts: number };

/** Lists every mail of the store, in the order of its tickets' threads. */
const mails = () =>
  app.asOwner<Row>(
    `select o.mail_message_id as id, o.to_email as to, o.state, m.ticket_id as ticket, o.attempts from outgoing_mails o
      join ticket_messages m on m.id = o.message_id order by m.created_at, m.id`,
    [],
    agent.tenantId,
  );

/** Waits until no mail is queued, skipping the pauses between tries. */
async function untilSettled(): Promise<void> {
  await until(async () => {
    await hurryMail(app, agent);
    return (await mails()).every(({ state }) => state !== "queued");
  });
}

const refusal = (at: "recipient" | "end", code: number): Answer => ({ at, refusal: { code, words: "As it likes" } });
const answer = fc.constantFrom<Answer>(
  ...[null, refusal("recipient", 450), refusal("end", 451), refusal("recipient", 421), refusal("recipient", 550)],
  ...[refusal("end", 554), "cut off before" as const, "cut off after" as const],
);
const [ann, bob] = ["ann@people.example", "bob@elsewhere.example"];
const written = fc.record({ ticket: fc.nat({ max: 2 }), to: fc.subarray([ann, bob], { minLength: 1 }) });

test("two workers send each ticket's mails to each recipient in order and once, whatever the relay answers", async () => {
  const property = fc.asyncProperty(
    fc.array(written, { minLength: 2, maxLength: 8 }),
    fc.array(answer, { maxLength: 12 }),
    async (replies, said) => {
      const tickets = await Promise.all([0, 1, 2].map(() => makeTicket(app, agent, { from: ann })));
      sink.mails.length = 0;
      answers.splice(0, answers.length, ...said);
      for (const { ticket, to } of replies) {
        const recipients = { to: to.map((email) => ({ email })) };
        await agent.api.messages.reply({
          ticketId: tickets[ticket]?.id ?? "",
          content: "On its way.",
          idempotencyKey: randomUUID(),
          lastSeenMessageId: null,
          sendAnyway: true,
          recipients,
        });
      }
      await untilSettled();
      const taken = sink.mails.map(({ envelopeTo, parsed }) => ({
        to: envelopeTo[0],
        id: parsed.messageId?.slice(1, -1),
      }));
      const rows = (await mails()).filter(({ ticket }) => tickets.some(({ id }) => id === ticket));
      for (const { id: ticket } of tickets) {
        for (const recipient of [ann, bob]) {
          const lane = rows.filter((row) => row.ticket === ticket && row.to === recipient);
          const ids = lane.map(({ id }) => id);
          const came = taken
            .filter(({ to, id }) => to === recipient && ids.includes(id ?? ""))
            .map(({ id }) => id ?? "");
          // A mail whose answer was lost is repeated before any other.
          const inOrder = came.filter((id, at) => id !== came[at - 1]);
          expect(inOrder).toEqual(ids.filter((id) => came.includes(id)));
          for (const { id, state } of lane) if (state === "sent") expect(came).toContain(id);
        }
      }
      const lost = said.filter((item) => item === "cut off after").length;
      expect(taken.length).toBeLessThanOrEqual(rows.length + lost);
    },
  );
  await fc.assert(property, { numRuns: 12 });
});

test("a later reply says what it waits for without counting tries, and is sent after the earlier one failed", async () => {
  const { id } = await makeTicket(app, agent, { from: ann });
  answers.splice(0, answers.length, refusal("recipient", 450), refusal("recipient", 550));
  const first = await reply(agent, id);
  const shown = async (message: string) => {
    const { messages } = await agent.api.tickets.get({ id });
    const found = messages.find((item) => item.id === message);
    return { state: found?.deliveryState, error: found?.deliveryError };
  };
  await until(async () => (await shown(first.id)).error);
  const second = await reply(agent, id, { sendAnyway: true });
  const waits = "It waits for an earlier mail of this ticket to the same address, which has not left yet";
  expect(await shown(second.id)).toEqual({ state: "sending", error: waits });
  const log = async () => (await agent.api.mail.log({ direction: "out" })).items;
  expect((await log())[0]).toMatchObject({ state: "sending", reason: waits });
  await hurryMail(app, agent);
  await until(async () => (await shown(second.id)).state === "sent");
  expect(await shown(first.id)).toEqual({ state: "failed", error: expect.stringContaining("550") });
  const all = await mails();
  expect(all.slice(-2)).toMatchObject([{ attempts: 2 }, { attempts: 1 }]);
});
