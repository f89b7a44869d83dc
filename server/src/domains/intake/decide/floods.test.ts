import { createTransport } from "nodemailer";
import { afterEach, expect, test } from "vitest";
import { type NameServerStandIn, startNameServer, type Zone } from "../../../../../stand-ins/name-server.ts";
import { mailOf } from "../../../testing/mail-at-desk.ts";
import { type Desk, openDesk } from "../../../testing/open-desk.ts";
import { until } from "../../../testing/take-mail.ts";
import { newOwner, type Person } from "../../../testing/test-people.ts";

// Runs the whole way: SMTP from this machine, the worker, and name servers that are slow, drop questions or fall silent.

/** Answers for every name that this machine may send for it, and that it has no policy. */
const anybody: Zone = { "* *": ["v=spf1 ip4:127.0.0.1 -all"] };

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function open(zone: Zone, changes: Partial<NameServerStandIn> = {}) {
  const names = Object.assign(await startNameServer(zone), changes);
  closers.push(() => names.stop());
  const metrics = { host: "127.0.0.1", port: 0 };
  const desk = await openDesk({ roles: ["web", "smtp", "worker"], nameServers: [names.address], metrics });
  closers.push(() => desk.stop());
  const owner = await newOwner(desk);
  return { names, desk, owner };
}

/** Sends a mail from each of these addresses, as many at once as a busy forwarder does. */
async function sendFrom(desk: Desk, owner: Person, addresses: string[]): Promise<void> {
  const transport = createTransport({
    host: "127.0.0.1",
    port: desk.smtpPort ?? 0,
    ignoreTLS: true,
    pool: true,
    maxConnections: 8,
    maxMessages: Number.POSITIVE_INFINITY,
  });
  const send = (from: string) =>
    transport.sendMail({ envelope: { from, to: owner.supportEmail }, raw: mailOf({ from, subject: from }) });
  await Promise.all(addresses.map(send));
  transport.close();
}

type Ended = { subject: string; state: string; reason: string | null; check: string; attempts: number };

/** Returns what became of the mails once none waits any more. */
async function endsOf(desk: Desk, owner: Person, count: number): Promise<Ended[]> {
  const ended = "select count(*)::int from mail_log where state <> 'received'";
  await until(async () => (await desk.asOwner<{ count: number }>(ended, [], owner.tenantId))[0]?.count === count);
  const all = "select subject, state, reason, sender_check as check, attempts from mail_log order by received_at";
  return desk.asOwner<Ended>(all, [], owner.tenantId);
}

async function countTickets(desk: Desk, owner: Person): Promise<number> {
  const tickets =
    "select count(distinct subject)::int as subjects, count(*)::int from support_tickets where subject like '%@%'";
  const [row] = await desk.asOwner<{ subjects: number; count: number }>(tickets, [], owner.tenantId);
  expect(row?.subjects).toBe(row?.count);
  return row?.count ?? 0;
}

const from = (domains: string[], each = 1) =>
  domains.flatMap((domain) => Array.from({ length: each }, (_, at) => `c${at}@${domain}`));
const domains = (count: number) => Array.from({ length: count }, (_, at) => `d${at}.example`);

test("makes a ticket of each mail of 120 domains at the first attempt although name servers drop questions", async () => {
  let asked = 0;
  const drops = (_: string, others: number) => {
    asked += 1;
    return others > 40 || asked % 3 === 0;
  };
  const { names, desk, owner } = await open(anybody, { answersAfterMs: 5, drops });
  await sendFrom(desk, owner, from(domains(120)));
  const ended = await endsOf(desk, owner, 120);
  expect(new Set(ended.map(({ state, attempts }) => `${state} ${attempts}`))).toEqual(new Set(["ticket_created 1"]));
  expect(await countTickets(desk, owner)).toBe(120);
  // A question whose every packet was dropped stays unanswered, and nobody is in doubt for that.
  expect(ended.filter(({ check }) => check === "pass").length).toBeGreaterThan(80);
  expect(ended.filter(({ check }) => check === "fail")).toEqual([]);
  expect(names.mostAtOnce).toBeLessThanOrEqual(40);
});

test("asks each name once for mails of one domain and of thirty, and judges all", async () => {
  const { names, desk, owner } = await open(anybody, { answersAfterMs: 300 });
  await sendFrom(desk, owner, [...from(["busy.example"], 50), ...from(domains(30), 2)]);
  const ended = await endsOf(desk, owner, 110);
  expect(new Set(ended.map(({ state, check, attempts }) => `${state} ${check} ${attempts}`))).toEqual(
    new Set(["ticket_created pass 1"]),
  );
  // One question per domain; on a busy machine one may be sent again.
  expect(names.asked.length).toBeLessThan(93);
});

test("makes tickets of mail from known and new domains while hundreds wait for slow name servers, and reports the waits", async () => {
  const { names, desk, owner } = await open(anybody);
  await sendFrom(desk, owner, ["first@known.example"]);
  await endsOf(desk, owner, 1);
  names.drops = (question) => /^(?:_dmarc\.)?d\d/.test(question);
  await sendFrom(desk, owner, from(domains(150)));
  const waiting = async () => (await owner.api.mail.log({ state: "received", limit: 100 })).items;
  const isWaitingForNames = async () => (await waiting()).filter(({ waits }) => waits?.for === "sender").length;
  await until(async () => (await isWaitingForNames()) > 90);
  const one = (await waiting()).find(({ waits }) => waits !== null);
  expect(one).toMatchObject({ subject: expect.stringContaining("@"), attempts: 0, waits: { for: "sender" } });
  await sendFrom(desk, owner, ["second@known.example", "first@new.example"]);
  const isTicket = async (address: string) =>
    (await owner.api.mail.log({ search: address, state: "ticket_created" })).items.length === 1;
  await until(() => isTicket("second@known.example"));
  await until(() => isTicket("first@new.example"));
  // The others still wait.
  const metrics = await (await fetch(`http://127.0.0.1:${desk.metricsPort}/metrics`)).text();
  const figure = (state: string) =>
    Number(new RegExp(`deskhand_mails_waiting\\{direction="in",state="${state}"\\} (\\d+)`).exec(metrics)?.[1]);
  expect(figure("sender")).toBeGreaterThan(50);
  expect(figure("received")).toBeLessThan(50);
  names.drops = () => false;
  const ended = await endsOf(desk, owner, 153);
  expect(new Set(ended.map(({ state, attempts }) => `${state} ${attempts}`))).toEqual(new Set(["ticket_created 1"]));
  expect(await countTickets(desk, owner)).toBe(153);
});
