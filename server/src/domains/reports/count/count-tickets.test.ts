import { afterAll, beforeAll, expect, test } from "vitest";
import { asTenantId } from "../../../platform/db/tenant.ts";
import { type Desk, openDesk } from "../../../testing/open-desk.ts";
import { countWhenChanged } from "./count-tickets.ts";

let app: Desk;
beforeAll(async () => {
  // Nothing counts but what the test calls.
  app = await openDesk({ roles: [] });
});
afterAll(() => app.stop());

test("counting ends between two portions when the process is asked to stop, and goes on later", async () => {
  const { id } = await app.makeTenant();
  await app.asOwner(
    "insert into facts_waiting (ticket_id) select gen_random_uuid() from generate_series(1, 250)",
    [],
    id,
  );
  const waiting = async () => (await app.asOwner("select from facts_waiting", [], id)).length;
  let asked = 0;
  const isStopping = () => {
    asked += 1;
    return asked > 1;
  };
  const { services } = app;
  await countWhenChanged.work({ ...services, jobs: { ...services.jobs, isStopping } }, asTenantId(id));
  expect(await waiting()).toBe(150);
  await countWhenChanged.work(services, asTenantId(id));
  expect(await waiting()).toBe(0);
});
