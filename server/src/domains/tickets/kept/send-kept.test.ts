import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fromNow } from "../../../testing/from-now.ts";
import { holdRows } from "../../../testing/hold-rows.ts";
import { type Desk, openDesk } from "../../../testing/open-desk.ts";
import { mailsTo, takeMail, until } from "../../../testing/take-mail.ts";
import { customerReplies, keep, makeTicket, reply } from "../../../testing/test-desk.ts";
import { addColleague, newAddress, newOwner, type Person } from "../../../testing/test-people.ts";
import { sendKeptHandler, sendOverdue } from "./send-kept.ts";

let app: Desk;
let owner: Person;
let agent: Person;
beforeAll(async () => {
  app = await openDesk();
  owner = await newOwner(app);
  agent = await addColleague(app, owner, "agent");
});
afterAll(() => app.stop());

const later = () => ({ until: fromNow({ days: 1 }) });
const contents = async (id: string) =>
  (await owner.api.tickets.get({ id })).messages.slice(1).map(({ content }) => content);
/** Makes the waiting replies of a ticket due. */
const due = (ticketId: string) =>
  app.asOwner(
    "update kept_replies set due_at = now() - interval '1 second' where ticket_id = $1",
    [ticketId],
    owner.tenantId,
  );
const send = (ticketId: string, isLastTry = false) =>
  sendKeptHandler(app.services).work({ tenantId: owner.tenantId, ticketId, isLastTry });
const dueAndSend = async (ticketId: string) => {
  await due(ticketId);
  await send(ticketId);
};
/** Returns why a reply came back; null while it waits, undefined if it is gone. */
const reasonOf = async (id: string, person = agent) => {
  const found = (await person.api.keptReplies.list({})).items.find((item) => item.id === id);
  return found && (found.returned?.reason ?? null);
};
const gone = { code: "kept_reply_not_found" };

test("it is sent when its time is over", async () => {
  const from = newAddress("customer");
  const { id } = await makeTicket(app, owner, { from });
  await keep(agent, id, { undoSeconds: 5, content: "Soon." });
  expect((await takeMail(app, from)).text).toContain("Soon.");
  expect(await contents(id)).toEqual(["Soon."]);
});

test("it is sent once at its time, however many jobs look, and not before", async () => {
  const from = newAddress("customer");
  const { id } = await makeTicket(app, owner, { from });
  const kept = await keep(agent, id, later());
  await send(id);
  expect(await reasonOf(kept.id)).toBeNull();
  await due(id);
  await Promise.all([send(id), send(id), send(id)]);
  expect(await contents(id)).toEqual(["It is on its way."]);
  expect(await reasonOf(kept.id)).toBeUndefined();
  await takeMail(app, from);
  expect(await mailsTo(app, from)).toHaveLength(1);
});

test("an overdue reply whose job was lost is found", async () => {
  const { id } = await makeTicket(app, owner);
  await keep(agent, id, later());
  await app.asOwner(
    "update kept_replies set due_at = now() - interval '2 minutes' where ticket_id = $1",
    [id],
    owner.tenantId,
  );
  await sendOverdue.work(app.services);
  await until(async () => (await contents(id)).length === 1);
});

describe("a reply that cannot be sent is returned to its author", () => {
  test("when the customer writes or a colleague answers; not for a note, nor with sendAnyway", async () => {
    const { id } = await makeTicket(app, owner);
    const kept = await keep(agent, id, later());
    await owner.api.messages.addNote({ ticketId: id, content: "Hm", idempotencyKey: crypto.randomUUID() });
    await customerReplies(app, owner, id, "I am away.", { isAutomatic: true });
    expect(await reasonOf(kept.id)).toBeNull();
    await customerReplies(app, owner, id, "Never mind");
    expect(await reasonOf(kept.id)).toBe("conversation_moved_on");
    const [second, anyway] = [await keep(agent, id, later()), await keep(agent, id, { ...later(), sendAnyway: true })];
    await reply(owner, id, { content: "Done." });
    expect([await reasonOf(second.id), await reasonOf(anyway.id)]).toEqual(["conversation_moved_on", null]);
    await dueAndSend(id);
    expect(await contents(id)).toEqual(["I am away.", "Never mind", "Done.", "It is on its way."]);
  });

  test.each(["one", "many"])(
    "when the ticket is archived, as %s, whoever wrote it; reopening sends nothing",
    async (way) => {
      const { id } = await makeTicket(app, owner);
      const mine = await keep(agent, id, { ...later(), sendAnyway: true });
      const colleagues = await keep(owner, id, later());
      if (way === "one") await owner.api.tickets.changeStatus({ id, status: "resolved" });
      else
        await owner.api.tickets.changeMany({
          idempotencyKey: crypto.randomUUID(),
          items: [{ id, change: { status: "closed" }, expected: {} }],
        });
      const reasons = [await reasonOf(mine.id), await reasonOf(colleagues.id, owner)];
      expect(reasons).toEqual(["ticket_archived", "ticket_archived"]);
      await owner.api.tickets.reopen({ id });
      await dueAndSend(id);
      expect(await contents(id)).toEqual([]);
    },
  );

  test("when an earlier reply archives the ticket", async () => {
    const { id } = await makeTicket(app, owner);
    const kept = await keep(agent, id, later());
    await reply(agent, id, { content: "Done.", thenStatus: "resolved" });
    expect(await reasonOf(kept.id)).toBe("ticket_archived");
  });

  test("when the ticket gets another customer", async () => {
    const { id } = await makeTicket(app, owner);
    const kept = await keep(agent, id, later());
    await owner.api.tickets.changeCustomer({ id, customer: { email: newAddress("customer") } });
    expect(await reasonOf(kept.id)).toBe("customer_changed");
    const [back] = (await agent.api.keptReplies.list({})).items.filter((item) => item.id === kept.id);
    expect(back?.returned?.message).toBe("The ticket was given to another customer meanwhile");
    await dueAndSend(id);
    expect(await contents(id)).toEqual([]);
  });

  test("when the ticket is merged into another one", async () => {
    const [{ id }, into] = [await makeTicket(app, owner), await makeTicket(app, owner)];
    const kept = await keep(agent, id, later());
    const [there, anyway] = [
      await keep(agent, into.id, later()),
      await keep(agent, into.id, { ...later(), sendAnyway: true }),
    ];
    await owner.api.tickets.merge({ id, into: into.id });
    const reasons = [await reasonOf(kept.id), await reasonOf(there.id), await reasonOf(anyway.id)];
    expect(reasons).toEqual(["ticket_merged", "conversation_moved_on", null]);
    await dueAndSend(id);
    await send(into.id);
    expect((await owner.api.tickets.get({ id: into.id })).messages.filter((item) => item.authorId)).toEqual([]);
  });

  test("when its author is deactivated; it is theirs when they are back", async () => {
    const leaving = await addColleague(app, owner, "agent");
    const { id } = await makeTicket(app, owner);
    const kept = await keep(leaving, id, later());
    await owner.api.team.deactivate({ id: leaving.userId });
    await dueAndSend(id);
    expect(await contents(id)).toEqual([]);
    const rows = await app.asOwner("select state, reason from kept_replies where id = $1", [kept.id], owner.tenantId);
    expect(rows).toEqual([{ state: "returned", reason: "deactivated" }]);
  });

  test("another failure is retried until the last try, and unreadable content is returned at once", async () => {
    const { id } = await makeTicket(app, owner);
    const kept = await keep(agent, id, later());
    const rows = () => app.asOwner("select state, reason from kept_replies where id = $1", [kept.id], owner.tenantId);
    await due(id);
    const fails = { ...app.services, settings: null as never };
    const sendBroken = (isLastTry: boolean) =>
      sendKeptHandler(fails).work({ tenantId: owner.tenantId, ticketId: id, isLastTry });
    await expect(sendBroken(false)).rejects.toThrow();
    expect(await rows()).toEqual([{ state: "waiting", reason: null }]);
    await sendBroken(true);
    expect(await rows()).toEqual([{ state: "returned", reason: "unexpected" }]);

    const other = await keep(agent, id, later());
    await app.asOwner(`update kept_replies set reply = '{"content": 1}' where id = $1`, [other.id], owner.tenantId);
    await dueAndSend(id);
    expect(await reasonOf(other.id)).toBeUndefined();
    expect(await contents(id)).toEqual([]);
  });
});

test("replies to one ticket are sent in order, and the last one sets the status", async () => {
  const { id } = await makeTicket(app, owner);
  const first = await keep(agent, id, {
    content: "One.",
    undoSeconds: 30,
    thenStatus: "resolved",
    expectedStatus: "open",
  });
  const second = await keep(agent, id, { content: "Two.", undoSeconds: 5 });
  expect(second.dueAt >= first.dueAt).toBe(true);
  await agent.api.keptReplies.sendNow({ id: second.id });
  await until(async () => (await contents(id)).length === 2);
  expect(await contents(id)).toEqual(["One.", "Two."]);
  expect((await owner.api.tickets.get({ id })).status).toBe("resolved");
  const steps = (await owner.api.tickets.activity({ id })).items.map(({ kind }) => kind);
  expect(steps.filter((kind) => kind === "replied" || kind === "status_changed")).toEqual([
    "replied",
    "replied",
    "status_changed",
  ]);
});

describe("Undo and sending at the same time", () => {
  test("a reply that is undone first is not sent", async () => {
    const { id } = await makeTicket(app, owner);
    const kept = await keep(agent, id, later());
    await due(id);
    const lock = await holdRows(app.db.pool, owner, "select from support_tickets where id = $1 for no key update", [
      id,
    ]);
    const sending = send(id);
    await lock.untilWaiting(1);
    await agent.api.keptReplies.undo({ id: kept.id });
    await lock.release();
    await sending;
    expect(await contents(id)).toEqual([]);
  });

  test("a reply that is being sent cannot be undone any more", async () => {
    const { id } = await makeTicket(app, owner);
    const kept = await keep(agent, id, later());
    await due(id);
    const lock = await holdRows(app.db.pool, owner, "select from users where id = $1 for update", [agent.userId]);
    const sending = send(id);
    await lock.untilWaiting(1);
    const undone = agent.api.keptReplies.undo({ id: kept.id });
    await lock.untilWaiting(2);
    await lock.release();
    await expect(undone).rejects.toMatchObject(gone);
    await sending;
    expect(await contents(id)).toEqual(["It is on its way."]);
  });

  test("a process that is killed midway has sent nothing, and the next one sends it once", async () => {
    const from = newAddress("customer");
    const { id } = await makeTicket(app, owner, { from });
    const kept = await keep(agent, id, later());
    await due(id);
    const lock = await holdRows(app.db.pool, owner, "select from users where id = $1 for update", [agent.userId]);
    const sending = send(id);
    const failed = expect(sending).rejects.toThrow();
    await lock.untilWaiting(1);
    await lock.run(
      "select pg_terminate_backend(pid) from pg_stat_activity where pg_backend_pid() = any (pg_blocking_pids(pid))",
    );
    await failed;
    await lock.release();
    expect(await reasonOf(kept.id)).toBeNull();
    await send(id);
    await send(id);
    expect(await contents(id)).toEqual(["It is on its way."]);
    await takeMail(app, from);
    expect(await mailsTo(app, from)).toHaveLength(1);
  });
});
