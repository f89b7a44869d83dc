import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { ImapStandIn } from "../../../../stand-ins/imap-server.ts";
import { asTenantId, type Db } from "../../platform/db/tenant.ts";
import { openImap } from "../../platform/imap/open-imap.ts";
import type { Services } from "../../platform/services.ts";
import { fromNow } from "../../testing/from-now.ts";
import { mailOf } from "../../testing/mail-at-desk.ts";
import { type Desk, openDesk } from "../../testing/open-desk.ts";
import { mailboxHost, startMailbox } from "../../testing/strangers/start-mailbox.ts";
import { newOwner, type Person } from "../../testing/test-people.ts";
import { type HeldMailbox, takeDueMailbox } from "./hold.queries.ts";
import { LostHold, takeNewMails } from "./take-mails.ts";

const never = new AbortController().signal;
const place = {
  address: "help@shop.example",
  host: mailboxHost,
  port: 993,
  security: "tls",
  user: "shop",
  password: "open sesame",
  folder: "INBOX",
} as const;

let server: ImapStandIn;
let stopServer: () => Promise<void>;
let app: Desk;
let admin: Person;
beforeAll(async () => {
  ({ server, stop: stopServer } = await startMailbox());
  // Without a worker: the tests hold the mailbox.
  app = await openDesk({ outside: server.outside, roles: ["web"] });
});
afterAll(async () => {
  await app.stop();
  await stopServer();
});
beforeEach(async () => {
  Object.assign(server, { mails: [], commands: [], uidValidity: 1, treats: () => "answer" });
  admin = await newOwner(app);
  const takenFrom = fromNow({ days: -7 }).slice(0, 10);
  await admin.api.mailboxes.create({ ...place, takenFrom, idempotencyKey: randomUUID() });
});

/** Begins to hold the mailbox, as a worker whose predecessor was killed does once the lease is over. */
async function hold(): Promise<HeldMailbox> {
  await app.asOwner("update mailboxes set held_until = null, due_at = now()", [], admin.tenantId);
  const held = await app.db.withTenant(asTenantId(admin.tenantId), takeDueMailbox);
  if (!held) throw new Error("No mailbox is due");
  return held;
}

/** Takes what is new, as the worker does; `services` may break. */
async function take(services: Services = app.services, held?: HeldMailbox): Promise<void> {
  const mailbox = held ?? (await hold());
  const folder = await openImap(server.outside, place, never);
  try {
    await takeNewMails({ services, tenantId: asTenantId(admin.tenantId), held: mailbox, folder }, never);
  } finally {
    folder.close();
  }
}

/** The texts of the mails that were stored, each as often as it was. */
async function stored(): Promise<string[]> {
  const rows = await app.asOwner<{ words: string }>(
    `select convert_from(c.bytes, 'UTF8') as words from mail_log l join raw_mail_chunks c on c.raw_mail_id = l.raw_mail_id
      where l.client_id = $1`,
    [admin.tenantId],
    admin.tenantId,
  );
  return rows.map(({ words }) => /^Subject: (.*)$/m.exec(words)?.[1] ?? "").toSorted();
}
const fates = async () =>
  (
    await app.asOwner<{ outcome: string }>(
      "select outcome from mailbox_mails order by generation, uid",
      [],
      admin.tenantId,
    )
  ).map(({ outcome }) => outcome);

/** Services whose database breaks at a step, before or after what it does there. */
function killedAt(step: number, isAfter: boolean): Services {
  let steps = 0;
  let isKilled = false;
  const kill = () => {
    isKilled = true;
    throw Object.assign(new Error("Killed"), { code: "57P01" });
  };
  const withTenant: Db["withTenant"] = async (tenant, work, how) => {
    steps += 1;
    if (isKilled || (steps === step && !isAfter)) kill();
    const result = await app.db.withTenant(tenant, work, how);
    if (steps === step) kill();
    return result;
  };
  // What a process remembers by its pool ends with it.
  const pool: Db["pool"] = Object.create(app.db.pool);
  return { ...app.services, db: { ...app.db, pool, withTenant } };
}

test("takes each mail once, wherever it is killed", async () => {
  const sent: string[] = [];
  for (let step = 1; step <= 16; step += 1) {
    for (const isAfter of [false, true]) {
      for (const one of ["a", "b"]) {
        sent.push(`${step} ${isAfter} ${one}`);
        server.deliver(mailOf({ subject: `${step} ${isAfter} ${one}` }));
      }
      await take(killedAt(step, isAfter)).catch(() => undefined);
    }
  }
  // Of those that were killed early, nothing was stored.
  await take();
  expect(await stored()).toEqual(sent.toSorted());
  expect(new Set(await fates())).toEqual(new Set(["taken"]));
});

test("takes each mail once, wherever the server breaks the connection, and catches up what came meanwhile", async () => {
  const sent: string[] = [];
  for (let cutAt = 1; cutAt <= 14; cutAt += 1) {
    sent.push(`Mail ${cutAt}`);
    server.deliver(mailOf({ subject: `Mail ${cutAt}` }));
    let commands = 0;
    server.treats = () => {
      commands += 1;
      return commands === cutAt ? "cut" : "answer";
    };
    await take().catch(() => undefined);
  }
  server.treats = () => "answer";
  await app.asOwner("update mailbox_mails set due_at = now() where due_at is not null", [], admin.tenantId);
  await take();
  expect(await stored()).toEqual(sent.toSorted());
});

test("knows the same mails again when the server numbers them anew, and when one is moved away and back", async () => {
  server.deliver(mailOf({ subject: "One" }));
  server.deliver(mailOf({ subject: "Two" }));
  await take();
  server.uidValidity = 2;
  server.mails = server.mails.toReversed().map((mail, at) => ({ ...mail, uid: at + 1 }));
  server.deliver(mailOf({ subject: "Three" }));
  await take();
  const [moved] = server.mails;
  server.mails.push({ ...(moved ?? { at: new Date(0), bytes: Buffer.of(), flags: new Set() }), uid: 900_000 });
  await take();
  expect(await stored()).toEqual(["One", "Three", "Two"]);
  expect(await fates()).toEqual(["taken", "taken", "copy", "copy", "taken", "copy"]);
});

test("a worker that stalled while another took over can store nothing more", async () => {
  server.deliver(mailOf({ subject: "One" }));
  server.deliver(mailOf({ subject: "Two" }));
  const stalled = await hold();
  await take();
  await app.asOwner("update mailboxes set seen_uid = 0", [], admin.tenantId);
  server.deliver(mailOf({ subject: "Three" }));
  await expect(take(app.services, stalled)).rejects.toBeInstanceOf(LostHold);
  expect(await stored()).toEqual(["One", "Two"]);
  const next = await hold();
  const last = await hold();
  await Promise.allSettled([take(app.services, next), take(app.services, last)]);
  expect(await stored()).toEqual(["One", "Three", "Two"]);
});

test("a mail that cannot be read stops none behind it, is listed, and is taken once it can be read", async () => {
  const poison = server.deliver(mailOf({ subject: "Poison" }));
  server.deliver(mailOf({ subject: "Behind it" }));
  const large = server.deliver(Buffer.alloc(37 * 1024 * 1024, "Subject: Large\r\n"));
  server.deliver(mailOf({ from: "help@shop.example", subject: "An answer" }));
  server.treats = (command) => (command.startsWith(`UID FETCH ${poison} (`) ? "cut" : "answer");
  await expect(take()).rejects.toMatchObject({ kind: "unreachable" });
  await take();
  expect(await stored()).toEqual(["Behind it"]);
  const [{ id, unreadable, leftOut } = { id: "", unreadable: 0, leftOut: 0 }] = (await admin.api.mailboxes.list())
    .items;
  expect([unreadable, leftOut]).toEqual([1, 2]);
  const { items } = await admin.api.mailboxes.leftOut({ id });
  expect(items.map(({ uid, reason }) => [uid, reason]).toSorted()).toEqual(
    [
      [poison, "failing"],
      [large, "too_large"],
      [large + 1, "own"],
    ].toSorted(),
  );
  server.treats = () => "answer";
  await admin.api.mailboxes.check({ id });
  await take();
  expect(await stored()).toEqual(["Behind it", "Poison"]);
  expect((await admin.api.mailboxes.list()).items[0]?.count).toMatchObject({ there: 4, here: 4 });
});
