import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { openDesk } from "../../testing/open-desk.ts";
import { makeTicket } from "../../testing/test-desk.ts";
import { newOwner } from "../../testing/test-people.ts";

test("a rule sets a status and snoozes the ticket, as its trial says", async () => {
  const app = await openDesk();
  try {
    const owner = await newOwner(app);
    const rule = {
      name: "Wait",
      trigger: "created" as const,
      conditions: [],
      actions: [
        { action: "snooze" as const, values: ["48"] },
        { action: "set_status" as const, values: ["pending"] },
      ],
    };
    await makeTicket(app, owner);
    const { items } = await owner.api.rules.try(rule);
    expect(items).toMatchObject([{ effects: ["Status: Open → Pending", "Snoozed"] }]);
    await owner.api.rules.create({ ...rule, isOn: true, idempotencyKey: randomUUID() });
    const { id } = await makeTicket(app, owner);
    const ticket = await owner.api.tickets.get({ id });
    expect(ticket).toMatchObject({ status: "pending", snoozedUntil: expect.any(String) });
  } finally {
    await app.stop();
  }
});
