import { randomUUID } from "node:crypto";
import type { Isolation } from "../../testing/isolation/isolation.ts";
import { until } from "../../testing/take-mail.ts";
import { makeTicket } from "../../testing/test-desk.ts";

export const isolation: Isolation = async (app, { openingKey, owner, secret }) => {
  const { id: ticketId, ticketNumber } = await makeTicket(app, owner, {
    subject: `incident ${secret}`,
    from: `incident.${secret}@customer.test`,
  });
  const made = {
    name: `Incident ${secret}`.slice(0, 100),
    ticketNumbers: [ticketNumber],
    idempotencyKey: randomUUID(),
  };
  const { id } = await owner.api.incidents.make(made);
  const text = { content: `Sorry ${secret}`.slice(0, 200), subject: "Sorry" };
  const { items } = await owner.api.incidents.preview({ ...text, ticketIds: [ticketId] });
  const [digest, lastSeenMessageId] = [items[0]?.digest ?? "", items[0]?.lastSeenMessageId ?? null];
  const recipients = [{ ticketId, digest, lastSeenMessageId }];
  const answer = await owner.api.incidents.answer({
    ...text,
    incidentId: id,
    recipients,
    idempotencyKey: randomUUID(),
  });
  await until(async () => (await owner.api.incidents.progress({ id: answer.id })).state === "done");
  const run = (sql: string, values: unknown[]) => app.asOwner(sql, [owner.tenantId, ...values], owner.tenantId);
  await run("insert into incident_signs (client_id, ticket_id, wrote_at, signs) values ($1, $2, now(), $3)", [
    ticketId,
    [`words:${secret}`.slice(0, 200)],
  ]);
  await run("insert into incident_usual (client_id, sign, week, tickets) values ($1, $2, '2026-01-05', 1)", [
    `words:${secret}`.slice(0, 200),
  ]);
  await run("insert into incident_pasts (client_id, read_back_to) values ($1, now())", []);
  await run(
    "insert into carrier_times (client_id, carrier, country, parcels, usual_hours) values ($1, $2, '', 20, 72)",
    [secret.slice(0, 100)],
  );
  return {
    inputs: {
      "incidents.list": () => ({}),
      "incidents.get": () => ({ id }),
      "incidents.ofTicket": () => ({ ticketId }),
      "incidents.make": () => ({ name: "Made", idempotencyKey: openingKey }),
      "incidents.setState": () => ({ id, state: "watched" }),
      "incidents.addTickets": () => ({ id, ticketNumbers: [ticketNumber] }),
      "incidents.removeTicket": () => ({ id, ticketId }),
      "incidents.concerned": () => ({ id }),
      "incidents.stalled": () => ({}),
      "incidents.preview": () => ({ content: "Sorry", subject: "Sorry", ticketIds: [ticketId] }),
      "incidents.answer": () => ({ ...text, incidentId: id, recipients, idempotencyKey: openingKey }),
      "incidents.progress": () => ({ id: answer.id }),
      "incidents.stop": () => ({ id: answer.id }),
    },
  };
};
