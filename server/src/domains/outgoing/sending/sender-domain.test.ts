import { randomUUID } from "node:crypto";
import { dkimVerify } from "mailauth/lib/dkim/verify.js";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { type NameServerStandIn, startNameServer } from "../../../../../stand-ins/name-server.ts";
import { openSmtpMailer } from "../../../platform/mailer/smtp-mailer.ts";
import { type Desk, openDesk } from "../../../testing/open-desk.ts";
import { openSmtpSink, type SmtpSink } from "../../../testing/smtp-sink.ts";
import { addColleague, type Person } from "../../../testing/test-people.ts";
import { deliverMail } from "../deliver-mail.ts";
import { checkSenderDomains } from "./check-domain.ts";

let names: NameServerStandIn;
let sink: SmtpSink;
let app: Desk;
let admin: Person;
let agent: Person;
let domain: string;
beforeAll(async () => {
  names = await startNameServer({});
  sink = await openSmtpSink();
  app = await openDesk({ roles: ["web"], nameServers: [names.address], mailer: openSmtpMailer(sink.url) });
});
afterAll(async () => {
  await app.stop();
  await sink.close();
  await names.stop();
});
beforeEach(async () => {
  names.zone = {};
  sink.mails.length = 0;
  [admin, agent] = await people();
  domain = `${randomUUID().slice(0, 8)}.example`;
});

async function people(): Promise<[Person, Person]> {
  const { id: tenantId } = await app.makeTenant();
  return [await addColleague(app, { tenantId }, "admin"), await addColleague(app, { tenantId }, "agent")];
}

const sql = (text: string, who = admin) => app.asOwner<Record<string, unknown>>(text, [], who.tenantId);
/** As if the last check were some time ago. */
const later = (who = admin) => sql("update sender_domains set checked_at = checked_at - interval '1 hour'", who);

async function check(who = admin) {
  await later(who);
  return who.api.sending.checkDomain();
}

/** Publishes the shown records of these kinds. */
async function publish(who = admin, kinds: readonly string[] = ["dkim", "spf", "dmarc"]) {
  const { records } = await who.api.sending.domain();
  const set = records.filter(({ kind }) => kinds.includes(kind)).map(({ name, value }) => [`${name} TXT`, [value]]);
  names.zone = { "mail.desk.test TXT": ["v=spf1 ip4:192.0.2.9 -all"], ...names.zone, ...Object.fromEntries(set) };
}

/** Returns a reply's mail as its customer gets it. */
async function sendReply(who = admin) {
  const about = {
    subject: "Hi",
    message: "Hello.",
    customer: { email: `jo-${randomUUID()}@people.example`, name: "" },
  };
  await who.api.tickets.create({ ...about, mailCustomer: true, idempotencyKey: randomUUID() });
  const [mail] = await sql("select id from outgoing_mails where state = 'queued'", who);
  const job = { mailId: String(mail?.id), tenantId: who.tenantId };
  await deliverMail(app.services, job);
  const { raw, parsed } = sink.mails.at(-1) ?? {};
  const resolver = async (name: string, type: string) => {
    const found = names.zone[`${name} ${type}`];
    if (!Array.isArray(found)) throw Object.assign(new Error("none"), { code: "ENOTFOUND" });
    return found.map((record: string) => [record]);
  };
  const { results } = await dkimVerify(raw ?? "", { resolver });
  const signatures = results.map(({ status, signingDomain }) => `${status.result} ${signingDomain}`);
  return { from: parsed?.from?.value[0]?.address, signatures, replyTo: parsed?.replyTo?.value[0]?.address };
}

const own = () => `care@${domain}`;
const told = async (who: Person) =>
  (await who.api.notifications.list()).items.filter(({ type }) => type === "mail_notice").map(({ message }) => message);

test("the records of a store's own domain are shown and checked, and its mails come from there, signed with its key", async () => {
  const saved = await admin.api.emailSettings.save({ senderEmail: own() });
  expect(saved.sentFrom).toBe(admin.supportEmail);
  const shown = await agent.api.sending.domain();
  expect(shown).toMatchObject({ address: own(), domain, state: "unverified", checkedAt: null });
  expect(shown.records.map(({ kind, name, value }) => [kind, name, value.slice(0, 20)])).toEqual([
    ["dkim", expect.stringMatching(new RegExp(`^dh[0-9a-f]{10}\\._domainkey\\.${domain}$`)), "v=DKIM1; k=rsa; p=MI"],
    ["spf", domain, "v=spf1 include:mail."],
    ["dmarc", `_dmarc.${domain}`, "v=DMARC1; p=none"],
  ]);
  expect(await sendReply()).toMatchObject({ from: admin.supportEmail });

  await publish();
  const checked = await check();
  expect(checked.records.map(({ finding }) => finding?.state)).toEqual(["right", "right", "right"]);
  expect(checked.state).toBe("verified");
  expect((await admin.api.emailSettings.read()).sentFrom).toBe(own());
  const mail = await sendReply();
  expect(mail).toMatchObject({ from: own(), signatures: [`pass ${domain}`] });
  // Answers still come to us, wherever the domain's mailboxes are.
  expect(mail.replyTo).toMatch(/^help\+.*@mail\.desk\.test$/);
});

test("the key alone proves the domain; missing SPF and DMARC records are reported but change nothing", async () => {
  await admin.api.emailSettings.save({ senderEmail: own() });
  await publish(admin, ["dkim"]);
  const { state, records } = await check();
  expect([state, ...records.map(({ finding }) => finding?.state)]).toEqual(["verified", "right", "missing", "missing"]);
  expect((await sendReply()).from).toBe(own());
});

test("when the key is removed, mails come from the support address again, and the admins are notified once", async () => {
  await admin.api.emailSettings.save({ senderEmail: own() });
  await publish();
  await check();
  names.zone = {};
  await checkSenderDomains(app.services);
  await checkSenderDomains(app.services);
  expect((await admin.api.sending.domain()).state).toBe("unverified");
  expect((await sendReply()).from).toBe(admin.supportEmail);
  expect(await told(admin)).toEqual([expect.stringContaining(`Mails no longer come from ${domain}`)]);
  expect(await told(agent)).toEqual([]);
  await publish();
  await checkSenderDomains(app.services);
  expect((await sendReply()).from).toBe(own());
});

test("without answers from name servers the domain stays verified for a week, then the admins are notified once of its end", async () => {
  await admin.api.emailSettings.save({ senderEmail: own() });
  await publish();
  await check();
  const { zone } = names;
  names.zone = { "* *": "servfail" };
  const { state, records } = await check();
  expect([state, ...records.map(({ finding }) => finding?.state)]).toEqual(["verified", ...Array(3).fill("unknown")]);
  expect(await told(admin)).toEqual([]);
  names.zone = zone;
  expect((await sendReply()).from).toBe(own());
  await sql("update sender_domains set verified_at = now() - interval '8 days'");
  expect((await sendReply()).from).toBe(admin.supportEmail);
  names.zone = { "* *": "servfail" };
  await checkSenderDomains(app.services);
  await checkSenderDomains(app.services);
  expect(await told(admin)).toEqual([expect.stringContaining(`Mails no longer come from ${domain}`)]);
  expect(await told(agent)).toEqual([]);
  names.zone = zone;
  await checkSenderDomains(app.services);
  expect((await sendReply()).from).toBe(own());
});

test("a failure for one store is logged and does not stop the checks of others", async () => {
  const stores = [await people(), await people(), await people()].map(([who]) => who);
  for (const [at, who] of stores.entries()) {
    await who.api.emailSettings.save({ senderEmail: `care@${at}-${domain}` });
    await publish(who);
  }
  const [unread, unwritten, well] = stores;
  const { db } = app.services;
  const withTenant = db.withTenant.bind(db);
  const calls: unknown[] = [];
  vi.spyOn(db, "withTenant").mockImplementation((who, work) => {
    calls.push(who);
    const isRead = calls.filter((item) => item === who).length === 1;
    if (who === unread?.tenantId || (who === unwritten?.tenantId && !isRead)) throw new Error("a bad row");
    return withTenant(who, work);
  });
  await expect(checkSenderDomains(app.services)).rejects.toThrow("Not every sender's domain could be looked for");
  vi.restoreAllMocks();
  const states = await Promise.all(stores.map(async (who) => (await who.api.sending.domain()).state));
  expect(states).toEqual(["unverified", "unverified", "verified"]);
  expect(app.takeErrors()).toEqual([
    expect.objectContaining({ tenantId: unread?.tenantId }),
    expect.objectContaining({ tenantId: unwritten?.tenantId }),
  ]);
  expect((await sendReply(well)).from).toBe(`care@2-${domain}`);
});

test("two stores with the same domain have separate keys, and one's proof does not count for the other", async () => {
  const [other] = await people();
  for (const who of [admin, other]) await who.api.emailSettings.save({ senderEmail: own() });
  await publish(admin);
  await check(admin);
  expect((await check(other)).state).toBe("unverified");
  expect((await sendReply(other)).from).toBe(other.supportEmail);
  const keys = await Promise.all([admin, other].map(async (who) => (await who.api.sending.domain()).records[0]));
  expect(keys[0]?.name).not.toBe(keys[1]?.name);
  await publish(other);
  expect((await check(other)).state).toBe("verified");
  expect((await sendReply(admin)).from).toBe(own());
});

test("a domain above or below a proven one is not proven", async () => {
  await admin.api.emailSettings.save({ senderEmail: own() });
  await publish();
  await check();
  for (const senderEmail of [`care@eu.${domain}`, `care@x${domain}`, `care@${domain}.example`]) {
    expect((await admin.api.emailSettings.save({ senderEmail })).sentFrom).toBe(admin.supportEmail);
    expect((await check()).state).toBe("unverified");
  }
  // Another mailbox of the domain is proven too, and the key is still there.
  expect((await admin.api.emailSettings.save({ senderEmail: `Sales@${domain.toUpperCase()}` })).sentFrom).toBe(
    `sales@${domain}`,
  );
});

test.each([
  ["care@gmail.com", "webmail"],
  ["help+abcdefgh@mail.desk.test", "ours"],
  ["care@sub.mail.desk.test", "ours"],
])("%s is sent from the support address, with nothing to set up: %s", async (senderEmail, state) => {
  // Addresses at our domain may have been saved before they were refused.
  await admin.api.emailSettings.save({ senderEmail: "care@gmail.com" });
  await sql(`update email_settings set sender_email = '${senderEmail}'`);
  expect((await admin.api.emailSettings.read()).sentFrom).toBe(admin.supportEmail);
  expect(await admin.api.sending.checkDomain()).toMatchObject({ state, records: [], checkedAt: null });
  expect(names.asked.some((name) => name.includes("gmail.com"))).toBe(false);
});

test.each([
  [253, "unverified"],
  [254, "none"],
])("a domain of %i characters is handled: %s", async (length, state) => {
  const label = `${"a".repeat(59)}.`;
  const long = label.repeat(4).concat("b".repeat(length - 4 * label.length - 8), ".example");
  const saved = await admin.api.emailSettings.save({ senderEmail: `care@${long}` });
  expect(saved).toMatchObject({ sentFrom: admin.supportEmail, settings: { senderEmail: `care@${long}` } });
  expect(await admin.api.sending.domain()).toMatchObject({ state });
  expect(await admin.api.sending.checkDomain()).toMatchObject({ state });
});

test("only admins may start a check; it is in the audit log, and repeated clicks count once", async () => {
  await admin.api.emailSettings.save({ senderEmail: own() });
  await expect(agent.api.sending.checkDomain()).rejects.toMatchObject({ code: "not_allowed" });
  const before = names.asked.length;
  await admin.api.sending.checkDomain();
  const asked = names.asked.length - before;
  await admin.api.sending.checkDomain();
  expect(names.asked.length - before).toBe(asked);
  const entries = await sql("select actor_id, details from audit_log where action = 'settings.sender-domain-checked'");
  expect(entries).toEqual([{ actor_id: admin.userId, details: { domain } }]);
});

test("private keys cannot be read anywhere, and a key sealed with another secret is replaced", async () => {
  await admin.api.emailSettings.save({ senderEmail: own() });
  const [before] = await sql("select selector, encode(private_key, 'escape') as kept from sender_domains");
  expect(before?.kept).not.toContain("PRIVATE KEY");
  await publish();
  await check();
  await sql("update sender_domains set private_key = '\\x01'");
  expect((await sendReply()).from).toBe(admin.supportEmail);
  const { state, records } = await check();
  expect(state).toBe("unverified");
  expect(records[0]?.name).not.toContain(String(before?.selector));
});
