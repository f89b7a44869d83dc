import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { holdRows } from "../../../testing/hold-rows.ts";
import { type MailAtDesk, mailAtDesk, mailOf } from "../../../testing/mail-at-desk.ts";
import type { TestTenant } from "../../../testing/make-test-tenant.ts";
import { type Desk, openDesk } from "../../../testing/open-desk.ts";
import { until } from "../../../testing/take-mail.ts";
import { mailKey } from "../../outgoing/index.ts";
import { acceptMail } from "../accept/accept-mail.ts";
import { recipientResolver } from "../accept/recipient-resolver.ts";

let desk: Desk;
let store: TestTenant;
let at: MailAtDesk;

beforeAll(async () => {
  desk = await openDesk({ roles: [] });
  store = await desk.makeTenant();
  at = mailAtDesk(desk, store);
});
afterAll(() => desk.stop());

/** Takes a mail in and leaves it waiting. */
async function accept(raw: string): Promise<string> {
  const entries = await acceptMail(desk.services, recipientResolver(desk.services), {
    via: "smtp",
    remoteHost: null,
    helo: null,
    providerCheck: null,
    envelopeFrom: "ann@customer.example",
    recipients: [store.address],
    stream: once(Buffer.from(raw)),
  });
  return entries.get(store.id) ?? "";
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

const statesOf = async (ids: string[]) =>
  (await Promise.all(ids.map((id) => at.entryOf(id)))).map(({ state }) => state);

/** The numbers of all events of the store, and how often each message occurs in them. */
async function readEvents() {
  const rows = await desk.asOwner<{ number: string; type: string; payload: { id?: string } }>(
    "select number, type, payload from events order by number",
    [],
    store.id,
  );
  const messageIds = rows.filter(({ type }) => type === "message.created").map(({ payload }) => payload.id);
  return { numbers: rows.map(({ number }) => Number(number)), told: messageIds };
}

test("decides simultaneous mails in shared transactions, in their order of arrival", async () => {
  const ids: string[] = [];
  for (let number = 0; number < 12; number += 1) ids.push(await accept(mailOf({ from: `${number}@customer.example` })));
  const withTenant = vi.spyOn(desk.services.db, "withTenant");
  await Promise.all(ids.map((id) => desk.process(store.id, id)));
  // The first mail was alone and took two transactions; the others waited and shared theirs.
  expect(withTenant.mock.calls.length).toBeLessThan(ids.length);
  withTenant.mockRestore();
  const tickets = await Promise.all(ids.map(async (id) => at.ticketOf((await at.entryOf(id)).ticket_id)));
  const numbers = tickets.map((ticket) => ticket.ticket_number);
  expect(numbers).toEqual(numbers.toSorted((one, other) => one - other));
  expect(new Set(numbers).size).toBe(ids.length);
});

test("rolls back a mail that would block others, and decides it alone later, with one event", async () => {
  const { ticket_id: ticketId } = await at.send({});
  const { mailMessageId } = await at.agentMessage(mailKey(desk.services.settings.secret), ticketId);
  const lock = await holdRows(
    desk.db.pool,
    { tenantId: store.id },
    "select from support_tickets where id = $1 for no key update",
    [ticketId],
  );
  const reply = await accept(mailOf({ headers: [`In-Reply-To: <${mailMessageId}>`] }));
  const others: string[] = [];
  for (const name of ["bob", "cid", "dan"]) others.push(await accept(mailOf({ from: `${name}@customer.example` })));
  const all = Promise.all([reply, ...others].map((id) => desk.process(store.id, id)));
  await until(async () => (await statesOf(others)).every((state) => state === "ticket_created"));
  expect(await statesOf([reply])).toEqual(["received"]);
  await lock.release();
  await all;
  const { message_id: messageId, ...entry } = await at.entryOf(reply);
  expect(entry).toMatchObject({ state: "reply_added", ticket_id: ticketId, attempts: 1 });
  const { numbers, told } = await readEvents();
  expect(told.filter((id) => id === messageId)).toHaveLength(1);
  expect(told.length).toBe(new Set(told).size);
  expect(numbers).toEqual(numbers.map((_, index) => index + 1));
});

test("leaves no trace of a mail that fails, and keeps the others", async () => {
  const before = await readEvents();
  const ids = [await accept(mailOf({ from: "eve@customer.example" }))];
  for (const subject of ["fails", "is kept"])
    ids.push(await accept(mailOf({ from: `${subject.length}@customer.example`, subject })));
  // One mail's last statement fails, after its ticket and event were written.
  const refuse = `create function refuse() returns trigger language plpgsql as $$ begin
    if new.subject = 'fails' and new.state <> 'received' then raise 'refused'; end if; return new; end $$;
    create trigger refused before update on mail_log for each row execute function refuse()`;
  await desk.asOwner(refuse);
  await Promise.all(ids.map((id) => desk.process(store.id, id)));
  await desk.asOwner("drop function refuse cascade");
  expect(await statesOf(ids)).toEqual(["ticket_created", "received", "ticket_created"]);
  const { numbers, told } = await readEvents();
  expect(told.length - before.told.length).toBe(2);
  expect(numbers).toEqual(numbers.map((_, index) => index + 1));
  const subjects = await desk.asOwner("select from support_tickets where subject = 'fails'", [], store.id);
  expect(subjects).toEqual([]);
});

test("puts off a mail that has to wait for an older one, and not the others", async () => {
  const parentId = "<parent.of.all.of.them.2026@customer.example>";
  const parent = await accept(mailOf({ headers: [`Message-ID: ${parentId}`] }));
  const reply = await accept(mailOf({ headers: [`In-Reply-To: ${parentId}`] }));
  const other = await accept(mailOf({ from: "flo@customer.example" }));
  await Promise.all([reply, other].map((id) => desk.process(store.id, id)));
  expect(await statesOf([parent, reply, other])).toEqual(["received", "received", "ticket_created"]);
  // Together with its parent it need not wait, whichever comes first.
  const ids = [await accept(mailOf({ from: "gus@customer.example" })), reply, parent];
  await Promise.all(ids.map((id) => desk.process(store.id, id)));
  expect(await statesOf([parent, reply])).toEqual(["ticket_created", "reply_added"]);
});
