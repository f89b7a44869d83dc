import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { holdRows } from "../testing/hold-rows.ts";
import { type Desk, openDesk } from "../testing/open-desk.ts";
import { newOwner, type Person } from "../testing/test-people.ts";
import { asTenantId } from "./db/tenant.ts";
import { emit } from "./events.ts";

let desk: Desk;
let owner: Person;
beforeAll(async () => {
  desk = await openDesk();
  owner = await newOwner(desk);
});
afterAll(() => desk.stop());

test("changing the store's address and emitting an event take locks in the same order", async () => {
  const address = "help@turn.example";
  const row = "update clients set custom_support_email = $1";
  const locked = await holdRows(desk.services.db.pool, owner, row, [address]);
  const emitting = desk.services.db.withTenant(asTenantId(owner.tenantId), (tx) =>
    emit(tx, "ticket.updated", { ticketId: randomUUID() }),
  );
  await locked.untilWaiting(1);
  await locked.run("select add_events('{}', '{}', '{}')");
  await locked.release();
  await emitting;
  expect((await owner.api.client.get()).customSupportEmail).toBe(address);
});
