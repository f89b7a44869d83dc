import { createTransport } from "nodemailer";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type ForwarderStandIn, forwardingStyles, startForwarder } from "../../../../../stand-ins/forwarder.ts";
import { type Desk, openDesk } from "../../../testing/open-desk.ts";
import { until } from "../../../testing/take-mail.ts";
import { addColleague, type Person } from "../../../testing/test-people.ts";

// The whole way: the worker, real SMTP to the mailboxes, and from them back to our own receiver.
let mailboxes: ForwarderStandIn;
let desk: Desk;
let admin: Person;
let number = 0;

beforeAll(async () => {
  mailboxes = await startForwarder();
  desk = await openDesk({ roles: ["web", "worker", "smtp"], smtpUrl: mailboxes.url, operatorEmail: "ops@host.test" });
  mailboxes.deskPort = desk.smtpPort ?? 0;
});
afterAll(async () => {
  await desk.stop();
  await mailboxes.stop();
});
beforeEach(async () => {
  admin = await makeAdmin();
});

async function makeAdmin(): Promise<Person> {
  const { id } = await desk.makeTenant();
  return addColleague(desk, { tenantId: id }, "admin");
}

/** Opens a mailbox of the store that treats its mail in this way. */
function mailbox(habit: "keeps" | Record<string, unknown>): string {
  number += 1;
  const address = `support@shop-${number}.test`;
  mailboxes.habits.set(address, habit as never);
  return address;
}

const newest = async (person = admin) => {
  const { test } = await person.api.forwarding.read();
  if (!test) throw new Error("There is a test");
  return test;
};
const ended = (person = admin) =>
  until(async () => {
    const now = await newest(person);
    return now.state === "running" ? null : now;
  });
const statesOf = ({ steps }: Awaited<ReturnType<typeof newest>>) => steps.map(({ state }) => state);
const logged = (person = admin) =>
  desk.asOwner<{ id: string; state: string; reason: string; ticket_id: string | null }>(
    "select id, state, reason, ticket_id from mail_log where state <> 'received' and client_id = $1 order by id",
    [person.tenantId],
    person.tenantId,
  );
const tickets = async (person = admin) => (await person.api.tickets.list({})).items;
/** Makes the tests so many minutes older. */
const pass = (minutes: number, person = admin) =>
  desk.asOwner(
    `with mails as (update outgoing_mails set sent_at = sent_at - make_interval(mins => $1) where state = 'sent' and client_id = $2)
     update forwarding_probes set created_at = created_at - make_interval(mins => $1),
       returned_at = returned_at - make_interval(mins => $1)`,
    [minutes, person.tenantId],
    person.tenantId,
  );
/** The mail that arrived at a mailbox, once its sending is recorded. */
const sentTo = (address: string) => mailboxes.arrived.find(({ to }) => to === address);
const arrivedAt = (to: string) => until(async () => (await newest()).steps[0]?.state === "done" && sentTo(to));

async function bring(raw: Buffer | string, to: string, from = "stranger@elsewhere.test") {
  const door = createTransport({ host: "127.0.0.1", port: desk.smtpPort ?? 0, ignoreTLS: true });
  await door.sendMail({ envelope: { from, to }, raw });
  door.close();
}
const countLogged = (count: number, person = admin) =>
  until(async () => {
    const rows = await logged(person);
    return rows.length >= count ? rows : null;
  });

test.each(forwardingStyles.filter((style) => style !== "wrecker"))(
  "receives a test back as %s passes it on",
  async (style) => {
    const address = mailbox({ style, to: admin.supportEmail });
    const started = await admin.api.forwarding.test({ address });
    expect(started.test).toMatchObject({ address, state: "running" });
    const done = await ended();
    const isWrapped = style === "outlookRule" || style === "asAttachment";
    expect([done.state, statesOf(done)]).toEqual(
      isWrapped ? ["failed", ["done", "failed", "waiting", "waiting"]] : ["passed", ["done", "done", "done", "done"]],
    );
    if (isWrapped) expect(done.steps[1]?.text).toContain("does not forward by itself yet");
    expect(done.notes).toEqual([]);
    expect(await logged()).toEqual([
      expect.objectContaining({ state: "forwarding_test", ticket_id: null, reason: expect.stringContaining(address) }),
    ]);
    expect(await tickets()).toEqual([]);
    expect((await admin.api.notifications.list({})).items).toEqual([]);
    const steps = await admin.api.setup.firstSteps();
    expect(steps.steps.find(({ id }) => id === "forwarding")).toMatchObject({ isDone: !isWrapped });
  },
);

test.each<[string, () => Record<string, unknown>, number]>([
  ["asked for, sent and back", () => ({ style: forwardingStyles[0], to: admin.supportEmail }), 3],
  ["asked for and refused", () => ({ refuses: "Mailbox is over quota" }), 2],
  ["asked for, sent and returned", () => ({ returns: "550 5.7.520 Access denied" }), 3],
])("tells screens of each step of a test: %s", async (_steps, habit, count) => {
  await admin.api.forwarding.test({ address: mailbox(habit()) });
  await ended();
  const told = await desk.asOwner("select from events where type = 'forwarding.changed'", [], admin.tenantId);
  expect(told).toHaveLength(count);
});

test("quotes a mail server that refuses it", async () => {
  const address = mailbox({ refuses: "Mailbox is over quota" });
  await admin.api.forwarding.test({ address });
  const done = await ended();
  expect(statesOf(done)).toEqual(["failed", "waiting", "waiting", "waiting"]);
  expect(done.steps[0]?.text).toContain("Mailbox is over quota");
});

test("quotes the server that returned a mail, and does not count what that contains as an arrival", async () => {
  const address = mailbox({
    returns: "550 5.7.520 Access denied, your organization does not allow external forwarding",
  });
  await admin.api.forwarding.test({ address });
  const done = await ended();
  expect(statesOf(done)).toEqual(["done", "failed", "waiting", "waiting"]);
  expect(done.steps[1]?.text).toMatch(
    /^Microsoft 365 .*guide allows it\. support@.*does not allow external forwarding/,
  );
  expect(await logged()).toEqual([expect.objectContaining({ state: "bounce" })]);
});

test("does not blame the forwarding for a missing mailbox", async () => {
  const address = mailbox({ returns: "550 5.1.1 No such user here" });
  await admin.api.forwarding.test({ address });
  const done = await ended();
  expect(statesOf(done)).toEqual(["failed", "waiting", "waiting", "waiting"]);
  expect(done.steps[0]?.text).toMatch(/does not exist.*No such user here/);
});

test("reports a missing mail after 2 minutes and 10, and accepts it when it arrives later", async () => {
  const address = mailbox("keeps");
  await admin.api.forwarding.test({ address });
  const { raw } = await arrivedAt(address);
  expect((await newest()).steps[1]).toMatchObject({ state: "running", text: expect.stringContaining("1–2 minutes") });
  await pass(3);
  const late = await newest();
  expect([late.state, late.steps[1]?.text]).toEqual(["running", expect.stringContaining("not back yet")]);
  expect(late.steps[1]?.text).toContain(admin.supportEmail);
  await pass(8);
  expect((await newest()).state).toBe("failed");
  expect((await newest()).steps[1]?.text).toContain("within 10 minutes");
  await bring(raw, admin.supportEmail);
  expect((await until(async () => ((await newest()).state === "passed" ? newest() : null))).state).toBe("passed");
});

test("ignores a mail that arrives after a day", async () => {
  const address = mailbox("keeps");
  await admin.api.forwarding.test({ address });
  const { raw } = await arrivedAt(address);
  await pass(25 * 60);
  await bring(raw, admin.supportEmail);
  expect(await countLogged(1)).toEqual([expect.objectContaining({ state: "forwarding_test" })]);
  expect((await newest()).state).toBe("failed");
});

test("reports as stopped a mail rewritten beyond recognition", async () => {
  const address = mailbox({ style: "wrecker", to: admin.supportEmail });
  await admin.api.forwarding.test({ address });
  const done = await ended();
  expect(statesOf(done)).toEqual(["done", "done", "failed", "waiting"]);
  expect(done.steps[2]?.text).toContain("quarantine");
});

test("reports a mailbox that forwards twice, and ignores a copy sent later", async () => {
  const address = mailbox({ style: "gmail", to: admin.supportEmail, times: 2 });
  await admin.api.forwarding.test({ address });
  await countLogged(2);
  const done = await newest();
  expect([done.state, done.notes]).toEqual(["passed", [expect.stringContaining("It came 2 times")]]);
  await pass(5);
  const before = await newest();
  const { raw } = await arrivedAt(address);
  await bring(raw, admin.supportEmail);
  expect((await countLogged(3)).map(({ state }) => state)).toEqual([
    "forwarding_test",
    "forwarding_test",
    "forwarding_test",
  ]);
  expect(await newest()).toEqual(before);
  expect(await tickets()).toEqual([]);
});

test("reports to its sender that a test arrived at another store's address, and tells neither about the other", async () => {
  const other = await makeAdmin();
  const address = mailbox({ style: "gmail", to: other.supportEmail });
  await admin.api.forwarding.test({ address });
  await other.api.forwarding.test({ address: mailbox("keeps") });
  const [entry] = await countLogged(1, other);
  expect(entry).toMatchObject({ state: "forwarding_test", ticket_id: null });
  expect(entry?.reason).not.toContain(address);
  expect((await newest(other)).steps[1]?.state).not.toBe("done");
  expect((await newest()).steps[1]).toMatchObject({
    state: "failed",
    text: `It came to Deskhand, but to another address than yours: compare it with ${admin.supportEmail}.`,
  });
  expect(await logged()).toEqual([]);
});

const forged = "dhtest-abcdefghijklmnopqrstuvwxyz-abcdefghijklmnopqrst";
test.each([
  ["a mark that we did not sign", () => `Subject: Test ${forged}\r\nX-Deskhand-Test: ${forged}`],
  [
    "a mark with a letter changed",
    (mark: string) => `Subject: Test ${mark.slice(0, -1)}${mark.endsWith("a") ? "b" : "a"}`,
  ],
  ["a mark that was cut", (mark: string) => `Subject: Test ${mark.slice(0, -3)}`],
  ["an answer to a test", (mark: string) => `Subject: Re: Deskhand forwarding test ${mark}`],
])("treats %s as an ordinary mail", async (_what, header) => {
  const address = mailbox("keeps");
  await admin.api.forwarding.test({ address });
  const { raw } = await arrivedAt(address);
  const mark = /dhtest-[a-z2-7]{26}-[a-z2-7]{20}/.exec(raw.toString())?.[0] ?? "";
  const mail = `From: Ann <ann@customer.test>\r\nTo: ${address}\r\nMessage-ID: <${number}@x.test>\r\n${header(mark)}\r\n\r\nWhat is this?`;
  await bring(mail, admin.supportEmail);
  expect(await countLogged(1)).toEqual([expect.objectContaining({ state: "ticket_created" })]);
  expect(await tickets()).toHaveLength(1);
  expect((await newest()).steps[1]?.state).toBe("running");
});

test("takes nothing sent to a test's return path as an arrival, not even the same mail", async () => {
  const address = mailbox("keeps");
  await admin.api.forwarding.test({ address });
  const { raw, envelopeFrom } = await arrivedAt(address);
  expect(envelopeFrom).toContain(admin.supportEmail.split("@")[0]);
  await bring(raw, envelopeFrom);
  await countLogged(1);
  expect((await newest()).steps[1]?.state).not.toBe("done");
});

test("limits how often a store tests, and refuses strangers' addresses", async () => {
  for (let count = 0; count < 5; count += 1) await admin.api.forwarding.test({ address: mailbox("keeps") });
  await expect(admin.api.forwarding.test({ address: mailbox("keeps") })).rejects.toMatchObject({
    code: "too_many_forwarding_tests",
    status: 429,
    message: "Your store has sent too many tests. You can test again in 24 hours",
  });
  const known = `support@shop-${number - 1}.test`;
  for (let count = 0; count < 5; count += 1) await admin.api.forwarding.test({ address: known });
  await expect(admin.api.forwarding.test({ address: known })).rejects.toMatchObject({
    code: "too_many_forwarding_tests",
    message: "Your store has sent too many tests. You can test again in 1 hour",
  });
  // Verifying an address has its own, equal limit.
  for (let count = 0; count < 5; count += 1) await admin.api.forwarding.addAddress({ address: mailbox("keeps") });
  await pass(125);
  await expect(admin.api.forwarding.addAddress({ address: mailbox("keeps") })).rejects.toMatchObject({
    code: "too_many_address_checks",
    message: "Your store has asked too often. You can verify again in 21 hours and 55 minutes",
  });
  await admin.api.forwarding.test({ address: known });
});

test("accepts a domain in its own script as DNS has it", async () => {
  const { test } = await admin.api.forwarding.test({ address: "Support@Bücher.example" });
  expect(test?.address).toBe("support@xn--bcher-kva.example");
});

test.each([
  ["", "Email address is required"],
  ["support", "Please enter a valid email address"],
  ["a@b@c.test", "Please enter a valid email address"],
  [`${"a".repeat(65)}@shop.test`, "Please enter a valid email address"],
  [`a@${"b".repeat(64)}.test`, "Please enter a valid email address"],
  [`a@${"b.".repeat(126)}test`, "Please enter a valid email address"],
  ["a@bü/cher.test", "Please enter a valid email address"],
  ["Ann <ann@shop.test>", "Please enter a valid email address"],
  ["ann@shop.test\r\nBcc: all@shop.test", "Please enter a valid email address"],
])("refuses to test %j", async (address, sentence) => {
  const refused = admin.api.forwarding.test({ address });
  await expect(refused).rejects.toMatchObject({ code: "input_invalid", data: { fields: { address: [sentence] } } });
});

test("refuses our own addresses, and people who are no admins", async () => {
  const domain = admin.supportEmail.split("@")[1];
  for (const address of [admin.supportEmail, admin.supportEmail.toUpperCase(), `x@${domain}`, `x@sub.${domain}`]) {
    await expect(admin.api.forwarding.test({ address })).rejects.toMatchObject({ code: "support_address_ours" });
  }
  const agent = await addColleague(desk, admin, "agent");
  const refused = agent.api.forwarding.test({ address: "help@shop.test" });
  await expect(refused).rejects.toMatchObject({
    code: "not_allowed",
    message: "Only administrators can set up forwarding",
  });
  expect(await agent.api.forwarding.read()).toMatchObject({ test: null, operatorEmail: "ops@host.test" });
});
