import { createTransport } from "nodemailer";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type ForwarderStandIn, startForwarder } from "../../../../../stand-ins/forwarder.ts";
import { type Desk, openDesk } from "../../../testing/open-desk.ts";
import { until } from "../../../testing/take-mail.ts";
import { addColleague, type Person } from "../../../testing/test-people.ts";

let mailboxes: ForwarderStandIn;
let desk: Desk;
let admin: Person;
let other: Person;
let number = 0;
let address: string;

beforeAll(async () => {
  mailboxes = await startForwarder();
  desk = await openDesk({ roles: ["web", "worker", "smtp"], smtpUrl: mailboxes.url });
  mailboxes.deskPort = desk.smtpPort ?? 0;
});
afterAll(async () => {
  await desk.stop();
  await mailboxes.stop();
});
beforeEach(async () => {
  [admin, other] = await Promise.all([makeAdmin(), makeAdmin()]);
  number += 1;
  address = `help@shop-${number}.test`;
});

async function makeAdmin(): Promise<Person> {
  const { id } = await desk.makeTenant();
  return addColleague(desk, { tenantId: id }, "admin");
}

const forwardsTo = (person: Person) => mailboxes.habits.set(address, { style: "gmail", to: person.supportEmail });
const ownOf = async (person: Person) => (await person.api.client.get()).customSupportEmail;
/** Returns the newest mail to the address, and the token of its link. */
const arrived = async (count = 1) => {
  const mails = await until(async () => {
    const all = mailboxes.arrived.filter(({ to }) => to === address);
    return all.length >= count ? all : null;
  });
  const { raw, envelopeFrom } = mails.at(-1) ?? { raw: Buffer.alloc(0), envelopeFrom: "" };
  const text = raw.toString("latin1").replace(/=\r\n/g, "").replaceAll("=3D", "=");
  return { raw, envelopeFrom, token: /[?&]confirm=([a-z2-7]+)/.exec(text)?.[1] ?? "" };
};
const asked = async (person: Person, count = 1) => {
  await person.api.forwarding.addAddress({ address });
  return arrived(count);
};
const confirmed = async (person: Person, count = 1) => {
  const { token } = await asked(person, count);
  await person.api.forwarding.confirmAddress({ token });
};
async function bring(raw: Buffer | string, to: string) {
  const door = createTransport({ host: "127.0.0.1", port: desk.smtpPort ?? 0, ignoreTLS: true });
  try {
    await door.sendMail({ envelope: { from: "ann@customer.test", to }, raw });
  } finally {
    door.close();
  }
}
const mail = () =>
  `From: ann@customer.test\r\nTo: ${address}\r\nSubject: Hello\r\nMessage-ID: <${Math.random()}@x.test>\r\n\r\nHello`;
const loggedOf = ({ tenantId }: Person) =>
  desk.asOwner("select from mail_log where finished_at is not null and client_id = $1", [tenantId], tenantId);
const entriesOf = (person: Person) =>
  desk.asOwner<{ action: string; subject_label: string; details: object; actor_id: string }>(
    "select action, subject_label, details, actor_id from audit_log where action like 'settings.support-address%' order by created_at, id",
    [],
    person.tenantId,
  );

test("makes an address the store's once a mail returned from it by forwarding, and receives mail to it", async () => {
  forwardsTo(admin);
  await expect(bring(mail(), address)).rejects.toThrow("550");
  const { check, customSupportEmail } = await admin.api.forwarding.addAddress({
    address: ` ${address.toUpperCase()} `,
  });
  expect([check, customSupportEmail]).toEqual([expect.objectContaining({ address, state: "waiting" }), null]);
  await until(async () => (await ownOf(admin)) === address);
  expect(await admin.api.forwarding.read()).toMatchObject({ customSupportEmail: address, check: null });
  await bring(mail(), address);
  expect(await until(async () => (await admin.api.tickets.list({})).items[0])).toMatchObject({ subject: "Hello" });
  expect(await entriesOf(admin)).toEqual([
    { action: "settings.support-address-asked", subject_label: address, details: {}, actor_id: admin.userId },
    {
      action: "settings.support-address-added",
      subject_label: address,
      details: { by: "forwarding" },
      actor_id: admin.userId,
    },
  ]);
});

test("accepts an admin's click on the link instead, once and within a day", async () => {
  const { token } = await asked(admin);
  expect(await ownOf(admin)).toBeNull();
  const agent = await addColleague(desk, admin, "agent");
  await expect(agent.api.forwarding.confirmAddress({ token })).rejects.toMatchObject({ code: "not_allowed" });
  await expect(other.api.forwarding.confirmAddress({ token })).rejects.toMatchObject({ code: "link_not_valid" });
  await admin.api.forwarding.confirmAddress({ token });
  expect(await ownOf(admin)).toBe(address);
  await expect(admin.api.forwarding.confirmAddress({ token })).rejects.toMatchObject({
    code: "link_used",
    status: 410,
  });
  expect((await entriesOf(admin)).at(-1)).toMatchObject({ details: { by: "link" } });
});

test.each([
  ["made up", () => "a".repeat(46)],
  ["empty", () => ""],
  ["with a letter changed", (token: string) => `${token.slice(0, -1)}${token.endsWith("a") ? "b" : "a"}`],
  ["cut", (token: string) => token.slice(0, 30)],
])("confirms nothing by a link that is %s", async (_what, spoil) => {
  const { token } = await asked(admin);
  const refused = admin.api.forwarding.confirmAddress({ token: spoil(token) });
  await expect(refused).rejects.toMatchObject({ code: "link_not_valid", status: 404 });
  expect(await ownOf(admin)).toBeNull();
});

test("confirms nothing after a day, by link or mail", async () => {
  const { token, raw } = await asked(admin);
  await desk.asOwner("update forwarding_probes set created_at = now() - interval '25 hours'", [], admin.tenantId);
  await expect(admin.api.forwarding.confirmAddress({ token })).rejects.toMatchObject({ code: "link_expired" });
  await bring(raw, admin.supportEmail);
  await until(async () => (await loggedOf(admin))[0]);
  expect(await admin.api.forwarding.read()).toMatchObject({ customSupportEmail: null, check: { state: "expired" } });
});

test("lets both mails prove an address requested twice, but none once it is given up", async () => {
  const first = await asked(admin);
  const second = await asked(admin, 2);
  await admin.api.forwarding.confirmAddress({ token: first.token });
  expect(await ownOf(admin)).toBe(address);
  await expect(admin.api.forwarding.confirmAddress({ token: second.token })).rejects.toMatchObject({
    code: "link_not_valid",
  });
  await admin.api.forwarding.removeAddress({ address });
  const third = await asked(admin, 3);
  await admin.api.forwarding.addAddress({ address: "another@shop.test" });
  await expect(admin.api.forwarding.confirmAddress({ token: third.token })).rejects.toMatchObject({
    code: "link_not_valid",
  });
  const fourth = await asked(admin, 4);
  await admin.api.forwarding.removeAddress({ address });
  expect((await admin.api.forwarding.read()).check).toBeNull();
  await expect(admin.api.forwarding.confirmAddress({ token: fourth.token })).rejects.toMatchObject({
    code: "link_not_valid",
  });
  await bring(fourth.raw, admin.supportEmail);
  await until(async () => (await loggedOf(admin))[0]);
  expect(await ownOf(admin)).toBeNull();
});

const wraps = (head: string, body: string) =>
  `From: Ann <ann@victim.test>\r\nMessage-ID: <${Math.random()}@x.test>\r\nMIME-Version: 1.0\r\n${head}\r\n\r\n${body}`;
const textHead = "Content-Type: text/plain; charset=utf-8";
const enclosing = (name: string, raw: Buffer) =>
  wraps(
    'Subject: What is this?\r\nContent-Type: multipart/mixed; boundary="x"',
    `--x\r\nContent-Type: text/plain\r\n\r\nPlease look.\r\n--x\r\nContent-Type: message/rfc822\r\nContent-Disposition: attachment; filename="${name}"\r\n\r\n${raw.toString("latin1")}\r\n--x--\r\n`,
  );
test.each<[string, (mail: { raw: Buffer; token: string; mark: string }) => string]>([
  ["as a forward", ({ mark, token }) => wraps(`Subject: Fwd: Confirm ${mark}\r\n${textHead}`, `?confirm=${token}`)],
  ["with its subject as it was", ({ mark }) => wraps(`Subject: Confirm ${mark}\r\n${textHead}`, "Is this ours?")],
  ["as an answer", ({ mark }) => wraps(`Subject: Re: Confirm ${mark}\r\n${textHead}`, "What is this?")],
  [
    "with its link alone",
    ({ token }) => wraps(`Subject: Hello\r\n${textHead}`, `See https://x.test/?confirm=${token}`),
  ],
  ["enclosed", ({ raw }) => enclosing("ForwardedMessage.eml", raw)],
  [
    "enclosed in base64",
    ({ raw }) =>
      wraps(
        `Subject: Hello\r\nContent-Type: application/octet-stream; name="mail.bin"\r\nContent-Transfer-Encoding: base64`,
        raw.toString("base64").replace(/.{76}/g, "$&\r\n"),
      ),
  ],
])("ends a check that is passed on %s, and proves nothing by it afterwards", async (_how, wrap) => {
  const { raw, token } = await asked(admin);
  const mark = /dhtest-[a-z2-7]{26}-[a-z2-7]{20}/.exec(raw.toString("latin1"))?.[0] ?? "";
  await bring(wrap({ raw, token, mark }), admin.supportEmail);
  await until(async () => (await loggedOf(admin))[0]);
  const { customSupportEmail, check } = await admin.api.forwarding.read();
  expect([customSupportEmail, check]).toEqual([
    null,
    expect.objectContaining({ state: "failed", text: expect.stringContaining("inside another mail") }),
  ]);
  await expect(admin.api.forwarding.confirmAddress({ token })).rejects.toMatchObject({ code: "support_check_void" });
  await bring(raw, admin.supportEmail);
  await until(async () => (await loggedOf(admin))[1]);
  expect(await ownOf(admin)).toBeNull();
  const { items } = await admin.api.mail.log({});
  expect(JSON.stringify(items)).not.toContain(mark);
  for (const { id } of items.filter(({ direction }) => direction === "in")) {
    const { text } = await admin.api.mail.raw({ id });
    expect(text).not.toContain(mark);
    expect(text).not.toContain(token);
  }
});

test("ends a check passed on to another store's address, and tells its store that it came elsewhere", async () => {
  const { raw, token } = await asked(admin);
  await bring(enclosing("mail.eml", raw), other.supportEmail);
  await until(async () => (await loggedOf(other))[0]);
  await expect(admin.api.forwarding.confirmAddress({ token })).rejects.toMatchObject({ code: "support_check_void" });
});

test("brings no server report about it to the store, where its mark could be read", async () => {
  mailboxes.habits.set(address, { returns: "550 5.1.1 No such user" });
  const { envelopeFrom } = await asked(admin);
  await until(async () => mailboxes.refused.length > 0);
  expect(envelopeFrom).toMatch(/^no-reply@/);
  expect(await loggedOf(admin)).toEqual([]);
  const stored = await desk.asOwner<{ text: string }>(
    "select row_to_json(m)::text as text from outgoing_mails m where client_id = $1",
    [admin.tenantId],
    admin.tenantId,
  );
  expect(JSON.stringify(stored)).not.toMatch(/dhtest-|confirm=/);
});

test("asks about another store's address as usual, and tells only its reader that it is taken", async () => {
  await confirmed(admin);
  const stranger = await other.api.forwarding.addAddress({ address });
  const free = await (await makeAdmin()).api.forwarding.addAddress({ address: "free@shop.test" });
  const told = ({ check }: typeof free) => ({ ...check, address: "", askedAt: "" });
  expect(told(stranger)).toEqual(told(free));
  const { token, raw } = await arrived(2);
  await expect(other.api.forwarding.confirmAddress({ token })).rejects.toMatchObject({
    code: "support_address_taken",
    status: 409,
  });
  expect((await other.api.forwarding.read()).check).toMatchObject({ state: "taken" });
  await bring(raw, other.supportEmail);
  await until(async () => (await other.api.forwarding.read()).check?.state === "taken");
  expect([await ownOf(admin), await ownOf(other)]).toEqual([address, null]);
});

test("gives an address to one of two stores that prove it at once", async () => {
  const tokens = [(await asked(admin)).token, (await asked(other, 2)).token];
  const both = [admin, other].map((person, at) => person.api.forwarding.confirmAddress({ token: tokens[at] ?? "" }));
  const ends = await Promise.allSettled(both);
  expect(ends.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  expect([await ownOf(admin), await ownOf(other)].filter(Boolean)).toEqual([address]);
});

test("frees a removed address: its mail is refused within seconds, and another store may have it", async () => {
  await confirmed(admin);
  await admin.api.forwarding.removeAddress({ address });
  expect(await ownOf(admin)).toBeNull();
  await expect(bring(mail(), address)).rejects.toThrow("550");
  expect((await entriesOf(admin)).at(-1)).toMatchObject({ action: "settings.support-address-removed" });
  await expect(admin.api.forwarding.removeAddress({ address })).rejects.toMatchObject({
    code: "support_address_not_found",
  });
  await confirmed(other, 2);
  expect(await ownOf(other)).toBe(address);
  // The given address cannot be removed.
  const given = admin.api.forwarding.removeAddress({ address: admin.supportEmail });
  await expect(given).rejects.toMatchObject({ code: "support_address_not_found" });
});

test("gives a store one address of its own, replaced by the next", async () => {
  await confirmed(admin);
  const before = address;
  address = `second@shop-${number}.test`;
  await confirmed(admin);
  expect(await ownOf(admin)).toBe(address);
  const routed = await desk.asOwner<{ address: string }>("select address from inbound_addresses where client_id = $1", [
    admin.tenantId,
  ]);
  expect(routed.map((row) => row.address).sort()).toEqual([admin.supportEmail, address].sort());
  await expect(bring(mail(), before)).rejects.toThrow("550");
});

test("shows Gmail's question in the guide at once, unless another sender asked it", async () => {
  const asks = (from: string) =>
    `From: Gmail Team <${from}>\r\nSubject: (#123456789) Gmail Forwarding Confirmation - Receive Mail from owner@shop.test\r\nMessage-ID: <${Math.random()}@x.test>\r\n\r\nowner@shop.test has requested to automatically forward mail to your email address.\r\nConfirmation code: 123456789\r\n\r\nhttps://mail-settings.google.com/mail/vf-%5BANGjdJ8%5D-abc\r\n`;
  const take = (check: string, from = "forwarding-noreply@google.com") =>
    desk.takeIn({
      envelopeFrom: "x@google.com",
      recipients: [admin.supportEmail],
      raw: asks(from),
      providerCheck: check && `mx.provider.example; dmarc=${check} header.from=google.com`,
    });
  await take("fail");
  await take("pass", "forwarding-noreply@goog1e.test");
  expect((await admin.api.forwarding.read()).confirmations).toEqual([]);
  await take("");
  await take("pass");
  const asked = {
    account: "owner@shop.test",
    code: "123456789",
    receivedAt: expect.any(String),
    link: "https://mail-settings.google.com/mail/vf-%5BANGjdJ8%5D-abc",
  };
  expect((await admin.api.forwarding.read()).confirmations).toEqual([
    { ...asked, isVerified: true },
    { ...asked, isVerified: false },
  ]);
  expect((await other.api.forwarding.read()).confirmations).toEqual([]);
});
