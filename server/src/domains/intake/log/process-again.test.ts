import { Readable } from "node:stream";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { Actor } from "../../../platform/http/context.ts";
import { createHttpServer } from "../../../platform/http/http-server.ts";
import { fromNow } from "../../../testing/from-now.ts";
import { type MailAtDesk, mailAtDesk, mailOf } from "../../../testing/mail-at-desk.ts";
import { type TestTenant, testMailDomain } from "../../../testing/make-test-tenant.ts";
import { type Desk, openDesk } from "../../../testing/open-desk.ts";
import { acceptMail } from "../accept/accept-mail.ts";
import { findForgottenMail } from "../intake.jobs.ts";
import { rawMailRoutes } from "../intake.routes.ts";
import { intakeLimits } from "../intake-limits.ts";
import { selectForgotten } from "./log.queries.ts";
import { makeTicket, processAgain, releaseMail } from "./process-again.ts";

let desk: Desk;
let store: TestTenant;
let at: MailAtDesk;
let admin: Actor;
let http: FastifyInstance;

beforeAll(async () => {
  desk = await openDesk({ roles: [] });
  store = await desk.makeTenant({ staff: ["owner@store.example"] });
  at = mailAtDesk(desk, store);
  const { id } = await desk.db.withTenant(store.id, (tx) =>
    tx.selectFrom("users").select("id").executeTakeFirstOrThrow(),
  );
  const can: Actor["can"] = ["mail:read-log", "mail:process-again"];
  const sessionDueAt = "2100-01-01T00:00:00.000Z";
  admin = {
    kind: "person",
    userId: id,
    tenantId: store.id,
    email: "owner@store.example",
    name: "Owner",
    role: "admin",
    sessionDueAt,
    can,
    calledFrom: { ip: "127.0.0.1", userAgent: undefined },
    step: null,
  };
  const people: Record<string, Actor> = { admin, agent: { ...admin, role: "agent", can: [] } };
  const findActor = async (cookie: string) => people[cookie.slice("s=".length)] ?? null;
  http = await createHttpServer({ log: desk.services.log, isProduction: false, findActor });
  rawMailRoutes(http, desk.services);
});
afterAll(async () => {
  await http.close();
  await desk.stop();
});

const quarantined = () => at.send({ from: `Support <help@${testMailDomain}>` });
const again = (id: string) => desk.db.withTenant(store.id, (tx) => processAgain(tx, desk.services.jobs, admin, id));
const release = (id: string) => desk.db.withTenant(store.id, (tx) => releaseMail(tx, desk.services.jobs, admin, id));

test("quarantines a mail again when processed again, and makes a ticket once it is released", async () => {
  const { id } = await quarantined();
  expect(await again(id)).toMatchObject({ id, state: "received", reason: null, finishedAt: null });
  await desk.process(store.id, id);
  expect((await at.entryOf(id)).state).toBe("quarantined");
  expect(await release(id)).toMatchObject({ state: "received" });
  await desk.process(store.id, id);
  expect((await at.entryOf(id)).state).toBe("ticket_created");
  const log = await desk.db.withTenant(store.id, (tx) =>
    tx.selectFrom("audit_log").select("action").where("subject_id", "=", id).orderBy("id").execute(),
  );
  expect(log.map(({ action }) => action)).toEqual(["mail.processed-again", "mail.released"]);
});

test("keeps a release through the search for forgotten mail and a lost job", async () => {
  const { id } = await quarantined();
  const anHourAgo = fromNow({ hours: -1 });
  const set = (columns: { received_at?: string; queued_at?: string }) =>
    desk.db.withTenant(store.id, (tx) => tx.updateTable("mail_log").set(columns).where("id", "=", id).execute());
  const forgotten = () => desk.db.withTenant(store.id, (tx) => selectForgotten(tx, intakeLimits.forgottenAfterMinutes));
  await set({ received_at: anHourAgo, queued_at: anHourAgo });
  await release(id);
  expect(await forgotten()).toEqual([]);
  // If its job is lost all the same, the next one knows of the release.
  await set({ queued_at: anHourAgo });
  expect(await forgotten()).toEqual([id]);
  await findForgottenMail.work(desk.services);
  await desk.process(store.id, id);
  expect((await at.entryOf(id)).state).toBe("ticket_created");
});

/** Stores a mail and leaves it to the test. */
async function accept(): Promise<string> {
  const mail = { via: "smtp" as const, envelopeFrom: "ann@customer.example", recipients: [store.address] };
  const stream = Readable.from([Buffer.from(mailOf({}))]);
  const entries = await acceptMail(desk.services, async () => store.id, { ...mail, stream });
  return entries.get(store.id) ?? "";
}

test("queues mail once that an earlier version gave up while it waited, if the raw mail is still there", async () => {
  const said = "Reading it broke the server off too often.";
  const [waited, kept, other] = [await accept(), await accept(), await accept()];
  const fail = (id: string, columns: { reason: string; raw_mail_id?: null; raw_removed?: "expired" }) =>
    desk.db.withTenant(store.id, (tx) =>
      tx
        .updateTable("mail_log")
        .set({ ...columns, state: "failed", attempts: 11, finished_at: fromNow({}) })
        .where("id", "=", id)
        .execute(),
    );
  await fail(waited, { reason: said });
  await fail(kept, { reason: said, raw_mail_id: null, raw_removed: "expired" });
  await fail(other, { reason: "No reader understands it." });
  await findForgottenMail.work(desk.services);
  const states = () => Promise.all([waited, kept, other].map(async (id) => (await at.entryOf(id)).state));
  expect(await states()).toEqual(["received", "failed", "failed"]);
  await desk.process(store.id, waited);
  expect(await at.entryOf(waited)).toMatchObject({ state: "ticket_created", attempts: 1 });
  const enqueue = vi.spyOn(desk.services.jobs, "enqueue");
  await findForgottenMail.work(desk.services);
  expect(enqueue).not.toHaveBeenCalled();
  enqueue.mockRestore();
});

const ticketOf = (id: string) => desk.db.withTenant(store.id, (tx) => makeTicket(tx, desk.services.jobs, admin, id));

const stopped = {
  "an out-of-office reply": { headers: ["Auto-Submitted: auto-replied"] },
  "a bounce": { from: "MAILER-DAEMON@customer.example", subject: "Undelivered Mail Returned to Sender" },
  "what passed too many servers": { headers: Array.from({ length: 101 }, () => "Received: from a by b; now") },
};

test.each(Object.entries(stopped))("makes one ticket of %s when admins ask at the same moment", async (_, mail) => {
  const { id, state } = await at.send(mail);
  expect(["auto_reply", "bounce", "loop_stopped"]).toContain(state);
  await again(id);
  await desk.process(store.id, id);
  expect((await at.entryOf(id)).state).toBe(state);
  const answers = await Promise.allSettled([ticketOf(id), ticketOf(id)]);
  const refused = answers.flatMap((answer) => (answer.status === "rejected" ? [answer.reason.code] : []));
  expect(refused).toEqual(["mail_in_progress"]);
  // It would undo the first one's request.
  await expect(again(id)).rejects.toMatchObject({ code: "mail_in_progress" });
  await desk.process(store.id, id);
  expect((await at.entryOf(id)).state).toBe("ticket_created");
  const log = await desk.db.withTenant(store.id, (tx) =>
    tx.selectFrom("audit_log").select("action").where("subject_id", "=", id).orderBy("id").execute(),
  );
  expect(log.map(({ action }) => action)).toEqual(["mail.processed-again", "mail.ticket-made"]);
});

test("never makes a ticket of a copy", async () => {
  const raw = mailOf({});
  await at.sendRaw(raw);
  const copy = await at.sendRaw(raw);
  expect(copy.state).toBe("duplicate");
  await expect(ticketOf(copy.id)).rejects.toMatchObject({ code: "mail_makes_no_ticket" });
  // Only its log entry is kept.
  await expect(again(copy.id)).rejects.toMatchObject({ code: "raw_mail_removed" });
  expect(await at.entryOf(copy.id)).toMatchObject({ state: "duplicate", duplicate_of: copy.duplicate_of });
});

test("does not process mail on a ticket again, and releases only quarantined mail", async () => {
  const { id } = await at.send({});
  await expect(again(id)).rejects.toMatchObject({ code: "mail_not_waiting" });
  await expect(release(id)).rejects.toMatchObject({ code: "mail_not_quarantined" });
  await expect(ticketOf(id)).rejects.toMatchObject({ code: "mail_not_waiting" });
  await expect(again(store.id)).rejects.toMatchObject({ code: "mail_log_entry_not_found" });
});

test("lets admins download the raw mail, but no others and no other store", async () => {
  const raw = mailOf({});
  const { id } = await at.sendRaw(raw);
  const get = (person: string, entry = id) =>
    http.inject({ url: `/api/mail/log/${entry}/raw`, cookies: { s: person } });
  const response = await get("admin");
  expect(response.body).toBe(raw);
  expect(response.headers).toMatchObject({ "content-type": "text/plain; charset=utf-8" });
  expect(response.headers["content-disposition"]).toMatch(/^attachment/);
  expect((await get("agent")).statusCode).toBe(403);
  expect((await get("nobody")).statusCode).toBe(401);
  expect((await get("admin", "nonsense")).statusCode).toBe(404);
  const other = await desk.makeTenant();
  const theirs = await mailAtDesk(desk, other).send({}, other);
  expect((await get("admin", theirs.id)).statusCode).toBe(404);
});

const parts = (count: number, part: (number: number) => string) =>
  `${Array.from({ length: count }, (_, number) => `--b\r\n${part(number)}\r\n`).join("")}--b--\r\n`;
const ofParts = (text: string) => mailOf({ headers: ["Content-Type: multipart/mixed; boundary=b"], text });
const fileOf = (number: number) =>
  `Content-Type: text/csv; name=${number}.csv\r\nContent-Disposition: attachment\r\n\r\nFile ${number}`;
const large = Buffer.alloc(26 * 1024 * 1024, "x")
  .toString("base64")
  .replace(/.{76}/g, "$&\r\n");

test.each<[string, string, { content: RegExp; files: number; last?: string }]>([
  [
    "attachments are beyond the limit",
    ofParts(
      parts(2, (one) =>
        one
          ? `Content-Type: application/pdf; name=a.pdf\r\nContent-Transfer-Encoding: base64\r\n\r\n${large}`
          : "\r\nHello",
      ),
    ),
    { content: /^Hello$/, files: 1, last: "a.pdf" },
  ],
  [
    "parts are too many",
    ofParts(parts(700, (one) => (one ? fileOf(one) : "\r\nHello"))),
    { content: /^Hello$/, files: 499, last: "rest-of-the-mail.txt" },
  ],
  [
    "header has too many lines",
    mailOf({
      headers: Array.from({ length: 4_000 }, (_, line) => `X-Filler-${line}: ${"x".repeat(90)}`),
      text: "Hello",
    }),
    { content: /^Hello$/, files: 0 },
  ],
  [
    "header has a line without an end",
    mailOf({ headers: [`X-Filler: ${"x".repeat(900_000)}`], text: "Hello" }),
    { content: /^Hello$/, files: 0 },
  ],
  [
    "part has a header without an end",
    ofParts(parts(2, (one) => (one ? `X-Filler: ${"x".repeat(900_000)}` : "\r\nHello"))),
    { content: /^Hello$/, files: 0 },
  ],
])("quarantines a mail whose %s, and makes a ticket once it is released", async (_, raw, expected) => {
  const { id, state } = await at.sendRaw(raw);
  expect(state).toBe("quarantined");
  await release(id);
  await desk.process(store.id, id);
  const entry = await at.entryOf(id);
  expect(entry.state).toBe("ticket_created");
  const [message] = await at.messagesOf(entry.ticket_id);
  expect(message?.content.trim()).toMatch(expected.content);
  const files = await desk.asOwner<{ name: string }>(
    "select filename as name from ticket_attachments where message_id = $1",
    [message?.id],
    store.id,
  );
  expect(files).toHaveLength(expected.files);
  if (expected.last) expect(files.map(({ name }) => name)).toContain(expected.last);
});
