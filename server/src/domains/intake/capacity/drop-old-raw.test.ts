import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { fromNow, msFromNow } from "../../../testing/from-now.ts";
import { mailOf } from "../../../testing/mail-at-desk.ts";
import { type Desk, openDesk } from "../../../testing/open-desk.ts";
import { addColleague, newOwner, type Person } from "../../../testing/test-people.ts";
import { dropOldRawMail } from "../intake.jobs.ts";
import { dropOldRaw } from "./read-storage.ts";

const _day = 24 * 60 * 60 * 1000;
let app: Desk;
let owner: Person;
beforeAll(async () => {
  app = await openDesk();
});
beforeEach(async () => {
  owner = await newOwner(app);
});
afterAll(() => app.stop());

async function comeIn(text: string, by = owner): Promise<{ id: string; ticketId: string | null }> {
  const recipients = [by.supportEmail];
  const ids = await app.takeIn({ envelopeFrom: "ann@customer.example", recipients, raw: mailOf({ text }) });
  const id = ids.get(by.tenantId) ?? "";
  return { id, ticketId: (await by.api.mail.entry({ id })).ticket?.id ?? null };
}
const ago = (days: number) => fromNow({ days: -days });
const processed = (id: string, days: number, by = owner) =>
  app.asOwner("update mail_log set finished_at = $2 where id = $1", [id, ago(days)], by.tenantId);
const settle = (id: string | null, status: string, days: number) =>
  app.asOwner(
    "update support_tickets set status = $2, updated_at = $3 where id = $1",
    [id, status, ago(days)],
    owner.tenantId,
  );
const drop = (days = 90) => dropOldRaw(app, owner.tenantId, days);
const rawOf = async (id: string) => (await owner.api.mail.entry({ id })).rawRemoved;

test("removes raw mail 90 days after its ticket was closed, and keeps texts, files and mail of other tickets", async () => {
  const words = ["closed long ago", "still open", "closed lately", "resolved long ago", "processed lately"];
  const mails = [];
  for (const text of words) mails.push(await comeIn(text));
  const [closed, open, lately, resolved, fresh] = mails as [(typeof mails)[0], ...typeof mails];
  for (const { id } of mails.slice(0, 4)) await processed(id, 200);
  await settle(closed.ticketId, "closed", 91);
  await settle(lately?.ticketId ?? null, "closed", 89);
  await settle(resolved?.ticketId ?? null, "resolved", 91);
  await settle(fresh?.ticketId ?? null, "closed", 91);
  await settle(open?.ticketId ?? null, "open", 200);
  expect(await drop()).toBe(2);
  const removed = "Raw mail removed after 90 days";
  expect(await Promise.all(mails.map(({ id }) => rawOf(id)))).toEqual([removed, null, null, removed, null]);
  const [kept] = (await owner.api.tickets.get({ id: closed.ticketId ?? "" })).messages;
  expect(kept?.content).toBe("closed long ago");
  await expect(owner.api.mail.raw({ id: closed.id })).rejects.toMatchObject({
    code: "raw_mail_removed",
    message: removed,
  });
  // Its size is still known, but its bytes are gone.
  expect((await owner.api.mail.entry({ id: closed.id })).size).toBeGreaterThan(10);
  expect(await drop(), "a second time there is nothing").toBe(0);
});

test("removes raw mail without a ticket by its own age, and says why it cannot be processed again", async () => {
  const { id } = await comeIn("stopped");
  await app.asOwner(
    "update mail_log set state = 'bounce', ticket_id = null, message_id = null where id = $1",
    [id],
    owner.tenantId,
  );
  await processed(id, 31);
  expect(await drop(90)).toBe(0);
  expect((await owner.api.mail.entry({ id })).actions).toEqual(["process-again", "make-ticket"]);
  expect(await drop(30)).toBe(1);
  const removal = { code: "raw_mail_removed", message: "Raw mail removed after 30 days" };
  expect((await owner.api.mail.entry({ id })).actions).toEqual([]);
  await expect(owner.api.mail.processAgain({ id })).rejects.toMatchObject(removal);
  await expect(owner.api.mail.makeTicket({ id })).rejects.toMatchObject(removal);
});

test.each(["loop_stopped", "quarantined", "failed"])(
  "removes unseen mail (%s) a week after its admins were notified, once, and not before",
  async (state) => {
    const mails = [await comeIn("old"), await comeIn("soon"), await comeIn("young")];
    const [old, soon, young] = mails.map(({ id }) => id) as [string, string, string];
    await app.asOwner(
      "update mail_log set state = $1, held_by = case when $1 = 'failed' then null else 'size' end, ticket_id = null, message_id = null",
      [state],
      owner.tenantId,
    );
    await processed(old, 100);
    await processed(soon, 80);
    await processed(young, 60);
    const night = () => dropOldRawMail.work(app.services);
    const notices = async () =>
      (await owner.api.notifications.list()).items.filter(({ id }) => id.startsWith("ending-"));
    for (const _ of [1, 2]) await night();
    expect((await notices()).map(({ title, message }) => [title, message])).toEqual([
      ["Incoming Mail", expect.stringMatching(/^2 mails that were held back are removed from \w+ \d+, \d{4} on, as /)],
    ]);
    expect(await Promise.all([old, soon, young].map(rawOf))).toEqual([null, null, null]);
    const { endsAt } = await owner.api.heldMail.list({});
    if (state === "failed") expect(endsAt).toBeNull();
    else expect(Math.abs(Date.parse(endsAt ?? "") - msFromNow({ days: 7 }))).toBeLessThan(60_000);
    await app.asOwner("update mail_log set end_told_at = end_told_at - interval '8 days'", [], owner.tenantId);
    await night();
    expect(await Promise.all([old, soon, young].map(rawOf))).toEqual(["Raw mail removed after 90 days", null, null]);
    expect(await notices()).toHaveLength(1);
  },
);

test("does not announce released mail, nor that of a store that keeps raw mail for ever", async () => {
  const { id } = await comeIn("held");
  await app.asOwner(
    "update mail_log set state = 'loop_stopped', held_by = 'sender', ticket_id = null, message_id = null",
    [],
    owner.tenantId,
  );
  await processed(id, 100);
  await owner.api.storage.keepRawMail({ rawMailDays: null });
  await dropOldRawMail.work(app.services);
  const told = "select end_told_at is not null as told from mail_log where id = $1";
  expect(await app.asOwner(told, [id], owner.tenantId)).toEqual([{ told: false }]);
  await owner.api.storage.keepRawMail({ rawMailDays: 1 });
  await dropOldRawMail.work(app.services);
  expect(await app.asOwner(told, [id], owner.tenantId)).toEqual([{ told: true }]);
  await owner.api.heldMail.release({ until: fromNow({ minutes: 1 }) });
  expect(await app.asOwner(told, [id], owner.tenantId)).toEqual([{ told: false }]);
});

test("removes a mail of two stores for each by itself, and the bytes with the last", async () => {
  const next = await newOwner(app);
  const recipients = [owner.supportEmail, next.supportEmail];
  const ids = await app.takeIn({ envelopeFrom: "ann@customer.example", recipients, raw: mailOf({ text: "for both" }) });
  const rawIds = (tenant = next.tenantId) =>
    app.db.withTenant(
      tenant,
      async (tx) => (await tx.selectFrom("raw_mail_chunks").select("position").execute()).length,
    );
  for (const by of [owner, next]) {
    const id = ids.get(by.tenantId) ?? "";
    await processed(id, 100, by);
    await app.asOwner("update support_tickets set status = 'closed', updated_at = $1", [ago(95)], by.tenantId);
  }
  expect(await drop()).toBe(1);
  expect(await rawIds()).toBe(1);
  expect(await dropOldRaw(app, next.tenantId, 90)).toBe(1);
  expect(await rawIds()).toBe(0);
});

test("lets admins set how long raw mail is kept and read the storage in use, but no agent", async () => {
  const { id } = await comeIn("x".repeat(5_000));
  const { size } = await owner.api.mail.entry({ id });
  expect(await owner.api.storage.read()).toMatchObject({
    rawMailDays: 90,
    mailBytes: size,
    attachmentBytes: 0,
    resourceBytes: 0,
  });
  // Not every request counts again.
  await comeIn("another");
  expect(await owner.api.storage.read()).toMatchObject({ mailBytes: size });
  for (const days of [30, 30, null]) {
    expect(await owner.api.storage.keepRawMail({ rawMailDays: days })).toMatchObject({ rawMailDays: days });
  }
  const log = await owner.api.audit.list({ kind: "settings" });
  expect(log.items.map(({ action, details }) => ({ action, details }))).toEqual([
    { action: "settings.raw-mail-kept", details: { from: "30 days", to: "for good" } },
    { action: "settings.raw-mail-kept", details: { from: "90 days", to: "30 days" } },
  ]);
  for (const rawMailDays of [0, 3_651, 1.5]) {
    await expect(owner.api.storage.keepRawMail({ rawMailDays })).rejects.toMatchObject({ code: "input_invalid" });
  }
  const agent = await addColleague(app, owner, "agent");
  await expect(agent.api.storage.read()).rejects.toMatchObject({ code: "not_allowed" });
  await expect(agent.api.storage.keepRawMail({ rawMailDays: 1 })).rejects.toMatchObject({ code: "not_allowed" });
});
