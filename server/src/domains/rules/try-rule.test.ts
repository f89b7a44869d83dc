import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Desk, openDesk } from "../../testing/open-desk.ts";
import { makeTicket } from "../../testing/test-desk.ts";
import { addColleague, newOwner, type Person } from "../../testing/test-people.ts";

let app: Desk;
beforeAll(async () => {
  app = await openDesk();
});
afterAll(() => app.stop());

type TriedRule = Parameters<Person["api"]["rules"]["try"]>[0];

const refunds: TriedRule = {
  name: "Refunds",
  trigger: "created",
  conditions: [{ field: "words", comparison: "contains", values: ["refund", "money back"] }],
  actions: [{ action: "add_tags", values: ["refund"] }],
};

describe("a trial", () => {
  test("lists the tickets that the rule would have changed, and the rule then changes the same ones", async () => {
    const stranger = await newOwner(app);
    const colleague = await addColleague(app, stranger, "agent");
    const words = ["refund", "Where is it?", "money back", "Re: refund of a lamp", "thanks", "MONEY BACK!"];
    const write = async () => {
      for (const subject of words) await makeTicket(app, stranger, { subject });
    };
    await write();
    const rule: TriedRule = {
      ...refunds,
      actions: [
        { action: "assign", values: [colleague.userId] },
        { action: "add_tags", values: ["refund"] },
      ],
    };
    const tried = await stranger.api.rules.try(rule);
    expect(tried).toMatchObject({ looked: 6, tickets: 6 });
    expect(tried.items.map(({ subject }) => subject).sort()).toEqual([
      "MONEY BACK!",
      "Re: refund of a lamp",
      "money back",
      "refund",
    ]);
    expect(tried.items[0]?.effects).toEqual(["Adds tags: refund", `Assignee: nobody → ${colleague.name}`]);
    expect((await stranger.api.tickets.list({ tag: ["refund"] })).items).toEqual([]);
    await stranger.api.rules.create({ ...rule, isOn: true, idempotencyKey: randomUUID() });
    await write();
    expect((await stranger.api.tickets.list({ tag: ["refund"] })).items.map(({ subject }) => subject).sort()).toEqual(
      tried.items.map(({ subject }) => subject).sort(),
    );
  });

  test("counts a customer's opening message as their last", async () => {
    const stranger = await newOwner(app);
    const { id, ticketNumber } = await makeTicket(app, stranger);
    const ago = "update ticket_activities set created_at = now() - interval '3 hours' where ticket_id = $1";
    await app.asOwner(ago, [id], stranger.tenantId);
    const rule = { ...refunds, trigger: "since_customer" as const, delayHours: 2, conditions: [] };
    expect((await stranger.api.rules.try(rule)).items).toMatchObject([
      { ticketNumber, effects: ["Adds tags: refund"] },
    ]);
  });

  test("judges a ticket by what it was at the time of each step", async () => {
    const stranger = await newOwner(app);
    const { id } = await makeTicket(app, stranger);
    await stranger.api.tickets.update({ id, priority: "high", addTags: ["a"], expected: {} });
    await stranger.api.tickets.update({ id, priority: "low", removeTags: ["a"], addTags: ["b"], expected: {} });
    const countWhere = async (
      field: "priority" | "tags",
      comparison: string,
      value: string,
      trigger: TriedRule["trigger"],
    ) => {
      const conditions = [{ field, comparison, values: [value] }];
      const { items } = await stranger.api.rules.try({ ...refunds, trigger, conditions });
      return items.length;
    };
    expect(await countWhere("priority", "is", "medium", "created")).toBe(1);
    expect(await countWhere("priority", "is", "low", "created")).toBe(0);
    expect(await countWhere("tags", "has", "a", "created")).toBe(0);
    expect(await countWhere("priority", "is", "low", "changed")).toBeGreaterThan(0);
    expect(await countWhere("tags", "has", "b", "changed")).toBeGreaterThan(0);
  });
});
