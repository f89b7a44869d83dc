import { afterAll, beforeAll, expect, inject, test, vi } from "vitest";
import { openTestDesk, type TestDesk } from "../../testing/open-test-desk.ts";
import { forEachTenant } from "./for-each-tenant.ts";

let desk: TestDesk;
beforeAll(async () => {
  desk = await openTestDesk(inject("testDatabases"));
});
afterAll(() => desk.close());

test("a tenant for whom upkeep fails keeps it from nobody else, and the failure is logged", async () => {
  const stores = [await desk.makeTenant(), await desk.makeTenant(), await desk.makeTenant()];
  const logged = vi.spyOn(desk.services.log, "error");
  const visited: string[] = [];
  const work = forEachTenant(desk.services, async (tx) => {
    visited.push(tx.tenantId);
    if (visited.length === 1) throw new Error("a bad row");
  });
  await expect(work).rejects.toMatchObject({ errors: [expect.objectContaining({ message: "a bad row" })] });
  expect(visited.sort()).toEqual(stores.map(({ id }) => id).sort());
  expect(logged).toHaveBeenCalledTimes(1);
});
