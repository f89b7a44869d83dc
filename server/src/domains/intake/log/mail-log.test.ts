import type { MailLogEntry } from "@deskhand/contract/mail";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { newId } from "../../../platform/db/ids.ts";
import { msFromNow } from "../../../testing/from-now.ts";
import { type AddedMail, addOutgoing } from "../../../testing/isolation/fill-mail-log.ts";
import { mailOf, type TestMail } from "../../../testing/mail-at-desk.ts";
import { testMailDomain } from "../../../testing/make-test-tenant.ts";
import { type Desk, openDesk } from "../../../testing/open-desk.ts";
import { newOwner, type Person } from "../../../testing/test-people.ts";

let desk: Desk;
let owner: Person;
beforeAll(async () => {
  // Otherwise queued mail would be sent.
  desk = await openDesk({ roles: ["web"] });
});
beforeEach(async () => {
  owner = await newOwner(desk);
});
afterAll(() => desk.stop());

const list = (filter: Parameters<Person["api"]["mail"]["log"]>[0] = {}) => owner.api.mail.log(filter);
const subjects = (items: MailLogEntry[]) => items.map(({ subject, kind }) => subject ?? kind);

async function takeIn(mail: TestMail, of: Person = owner): Promise<string> {
  const envelopeFrom = mail.envelopeFrom ?? "ann@customer.example";
  const entries = await desk.takeIn({ envelopeFrom, recipients: [of.supportEmail], raw: mailOf(mail) });
  return entries.get(of.tenantId) ?? "";
}

function goOut({ subject, ...mail }: Partial<AddedMail> & { subject?: string } = {}): Promise<string> {
  const details = { url: "http://desk.test/login", storeName: "Store", ...(subject && { subject }) };
  return addOutgoing(desk, owner, { kind: "account_notice", to: "bob@store.example", details, ...mail });
}

/** Sets when a mail came or was queued, so that a test need not wait. */
function moveTo(id: string, at: string) {
  return desk.db.withTenant(owner.tenantId, async (tx) => {
    await tx.updateTable("mail_log").set({ received_at: at }).where("id", "=", id).execute();
    await tx.updateTable("outgoing_mails").set({ created_at: at }).where("id", "=", id).execute();
  });
}

test("lists incoming and outgoing mail in one order, in pages without gap or repetition", async () => {
  const ids: string[] = [];
  for (let number = 0; number < 12; number++) {
    const id = number % 3 === 0 ? await goOut() : await takeIn({ subject: `Mail ${number}` });
    // Some have the same millisecond.
    await moveTo(id, new Date(Date.UTC(2026, 0, 1, 0, Math.floor(number / 4))).toISOString());
    ids.push(id);
  }
  const whole = (await list({ limit: 100 })).items.map(({ id }) => id);
  expect([...whole].sort()).toEqual([...ids].sort());
  const paged: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await list({ limit: 5, ...(cursor && { cursor }) });
    paged.push(...page.items.map(({ id }) => id));
    cursor = page.nextCursor ?? undefined;
  } while (cursor);
  expect(paged).toEqual(whole);
  expect((await list({ limit: 1 })).items[0]?.at).toBe("2026-01-01T00:02:00.000Z");
  await expect(list({ cursor: "nonsense" })).rejects.toMatchObject({ code: "input_invalid" });
});

describe("a filter", () => {
  const day = (number: number) => `2026-01-0${number}T00:00:00.000Z`;
  beforeEach(async () => {
    const raw = { subject: "Where is it?", headers: ["Message-ID: <Where.1@customer.example>"] };
    const makings: [Promise<string>, number][] = [
      [takeIn({ ...raw, text: "Same" }), 1],
      [takeIn({ subject: "Away", headers: ["Auto-Submitted: auto-replied"] }), 2],
      [takeIn({ subject: "Forged", from: `Support <help@${testMailDomain}>` }), 3],
      [goOut({ subject: "Re: 100%_sure", to: "Kim.Lee@shop.example", at: day(1) }), 4],
      [goOut({ subject: "Refused", error: "No such mailbox" }), 5],
      [goOut({ subject: "Waiting" }), 6],
    ];
    for (const [made, at] of makings) await moveTo(await made, day(at));
  });

  test.each<[Parameters<Person["api"]["mail"]["log"]>[0], string[]]>([
    [{ direction: "in" }, ["Forged", "Away", "Where is it?"]],
    [{ direction: "out" }, ["Waiting", "Refused", "Re: 100%_sure"]],
    [{ state: "quarantined" }, ["Forged"]],
    [{ state: "auto_reply" }, ["Away"]],
    [{ state: "sent" }, ["Re: 100%_sure"]],
    [{ state: "sending" }, ["Waiting"]],
    [{ state: "failed" }, ["Refused"]],
    [{ state: "failed", direction: "in" }, []],
    [{ state: "sent", direction: "in" }, []],
    [{ state: "ticket_created", direction: "out" }, []],
    [{ from: day(2), until: day(4) }, ["Forged", "Away"]],
    [{ from: day(7) }, []],
    [{ search: "WHERE is" }, ["Where is it?"]],
    [{ search: "it whére" }, ["Where is it?"]],
    [{ search: "customer ＷＨＥＲＥ" }, ["Where is it?"]],
    [{ search: "where nowhere" }, []],
    [{ search: "where.1@customer" }, ["Where is it?"]],
    [{ search: "kim.lee@" }, ["Re: 100%_sure"]],
    [{ search: "100%_" }, ["Re: 100%_sure"]],
    [{ search: "%" }, ["Re: 100%_sure"]],
    [{ search: "0_s" }, []],
    [{ search: "\\" }, []],
    [{ search: "' or true --" }, []],
    [{ search: "customer.example", direction: "in", state: "auto_reply" }, ["Away"]],
    [{ search: "re", until: day(5), from: day(4) }, ["Re: 100%_sure"]],
    [{ search: " \0 " }, ["Waiting", "Refused", "Re: 100%_sure", "Forged", "Away", "Where is it?"]],
  ])("%j finds %j", async (filter, expected) => {
    expect(subjects((await list(filter)).items)).toEqual(expected);
  });

  test("refuses an invalid filter at its field", async () => {
    for (const filter of ["state=gone", "direction=up", "from=yesterday", `search=${"x".repeat(201)}`]) {
      const answer = await owner.send(`/api/mail/log?${filter}`);
      expect(answer.status, filter).toBe(422);
    }
  });
});

test("finds an old mail among many by any part of it, page by page", async () => {
  const found = [];
  for (const number of [1, 2, 3]) {
    found.unshift(await takeIn({ subject: `A needle of steel ${number}`, text: newId() }));
    await moveTo(found[0] ?? "", `2026-01-0${number}T00:00:00.000Z`);
  }
  await desk.asOwner(
    `insert into mail_log (client_id, id, raw_mail_id, via, envelope_from, envelope_to, state, subject, received_at, finished_at)
     select client_id, gen_random_uuid(), raw_mail_id, 'smtp', 'x@hay.example', 'y@a.test', 'failed', 'Hay ' || n, now(), now()
     from mail_log, generate_series(1, 3200) n where id = $1`,
    [found[0]],
    owner.tenantId,
  );
  for (const search of ["a NEEDLE of steel", "needle", "of steel"]) {
    const first = await list({ search, limit: 2 });
    const second = await list({ search, limit: 2, cursor: first.nextCursor ?? "" });
    expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(found);
    expect(second.nextCursor).toBeNull();
  }
  expect((await list({ search: "needle", state: "failed" })).items).toEqual([]);
  expect((await list({ search: "needle", until: "2026-01-02T00:00:00.000Z" })).items).toHaveLength(1);
  expect((await list({ search: "hay.example", limit: 50 })).items).toHaveLength(50);
});

test("finds a Message-ID or an address in angle brackets", async () => {
  const id = await takeIn({ subject: "Brackets", headers: ["Message-ID: <awbek6jehv8@cust.example>"] });
  for (const search of ["<awbek6jehv8@cust.example>", " <AWBEK6jehv8@cust.example> ", "awbek6jehv8@cust.example"]) {
    expect((await list({ search })).items.map((item) => item.id)).toEqual([id]);
  }
});

test("says why a mail is where it is, who wrote it, and what can be done", async () => {
  const id = await takeIn({ subject: "Hello", headers: ["Message-ID: <one@customer.example>"] });
  const entry = await owner.api.mail.entry({ id });
  expect(entry).toMatchObject({
    id,
    direction: "in",
    state: "ticket_created",
    reason: "It starts a new conversation.",
    subject: "Hello",
    from: "ann@customer.example",
    to: owner.supportEmail,
    envelopeFrom: "ann@customer.example",
    messageId: "one@customer.example",
    via: "smtp",
    senderCheck: "none",
    duplicateOf: null,
    ticket: { ticketNumber: 1 },
    actions: [],
    isReleased: false,
    kind: null,
    nextTryAt: null,
    heldUntil: null,
    isInOutbox: false,
  });
  expect(entry.size).toBeGreaterThan(50);
  const outId = await goOut({ error: "No such mailbox" });
  expect(await owner.api.mail.entry({ id: outId })).toMatchObject({
    direction: "out",
    state: "failed",
    reason: "No such mailbox",
    kind: "account_notice",
    from: null,
    to: "bob@store.example",
    messageId: `${outId}@a.test`,
    actions: ["try-again"],
    size: null,
  });
  await expect(owner.api.mail.entry({ id: newId() })).rejects.toMatchObject({ code: "mail_log_entry_not_found" });
});

test("says until when an undelivered mail is tried again", async () => {
  const id = await goOut();
  const nextTryAt = new Date(msFromNow({ minutes: 1 }));
  await desk.db.withTenant(owner.tenantId, (tx) =>
    tx
      .updateTable("outgoing_mails")
      .set({ last_error: "451 Busy", next_try_at: nextTryAt.toISOString() })
      .where("id", "=", id)
      .execute(),
  );
  const [entry] = (await list({ state: "sending" })).items;
  expect(entry).toMatchObject({ id, reason: "451 Busy", nextTryAt: nextTryAt.toISOString() });
});

describe("trying again", () => {
  let withoutWorker: Desk;
  beforeAll(async () => {
    [withoutWorker, desk] = [desk, await openDesk()];
  });
  afterAll(async () => {
    await desk.stop();
    desk = withoutWorker;
  });
  const tryAgain = (id: string) => owner.api.mail.tryAgain({ id });

  test("sends a failed mail again, for the first request only", async () => {
    const id = await goOut({ error: "No such mailbox" });
    const answers = await Promise.allSettled([tryAgain(id), tryAgain(id)]);
    const refused = answers.flatMap((answer) => (answer.status === "rejected" ? [answer.reason.code] : []));
    expect(refused).toEqual(["message_not_failed"]);
    await expect.poll(async () => (await owner.api.mail.entry({ id })).state).toBe("sent");
    const { items } = await owner.api.audit.list({ kind: "mail" });
    expect(items.map(({ action }) => action)).toEqual(["mail.tried-again"]);
  });

  test("sends no mail with a link that may have expired, none in progress and no incoming one", async () => {
    const details = { url: "http://desk.test/reset-password", storeName: "Store", sealedToken: "AAAA" };
    const withLink = await goOut({ kind: "password_reset", error: "Refused", details });
    expect((await owner.api.mail.entry({ id: withLink })).actions).toEqual([]);
    await expect(tryAgain(withLink)).rejects.toMatchObject({ code: "mail_not_repeatable" });
    await expect(tryAgain(await goOut())).rejects.toMatchObject({ code: "message_not_failed" });
    const incoming = await takeIn({ from: `Support <help@${testMailDomain}>` });
    await expect(tryAgain(incoming)).rejects.toMatchObject({ code: "mail_log_entry_not_found" });
  });
});
