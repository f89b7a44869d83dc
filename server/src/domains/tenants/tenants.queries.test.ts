import { expect, test } from "vitest";
import { openDesk } from "../../testing/open-desk.ts";
import { selectTenantIds } from "./tenants.queries.ts";

test("lists every tenant for upkeep, also one without an address", async () => {
  const desk = await openDesk({ roles: [] });
  const silent = await desk.makeTenant();
  const ids = [silent.id, (await desk.makeTenant({ status: "suspended" })).id, (await desk.makeTenant()).id];
  await desk.db.withTenant(silent.id, (tx) => tx.deleteFrom("inbound_addresses").execute());
  expect(await desk.db.withoutTenant(selectTenantIds)).toEqual(ids.sort());
  await desk.stop();
});
