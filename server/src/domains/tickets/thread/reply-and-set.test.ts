import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Desk, openDesk } from "../../../testing/open-desk.ts";
import { takeMail } from "../../../testing/take-mail.ts";
import { customerReplies, makeTicket, reply } from "../../../testing/test-desk.ts";
import { addColleague, newAddress, newOwner, type Person } from "../../../testing/test-people.ts";

let app: Desk;
let agent: Person;
let colleague: Person;
beforeAll(async () => {
  app = await openDesk();
  const owner = await newOwner(app);
  [agent, colleague] = [await addColleague(app, owner, "agent"), await addColleague(app, owner, "agent")];
});
afterAll(() => app.stop());

const contents = async (id: string) => (await agent.api.tickets.get({ id })).messages.map(({ content }) => content);

test("what somebody wrote is not sent in the name of who has signed in at their browser since", async () => {
  const { id } = await makeTicket(app, agent);
  const refused = reply(colleague, id, { authorId: agent.userId });
  await expect(refused).rejects.toMatchObject({ code: "not_allowed", status: 403 });
  expect(await contents(id)).toHaveLength(1);
  expect((await reply(agent, id, { authorId: agent.userId })).authorName).toBe(agent.name);
});

describe("what a reply changes of its ticket", () => {
  const trail = async (id: string) =>
    (await agent.api.tickets.activity({ id })).items.map(({ kind, from, to, actorName }) => [
      kind,
      from,
      to,
      actorName,
    ]);
  const events = (ticketId: string) =>
    app.asOwner<{ type: string; payload: Record<string, unknown> }>(
      `select type, payload from events where payload ->> 'ticketId' = $1 and type like 'ticket.%' order by number`,
      [ticketId],
      agent.tenantId,
    );
  const assignedTo = async (id: string) => (await agent.api.tickets.get({ id })).assignedTo;

  test.each(["pending", "resolved"] as const)(
    "it is sent and the ticket set %s, with steps and events in order",
    async (status) => {
      const from = newAddress("customer");
      const { id } = await makeTicket(app, agent, { from });
      await reply(agent, id, { thenStatus: status, expectedStatus: "open" });
      expect(await agent.api.tickets.get({ id })).toMatchObject({ status, assignedTo: agent.userId, messageCount: 2 });
      const [replied, taken, changed] = (await trail(id)).slice(-3);
      expect([replied, taken, changed]).toEqual([
        ["replied", null, null, agent.name],
        ["assigned", null, agent.name, agent.name],
        ["status_changed", "open", status, agent.name],
      ]);
      const told = (await events(id)).slice(-2);
      expect(told).toEqual([
        { type: "ticket.assigned", payload: { ticketId: id, from: null, to: agent.userId, actorId: agent.userId } },
        { type: "ticket.status-changed", payload: { ticketId: id, from: "open", to: status, actorId: agent.userId } },
      ]);
      await takeMail(app, from);
    },
  );

  test("a status that it has already is no change, and neither is an assignee that it has", async () => {
    const { id } = await makeTicket(app, agent, { status: "pending" });
    await colleague.api.tickets.update({ id, assignedTo: colleague.userId });
    const before = (await events(id)).length;
    await reply(agent, id, { thenStatus: "pending" });
    expect(await agent.api.tickets.get({ id })).toMatchObject({ status: "pending", assignedTo: colleague.userId });
    expect((await trail(id)).at(-1)).toEqual(["replied", null, null, agent.name]);
    expect(await events(id)).toHaveLength(before);
  });

  test("without a choice the status stays, and the ticket is the writer's where nobody has it", async () => {
    const { id } = await makeTicket(app, agent, { status: "urgent" });
    await reply(agent, id);
    expect(await agent.api.tickets.get({ id })).toMatchObject({ status: "urgent", assignedTo: agent.userId });
    await reply(colleague, id, { sendAnyway: true });
    expect(await assignedTo(id)).toBe(agent.userId);
  });

  test("a status that somebody else chose meanwhile stays, and the reply is sent", async () => {
    const { id } = await makeTicket(app, agent);
    await colleague.api.tickets.changeStatus({ id, status: "urgent" });
    const sent = await reply(agent, id, { thenStatus: "resolved", expectedStatus: "open" });
    const ticket = await agent.api.tickets.get({ id });
    expect(ticket.messages.at(-1)?.id).toBe(sent.id);
    expect(ticket.status).toBe("urgent");
  });

  test("a second request with the key changes nothing: not the status that it was given since, nor the assignee", async () => {
    const { id, firstMessageId } = await makeTicket(app, agent);
    const once = { idempotencyKey: randomUUID(), lastSeenMessageId: firstMessageId, thenStatus: "resolved" as const };
    const both = await Promise.all([reply(agent, id, once), reply(agent, id, once)]);
    expect(both[0]?.id).toBe(both[1]?.id);
    await colleague.api.tickets.reopen({ id });
    await colleague.api.tickets.update({ id, assignedTo: null });
    const steps = (await trail(id)).length;
    expect((await reply(agent, id, once)).id).toBe(both[0]?.id);
    expect(await agent.api.tickets.get({ id })).toMatchObject({ status: "open", assignedTo: null, messageCount: 2 });
    expect(await trail(id)).toHaveLength(steps);
  });

  test("a reply that is refused changes nothing of the ticket", async () => {
    const { id, firstMessageId } = await makeTicket(app, agent);
    await customerReplies(app, agent, id, "Never mind");
    const late = { lastSeenMessageId: firstMessageId, thenStatus: "resolved" as const };
    await expect(reply(agent, id, late)).rejects.toMatchObject({ code: "conversation_moved_on" });
    expect(await agent.api.tickets.get({ id })).toMatchObject({ status: "open", assignedTo: null });
  });

  test.each(["open", "closed", "urgent", ""])("%j is no status to send with", async (thenStatus) => {
    const { id } = await makeTicket(app, agent);
    const body = {
      content: "Hello",
      idempotencyKey: randomUUID(),
      lastSeenMessageId: null,
      sendAnyway: true,
      thenStatus,
    };
    const response = await agent.send(`/api/tickets/${id}/replies`, {
      method: "POST",
      body: JSON.stringify(body),
      headers: { "content-type": "application/json" },
    });
    expect(response.status).toBe(422);
    expect(await contents(id)).toHaveLength(1);
  });
});
