import { afterAll, beforeAll, expect, test } from "vitest";
import { type Desk, openDesk } from "../../testing/open-desk.ts";
import { forEachTenant } from "./for-each-tenant.ts";

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk({ roles: [] });
});
afterAll(() => desk.stop());

test("continues with other tenants when upkeep fails for one, and logs the failure", async () => {
  const stores = [await desk.makeTenant(), await desk.makeTenant(), await desk.makeTenant()];
  const visited: string[] = [];
  const work = forEachTenant(desk.services, async (tx) => {
    visited.push(tx.tenantId);
    if (visited.length === 1) throw new Error("a bad row");
  });
  await expect(work).rejects.toMatchObject({ errors: [expect.objectContaining({ message: "a bad row" })] });
  expect(visited.sort()).toEqual(stores.map(({ id }) => id).sort());
  expect(desk.takeErrors()).toEqual([
    expect.objectContaining({ err: expect.objectContaining({ message: "a bad row" }) }),
  ]);
});
