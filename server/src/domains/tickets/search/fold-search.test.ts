import { afterAll, beforeAll, expect, test } from "vitest";
import { openListening } from "../../../platform/realtime/listen.ts";
import { type Desk, openDesk } from "../../../testing/open-desk.ts";
import { makeTicket } from "../../../testing/test-desk.ts";
import { foldSearch } from "./search.queries.ts";

let app: Desk;
beforeAll(async () => {
  app = await openDesk({ roles: [] });
});
afterAll(() => app.stop());

test("building search documents triggers no further building, but renaming a customer does", async () => {
  const { id: tenantId } = await app.makeTenant();
  await makeTicket(app, { tenantId }, { from: "ann@example.com" });
  const heard: string[] = [];
  let end = Promise.withResolvers<void>();
  const onNotice = (payload: string) => (payload === "end" ? end.resolve() : heard.push(payload));
  const listening = await openListening(app.ownerUrl, end.reject);
  const channel = await listening.hear("deskhand_search", { onNotice, onGap: () => undefined });
  const heardOf = async (work: () => Promise<unknown>) => {
    end = Promise.withResolvers();
    await work();
    await channel.notify("end");
    await end.promise;
    return heard.splice(0);
  };
  const fold = () => app.db.withTenant(tenantId, (tx) => foldSearch(tx, 200));
  expect(await heardOf(fold)).toEqual([]);
  const rename = () =>
    app.db.withTenant(tenantId, (tx) => tx.updateTable("customers").set({ name: "Annabel" }).execute());
  expect(await heardOf(rename)).toEqual([tenantId]);
  // All their tickets are queued one by one, and rebuilt by the next run.
  expect(await heardOf(fold)).toEqual([tenantId]);
  expect(await heardOf(fold)).toEqual([]);
  await listening.stop();
});
