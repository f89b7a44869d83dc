import { createServer } from "node:net";
import type { SystemPartId } from "@deskhand/contract/admin/setup";
import { afterEach, expect, test } from "vitest";
import { newId } from "../../../platform/db/ids.ts";
import { databaseTime, fromNow } from "../../../testing/from-now.ts";
import { type Desk, openDesk } from "../../../testing/open-desk.ts";
import { until } from "../../../testing/take-mail.ts";
import { customerWrites } from "../../../testing/test-desk.ts";
import { addColleague, newOwner, type Person } from "../../../testing/test-people.ts";
import { readStatus } from "./read-status.ts";

const noReceiver = "The mail receiver does not answer: new mail waits at its senders";
const noWorker = "the program that does the work behind the screens is not running";
const all = ["web", "worker", "smtp"] as const;

let app: Desk;
afterEach(() => app.stop());

const statusOf = async (person: Person) => {
  const { parts } = await person.api.setup.status();
  return Object.fromEntries(parts.map((part) => [part.id, part])) as Record<SystemPartId, (typeof parts)[number]>;
};
/** Makes what the processes reported so many minutes older. */
const minutesPass = (minutes: number) =>
  app.asOwner(
    "update server_parts set seen_at = seen_at - make_interval(mins => $1), worked_at = worked_at - make_interval(mins => $1)",
    [minutes],
  );
const seen = (part: string) =>
  until(async () => (await app.asOwner("select from server_parts where part = $1", [part]))[0]);

test("reports a new store's system as working, and what has not happened yet", async () => {
  app = await openDesk({ roles: all });
  await Promise.all(["worker", "relay", "receiver"].map(seen));
  const owner = await newOwner(app);
  const agent = await addColleague(app, owner, "agent");
  const before = await databaseTime(app);
  const parts = await statusOf(agent);
  expect(parts.database).toMatchObject({ state: "working", faults: [] });
  expect((parts.database.lastSuccessAt ?? "") >= before).toBe(true);
  expect(parts["mail-in"]).toMatchObject({ state: "working", faults: [], lastSuccessAt: null });
  // Only account mails have gone out, none of this store's.
  expect(parts["mail-out"]).toMatchObject({ state: "working", faults: [] });
  expect(parts.store).toMatchObject({ state: "off", faults: [], lastSuccessAt: null, note: "No store is connected" });
  const unwritten = await databaseTime(app);
  await customerWrites(app, owner);
  expect(((await statusOf(owner))["mail-in"].lastSuccessAt ?? "") >= unwritten).toBe(true);
});

test("reports from any process which other one is gone", async () => {
  app = await openDesk({ roles: all });
  await Promise.all(["worker", "relay", "receiver"].map(seen));
  const owner = await newOwner(app);
  await minutesPass(3);
  const parts = await statusOf(owner);
  expect(parts["mail-in"]).toMatchObject({
    state: "trouble",
    faults: [noReceiver, `Mail that arrives is kept and waits: ${noWorker}`],
  });
  expect(parts["mail-out"]).toMatchObject({ state: "trouble", faults: [`Replies are kept and wait: ${noWorker}`] });
  expect(parts.database.state).toBe("working");
});

test("counts a receiver in another process, and misses an orderly stopped one only without another way in", async () => {
  app = await openDesk({ roles: all });
  await Promise.all(["worker", "receiver"].map(seen));
  const owner = await newOwner(app);
  await app.asOwner("update server_parts set worked_at = now() - interval '1 hour' where part = 'receiver'");
  expect((await statusOf(owner))["mail-in"].faults).toEqual([noReceiver]);
  await app.asOwner("insert into server_parts values ('receiver', gen_random_uuid(), now(), now())");
  expect((await statusOf(owner))["mail-in"].state).toBe("working");
  await app.asOwner("delete from server_parts where part = 'receiver'");
  expect((await statusOf(owner))["mail-in"].faults).toEqual([noReceiver]);
  Object.assign(app.services.settings.webhooks, { rawKey: "a-key" });
  expect((await statusOf(owner))["mail-in"].state).toBe("working");
});

test("reports mail that waits too long, in both directions, and repeated failures, but not mail held for the next day", async () => {
  const heldUntil = (seconds: number) => ({
    held_until: fromNow({ seconds }),
    last_error: "Held back until 00:00 UTC",
  });
  app = await openDesk({ roles: all });
  await Promise.all(["worker", "receiver"].map(seen));
  const owner = await newOwner(app);
  await app.db.withTenant(owner.tenantId, async (tx) => {
    const [raw, long] = [newId(), fromNow({ minutes: -6 })];
    await tx.insertInto("raw_mails").values({ id: raw, size: 1 }).execute();
    const mail = { raw_mail_id: raw, via: "smtp" as const, envelope_from: "a@b.test", envelope_to: owner.supportEmail };
    await tx
      .insertInto("mail_log")
      .values([
        { id: newId(), ...mail, queued_at: long },
        { id: newId(), ...mail },
      ])
      .execute();
    const out = { kind: "confirmation" as const, to_email: "a@b.test", next_try_at: fromNow({ hours: 1 }) };
    await tx
      .insertInto("outgoing_mails")
      .values([
        { id: newId(), ...out, mail_message_id: "1@b.test", queued_at: long },
        { id: newId(), ...out, mail_message_id: "2@b.test", last_error: "451 Later" },
        { id: newId(), ...out, mail_message_id: "3@b.test" },
        { id: newId(), ...out, mail_message_id: "4@b.test", ...heldUntil(8 * 3600), queued_at: long },
        { id: newId(), ...out, mail_message_id: "5@b.test", ...heldUntil(-240) },
        { id: newId(), ...out, mail_message_id: "6@b.test", ...heldUntil(-660) },
      ])
      .execute();
  });
  const parts = await statusOf(owner);
  expect(parts["mail-in"]).toMatchObject({ faults: ["2 mails waiting since 6 minutes"], behind: null });
  expect(parts["mail-out"]).toMatchObject({ faults: ["4 mails waiting since 6 minutes"], behind: null });
  // Another store's mail does not count.
  const stranger = await statusOf(await newOwner(app));
  expect([stranger["mail-in"].state, stranger["mail-out"].state]).toEqual(["working", "working"]);
});

test("reports a relay that does not answer, and its return", async () => {
  // A port on which nothing listens any more.
  const port = await freePort();
  app = await openDesk({ smtpUrl: `smtp://127.0.0.1:${port}` });
  await seen("relay");
  const [relay] = await app.asOwner<{ worked_at: string | null }>(
    "select worked_at from server_parts where part = 'relay'",
  );
  expect(relay?.worked_at).toBeNull();
  const tenant = await app.makeTenant();
  const faults = async () => {
    const status = await app.db.withTenant(tenant.id, (tx) => readStatus(tx, app.services.settings));
    return status.parts.find(({ id }) => id === "mail-out")?.faults;
  };
  expect(await faults()).toEqual(["The server that mail goes out by does not answer"]);
  // A mail of this store sent after the check proves that it is back.
  const sent = (at: string) =>
    app.db.withTenant(tenant.id, (tx) =>
      tx
        .insertInto("outgoing_mails")
        .values({
          id: newId(),
          kind: "confirmation",
          to_email: "a@b.test",
          mail_message_id: `${at}@b.test`,
          state: "sent",
          sent_at: at,
        })
        .execute(),
    );
  await sent(fromNow({ hours: -1 }));
  expect(await faults()).toEqual(["The server that mail goes out by does not answer"]);
  await sent(fromNow({ seconds: 1 }));
  expect(await faults()).toEqual([]);
  await app.asOwner("delete from outgoing_mails", [], tenant.id);
  await app.asOwner("update server_parts set worked_at = now() where part = 'relay'");
  expect(await faults()).toEqual([]);
});

test("reports a store whose token is refused, or whose sync failed", async () => {
  app = await openDesk({ roles: all });
  const owner = await newOwner(app);
  const shop = "status.myshopify.com";
  await app.db.withTenant(owner.tenantId, async (tx) => {
    await tx.insertInto("shopify_shops").values({ shop_domain: shop, client_id: owner.tenantId }).execute();
    await tx
      .insertInto("shopify_stores")
      .values({
        id: newId(),
        shop_domain: shop,
        origin: "manual",
        access_token: Buffer.from("x"),
        scopes: [],
        admin_api_version: "2026-10",
        last_synced_at: "2026-11-20T10:00:00.000Z",
      })
      .execute();
  });
  expect((await statusOf(owner)).store).toMatchObject({ state: "working", lastSuccessAt: "2026-11-20T10:00:00.000Z" });
  await app.db.withTenant(owner.tenantId, (tx) =>
    tx
      .insertInto("shopify_syncs")
      .values({
        id: newId(),
        kind: "full",
        state: "failed",
        fault: "Shopify is busy",
        finished_at: fromNow({}),
      })
      .execute(),
  );
  expect((await statusOf(owner)).store).toMatchObject({
    state: "trouble",
    faults: ["The last sync failed: Shopify is busy"],
  });
  await app.asOwner("update shopify_stores set revoked_at = now()", [], owner.tenantId);
  expect((await statusOf(owner)).store.faults).toEqual([
    "Shopify no longer takes the connection: connect the store again",
  ]);
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address ? address.port : 0;
}
