import { ticketSorts } from "@deskhand/contract/vocabulary";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Desk, openDesk } from "../../../testing/open-desk.ts";
import { makeTicket } from "../../../testing/test-desk.ts";
import { newOwner, type Person } from "../../../testing/test-people.ts";

let app: Desk;
let owner: Person;
beforeAll(async () => {
  app = await openDesk();
  owner = await newOwner(app);
  for (let created = 0; created < 5; created += 1) await makeTicket(app, owner);
});
afterAll(() => app.stop());

const time = "2026-01-01T12:00:00.000Z";
const none = "00000000-0000-4000-8000-000000000000";

describe("a cursor", () => {
  test.each(ticketSorts.flatMap((from) => ticketSorts.map((to) => [from, to] as const)))(
    "of the order by %s fits the order by %s only if they are the same",
    async (from, to) => {
      const { nextCursor } = await owner.api.tickets.list({ sort: from, limit: 2 });
      const next = owner.api.tickets.list({ sort: to, limit: 2, cursor: nextCursor ?? "" });
      if (from === to) expect((await next).items).toHaveLength(2);
      else await expect(next).rejects.toMatchObject({ code: "input_invalid" });
    },
  );

  test.each([
    ["waiting", ["waiting", "never", none]],
    ["waiting", ["waiting", "-infinity", none]],
    ["activity", ["activity", "infinity", none]],
    ["activity", ["activity", time, "1"]],
    ["activity", [7, time, none]],
    ["priority", [8, time, none]],
    ["priority", ["waiting", time, none]],
  ] as const)("of the order by %s that we did not issue is refused: %j", async (sort, cursor) => {
    const text = Buffer.from(JSON.stringify(cursor)).toString("base64url");
    await expect(owner.api.tickets.list({ sort, cursor: text })).rejects.toMatchObject({ code: "input_invalid" });
  });
});

test.each([
  ["assignee", "ME"],
  ["assignee", "everybody"],
  ["assignee", ""],
  ["sort", "newest"],
  ["needsReply", "false"],
  ["snoozed", "1"],
  ["tag", "x".repeat(51)],
])("%s=%s is no filter", async (name, value) => {
  const response = await owner.send(`/api/tickets?${name}=${value}`);
  expect(response.status).toBe(422);
});
