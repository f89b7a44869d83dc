import { once } from "node:events";
import { connect } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Services } from "../../../platform/services.ts";
import type { SmtpReceiver } from "../../../platform/smtp/smtp-receiver.ts";
import { mailOf } from "../../../testing/mail-at-desk.ts";
import type { TestTenant } from "../../../testing/make-test-tenant.ts";
import { type Desk, openDesk } from "../../../testing/open-desk.ts";
import { startMailReceiver } from "../accept/start-mail-receiver.ts";

const kilobyte = 1024;
const unlimited = { hostBytesPerDay: 0, storeBytesPerDay: 0 };
let desk: Desk;
let others: Desk["services"];
let store: TestTenant;
let next: TestTenant;
let doors: SmtpReceiver[];

beforeAll(async () => {
  desk = await openDesk({ roles: [] });
  // Another process of the same installation, which shares only the database.
  others = elsewhere(desk.services);
  doors = [await startMailReceiver(desk.services), await startMailReceiver(others)];
});
beforeEach(async () => {
  await desk.asOwner("delete from intake_hosts");
  [store, next] = [await desk.makeTenant(), await desk.makeTenant()];
  Object.assign(desk.services.settings, { intake: unlimited, freeSpaceMark: 0 });
});
afterAll(async () => {
  for (const door of doors) await door.close();
  await desk.stop();
});

const limit = (intake: Partial<typeof unlimited>) =>
  Object.assign(desk.services.settings, { intake: { ...unlimited, ...intake } });

/** Speaks SMTP up to the first refusal; returns the reply lines without the greeting. */
async function speak(door: number, ...commands: string[]): Promise<string[]> {
  const socket = connect(doors[door]?.port ?? 0, "127.0.0.1").setEncoding("latin1");
  const lines: string[] = [];
  const reply = async () => {
    for (let text = ""; ; ) {
      [text] = [text + String((await once(socket, "data"))[0])];
      const last = text.trimEnd().split("\r\n").at(-1) ?? "";
      if (/^\d{3} /.test(last) && text.endsWith("\r\n")) return last;
    }
  };
  await reply();
  for (const command of commands) {
    socket.write(`${command}\r\n`);
    lines.push(await reply());
    if (/^[45]/.test(lines.at(-1) ?? "")) break;
  }
  socket.destroy();
  return lines;
}
const send = async (to: TestTenant, bytes: number, { door = 0, size = "" } = {}) => {
  const mail = mailOf({
    subject: crypto.randomUUID(),
    text: "x"
      .repeat(70)
      .concat("\r\n")
      .repeat(bytes / 72),
  });
  const path = `MAIL FROM:<ann@customer.example>${size}`;
  return (await speak(door, "EHLO c.example", path, `RCPT TO:<${to.address}>`, "DATA", `${mail}\r\n.`)).at(-1);
};
const storedMails = (tenant: TestTenant) =>
  desk.db.withTenant(tenant.id, async (tx) => (await tx.selectFrom("mail_log").select("id").execute()).length);
const audited = (tenant: TestTenant) =>
  desk.asOwner<{ action: string; subject_label: string | null }>(
    "select action, subject_label from audit_log",
    [],
    tenant.id,
  );

test("refuses mail beyond a store's daily bytes in every process, and not that of the next store", async () => {
  limit({ storeBytesPerDay: 240 * kilobyte });
  expect(await send(store, 60 * kilobyte)).toMatch(/^250 /);
  expect(await send(store, 60 * kilobyte, { door: 1 })).toMatch(/^452 .*recipient's store got as much mail/);
  // An ordinary mail still fits beside an attack of large ones.
  expect(await send(store, 10 * kilobyte, { door: 1 })).toMatch(/^250 /);
  expect(await storedMails(store)).toBe(2);
  for (const door of [0, 1]) expect(await send(next, 40 * kilobyte, { door })).toMatch(/^250 /);
});

test("refuses a host beyond its daily bytes at every store, and logs that once per store", async () => {
  limit({ hostBytesPerDay: 240 * kilobyte });
  expect(await send(store, 60 * kilobyte)).toMatch(/^250 /);
  for (const to of [store, next, next, store, next]) {
    expect(await send(to, 60 * kilobyte)).toMatch(/^452 .*Your host sent as much mail/);
  }
  expect([await storedMails(store), await storedMails(next)]).toEqual([1, 0]);
  for (const one of [store, next]) {
    expect(await audited(one)).toEqual([{ action: "mail.host-limit-reached", subject_label: "127.0.0.1" }]);
  }
});

test("does not limit the operator's own relay", async () => {
  limit({ hostBytesPerDay: 240 * kilobyte });
  const relayed = elsewhere(desk.services);
  const settings = { ...desk.services.settings, trustedRelays: ["127.0.0.0/8"] };
  doors.push(await startMailReceiver({ ...relayed, settings }));
  for (const _ of [1, 2, 3]) expect(await send(store, 60 * kilobyte, { door: 2 })).toMatch(/^250 /);
});

test("lets no six simultaneous mails pass a limit of two, and counts copies like other mail", async () => {
  limit({ storeBytesPerDay: 300 * kilobyte });
  const replies = await Promise.all([0, 1, 0, 1, 0, 1].map((door) => send(store, 60 * kilobyte, { door })));
  expect(replies.filter((reply) => reply?.startsWith("250"))).toHaveLength(2);
  expect(replies.filter((reply) => reply?.startsWith("452"))).toHaveLength(4);
  const [day] = await desk.asOwner<{ bytes: string }>("select bytes from intake_days", [], store.id);
  expect(Number(day?.bytes)).toBeLessThanOrEqual(300 * kilobyte);
});

test("refuses an announced size before a byte is sent, and one beyond the limit of a mail permanently", async () => {
  limit({ hostBytesPerDay: 240 * kilobyte });
  const announce = (bytes: number) =>
    speak(0, "EHLO c.example", `MAIL FROM:<ann@customer.example> SIZE=${bytes}`, `RCPT TO:<${store.address}>`);
  expect((await announce(200 * kilobyte)).at(-1)).toMatch(/^452 /);
  expect((await announce(kilobyte)).at(-1)).toMatch(/^250 /);
  expect((await announce(100 * 1024 * kilobyte)).at(1)).toMatch(/^552 /);
});

test("takes no mail while the disk is almost full, and takes it again once there is room", async () => {
  Object.assign(desk.services.settings, { freeSpaceMark: 1e15 });
  const full = await startMailReceiver(elsewhere(desk.services));
  doors.push(full);
  const door = doors.length - 1;
  expect(await send(store, kilobyte, { door })).toMatch(/^452 .*disk of this server is almost full/);
  expect(await storedMails(store)).toBe(0);
  Object.assign(desk.services.settings, { freeSpaceMark: 1 });
  expect(await send(store, kilobyte, { door })).toMatch(/^250 /);
});

/** Another process's limiter, which has cached nothing. */
function elsewhere({ db, ...services }: Services): Services {
  return { ...services, db: { ...db, pool: Object.create(db.pool) } };
}
