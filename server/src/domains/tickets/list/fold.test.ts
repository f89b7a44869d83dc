import { afterAll, beforeAll, expect, test } from "vitest";
import { fromNow } from "../../../testing/from-now.ts";
import { importThread, importTicket } from "../../../testing/import-history.ts";
import { type Desk, openDesk } from "../../../testing/open-desk.ts";
import { newOwner } from "../../../testing/test-people.ts";
import { foldResponseTimes, foldTicketCounts } from "./fold.queries.ts";

let app: Desk;
beforeAll(async () => {
  app = await openDesk();
});
afterAll(() => app.stop());

const hour = 3_600_000;

test("folding leaves a store without changes alone, however often it runs", async () => {
  const owner = await newOwner(app);
  for (const status of ["open", "open", "open", "resolved"] as const) {
    await importTicket(app, owner, { createdAt: new Date(fromNow({})), status });
  }
  const fold = () => app.services.db.withTenant(owner.tenantId, foldTicketCounts);
  const rows = () =>
    app.asOwner("select id, status, delta from ticket_count_deltas order by status", [], owner.tenantId);
  await fold();
  const folded = await rows();
  expect(folded).toMatchObject([
    { status: "open", delta: 3 },
    { status: "resolved", delta: 1 },
  ]);
  await fold();
  expect(await rows()).toEqual(folded);
});

test("folding changes no figure, and leaves one row for old response times", async () => {
  const owner = await newOwner(app);
  const now = new Date(fromNow({}));
  const thread = async (days: number, hours: number) => {
    const at = +now - days * 24 * hour;
    const id = await importTicket(app, owner, { createdAt: at });
    await importThread(app, owner, id, [
      ["customer", at],
      ["agent", at + hours * hour],
    ]);
    return id;
  };
  for (const days of [100, 50, 25]) await thread(days, 4);
  const deleted = await thread(30, 400);
  await thread(2, 20);
  const fold = () =>
    app.services.db.withTenant(owner.tenantId, async (tx) => {
      await foldTicketCounts(tx);
      await foldResponseTimes(tx);
    });
  const before = await owner.api.dashboard.metrics();
  await fold();
  expect(await owner.api.dashboard.metrics()).toEqual(before);
  await app.services.db.withTenant(owner.tenantId, (tx) =>
    tx.deleteFrom("support_tickets").where("id", "=", deleted).execute(),
  );
  await fold();
  await fold();
  expect(await owner.api.dashboard.metrics()).toMatchObject({
    averageResponseTime: 8,
    earlier: { averageResponseTime: 4 },
  });
  const rows = await app.asOwner(
    "select responded_at is null as is_old, responses from ticket_response_deltas order by 1 desc",
    [],
    owner.tenantId,
  );
  expect(rows).toEqual([
    { is_old: true, responses: 3 },
    { is_old: false, responses: 1 },
  ]);
});
