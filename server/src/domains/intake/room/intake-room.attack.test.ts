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
  // Another process of the same installation: nothing but the database is shared.
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

/** Speaks SMTP up to the first refusal; the replies' lines, the greeting left out. */
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
const kept = (tenant: TestTenant) =>
  desk.db.withTenant(tenant.id, async (tx) => (await tx.selectFrom("mail_log").select("id").execute()).length);
const audited = (tenant: TestTenant) =>
  desk.asOwner<{ action: string; subject_label: string | null }>(
    "select action, subject_label from audit_log",
    [],
    tenant.id,
  );

test("a store that is sent more than a day's bytes refuses the rest for now, whichever process is asked; the next store is not touched", async () => {
  limit({ storeBytesPerDay: 240 * kilobyte });
  expect(await send(store, 60 * kilobyte)).toMatch(/^250 /);
  expect(await send(store, 60 * kilobyte, { door: 1 })).toMatch(/^452 .*recipient's store got as much mail/);
  // What still fits is taken: an ordinary mail comes through beside an attack of large ones.
  expect(await send(store, 10 * kilobyte, { door: 1 })).toMatch(/^250 /);
  expect(await kept(store)).toBe(2);
  for (const door of [0, 1]) expect(await send(next, 40 * kilobyte, { door })).toMatch(/^250 /);
});

test("a host that brought a day's bytes is refused by every store, and each store's log has one entry for it, however often it tries", async () => {
  limit({ hostBytesPerDay: 240 * kilobyte });
  expect(await send(store, 60 * kilobyte)).toMatch(/^250 /);
  for (const to of [store, next, next, store, next]) {
    expect(await send(to, 60 * kilobyte)).toMatch(/^452 .*Your host sent as much mail/);
  }
  expect([await kept(store), await kept(next)]).toEqual([1, 0]);
  for (const one of [store, next]) {
    expect(await audited(one)).toEqual([{ action: "mail.host-limit-reached", subject_label: "127.0.0.1" }]);
  }
});

test("a relay of the operator's own brings everybody's mail, and is held back by no limit of hosts", async () => {
  limit({ hostBytesPerDay: 240 * kilobyte });
  const relayed = elsewhere(desk.services);
  const settings = { ...desk.services.settings, trustedRelays: ["127.0.0.0/8"] };
  doors.push(await startMailReceiver({ ...relayed, settings }));
  for (const _ of [1, 2, 3]) expect(await send(store, 60 * kilobyte, { door: 2 })).toMatch(/^250 /);
});

test("six mails at once do not pass a limit that two of them reach, and copies count like any other mail", async () => {
  limit({ storeBytesPerDay: 300 * kilobyte });
  const replies = await Promise.all([0, 1, 0, 1, 0, 1].map((door) => send(store, 60 * kilobyte, { door })));
  expect(replies.filter((reply) => reply?.startsWith("250"))).toHaveLength(2);
  expect(replies.filter((reply) => reply?.startsWith("452"))).toHaveLength(4);
  const [day] = await desk.asOwner<{ bytes: string }>("select bytes from intake_days", [], store.id);
  expect(Number(day?.bytes)).toBeLessThanOrEqual(300 * kilobyte);
});

test("an announced size is refused before a byte of it is sent, and one beyond the limit of a mail for good", async () => {
  limit({ hostBytesPerDay: 240 * kilobyte });
  const announce = (bytes: number) =>
    speak(0, "EHLO c.example", `MAIL FROM:<ann@customer.example> SIZE=${bytes}`, `RCPT TO:<${store.address}>`);
  expect((await announce(200 * kilobyte)).at(-1)).toMatch(/^452 /);
  expect((await announce(kilobyte)).at(-1)).toMatch(/^250 /);
  expect((await announce(100 * 1024 * kilobyte)).at(1)).toMatch(/^552 /);
});

test("while the disk is almost full no mail is taken, and it is again once there is room", async () => {
  Object.assign(desk.services.settings, { freeSpaceMark: 1e15 });
  const full = await startMailReceiver(elsewhere(desk.services));
  doors.push(full);
  const door = doors.length - 1;
  expect(await send(store, kilobyte, { door })).toMatch(/^452 .*disk of this server is almost full/);
  expect(await kept(store)).toBe(0);
  Object.assign(desk.services.settings, { freeSpaceMark: 1 });
  expect(await send(store, kilobyte, { door })).toMatch(/^250 /);
});

/** The same as another process has it, which remembers nothing of this one's. */
function elsewhere({ db, ...services }: Services): Services {
  return { ...services, db: { ...db, pool: Object.create(db.pool) } };
}
