import { afterAll, beforeAll, expect, test } from "vitest";
import { type Desk, openDesk } from "../../../testing/open-desk.ts";
import { makeTicket } from "../../../testing/test-desk.ts";
import { addColleague, newOwner, type Person } from "../../../testing/test-people.ts";
import { findOrCreateCustomer, redactCustomer } from "../../customers/index.ts";
import { forgetExports, writeExportHandler } from "./write-export.ts";

let app: Desk;
let owner: Person;
beforeAll(async () => {
  app = await openDesk();
  owner = await newOwner(app);
  await makeTicket(app, owner);
});
afterAll(() => app.stop());

const ask = (person: Person) => person.api.setup.askExport({ password: person.password });
const last = async (person: Person) => (await person.api.setup.lastExport()).last;
const ended = async (person: Person) => {
  await expect.poll(async () => (await last(person))?.endedAt ?? null, { timeout: 30_000 }).not.toBeNull();
  const created = await last(person);
  expect(created).toMatchObject({ state: "ready", fault: null });
  return created;
};
const rowsOf = async (table: string, { tenantId }: Person) =>
  (await app.asOwner(`select from ${table} where client_id = $1`, [tenantId], tenantId)).length;

test("lets an admin request an export by password, notifies them, and serves the download; both are audited", async () => {
  await expect(owner.api.setup.askExport({ password: "not mine at all" })).rejects.toMatchObject({
    code: "input_invalid",
  });
  expect(await last(owner)).toBeNull();
  const { id } = await ask(owner);
  const ready = await ended(owner);
  expect(ready).toMatchObject({ id, progress: 100 });
  const file = await owner.send(`/api/setup/export/${id}/file`);
  expect(file.headers.get("content-disposition")).toMatch(/deskhand-[a-z0-9]{8}-\d{4}-\d\d-\d\d\.tar\.gz/);
  expect((await file.arrayBuffer()).byteLength).toBe(ready?.size);
  const told = async () => (await owner.api.notifications.list()).items.map(({ type, message }) => [type, message]);
  expect(await told()).toContainEqual([
    "store_export",
    "The export of your store is ready: download it in Admin, Database, within 7 days",
  ]);
  const { items } = await owner.api.audit.list({ kind: "settings" });
  expect(items.map(({ action }) => action).slice(0, 2)).toEqual([
    "settings.export-downloaded",
    "settings.export-asked",
  ]);

  // The next one replaces it, and there are never two at a time.
  await app.asOwner(
    "insert into store_exports (client_id, id) values ($1, gen_random_uuid())",
    [owner.tenantId],
    owner.tenantId,
  );
  await expect(ask(owner)).rejects.toMatchObject({ code: "store_export_under_way" });
  await app.asOwner("delete from store_exports where state = 'waiting'", [], owner.tenantId);
  const next = await ask(owner);
  expect(await ended(owner)).toMatchObject({ id: next.id });
  expect((await owner.send(`/api/setup/export/${id}/file`)).status).toBe(404);
  expect(await rowsOf("store_exports", owner)).toBe(1);
});

test("writes an export of a killed process again, completely", async () => {
  const store = await newOwner(app);
  const [row] = await app.asOwner<{ id: string }>(
    "insert into store_exports (client_id, id, asked_by, state, progress) values ($1, gen_random_uuid(), $2, 'writing', 60) returning id",
    [store.tenantId, store.userId],
    store.tenantId,
  );
  const exportId = row?.id ?? "";
  await app.asOwner(
    "insert into store_export_chunks (client_id, export_id, position, bytes) select $1, $2, n, 'half' from generate_series(0, 500) n",
    [store.tenantId, exportId],
    store.tenantId,
  );
  await writeExportHandler(app.services).work({ tenantId: store.tenantId, exportId, isLastTry: false });
  const ready = await last(store);
  expect(ready).toMatchObject({ id: exportId, state: "ready" });
  const bytes = Buffer.from(await (await store.send(`/api/setup/export/${exportId}/file`)).arrayBuffer());
  expect([bytes.length, bytes.includes("half")]).toEqual([ready?.size, false]);
});

test("deletes every export of a store when a customer is erased, also one being written, and no other store's", async () => {
  const [store, other] = [await newOwner(app), await newOwner(app)];
  for (const desk of [store, other]) {
    await ask(desk);
    await ended(desk);
  }
  const agent = await addColleague(app, store, "agent");
  await app.asOwner(
    "insert into store_exports (client_id, id, asked_by, state) values ($1, gen_random_uuid(), $2, 'writing')",
    [store.tenantId, agent.userId],
    store.tenantId,
  );
  await app.db.withTenant(store.tenantId, async (tx) => {
    const { id } = await findOrCreateCustomer(tx, { email: "erased@customer.test", name: null });
    await redactCustomer(tx, id);
  });
  expect(await last(store)).toMatchObject({ state: "failed", size: 0, fault: expect.stringContaining("was erased") });
  expect([await rowsOf("store_export_chunks", store), await rowsOf("store_export_chunks", other)]).toEqual([0, 1]);
  expect(await last(other)).toMatchObject({ state: "ready" });
});

test("deletes an export with all its bytes after seven days, or on request", async () => {
  const [store, other] = [await newOwner(app), await newOwner(app)];
  for (const desk of [store, other]) {
    await ask(desk);
    await ended(desk);
  }
  await app.asOwner("update store_exports set ended_at = now() - interval '8 days'", [], store.tenantId);
  const stored = await last(other);
  await other.api.setup.removeExport({ id: stored?.id ?? "" });
  expect([await last(other), (await other.send(`/api/setup/export/${stored?.id}/file`)).status]).toEqual([null, 404]);
  await forgetExports.work(app.services);
  expect(await last(store)).toBeNull();
  for (const desk of [store, other]) expect(await rowsOf("store_export_chunks", desk)).toBe(0);
});
