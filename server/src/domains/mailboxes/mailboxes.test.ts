import { randomUUID } from "node:crypto";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { type ImapStandIn, startImapServer } from "../../../../stand-ins/imap-server.ts";
import { makeSelfSignedCertificate } from "../../platform/smtp/self-signed-certificate.ts";
import { fromNow } from "../../testing/from-now.ts";
import { mailOf } from "../../testing/mail-at-desk.ts";
import { type Desk, openDesk } from "../../testing/open-desk.ts";
import { until } from "../../testing/take-mail.ts";
import { newOwner, type Person } from "../../testing/test-people.ts";

const usual = getCACertificates("default");
let server: ImapStandIn;
let app: Desk;
let admin: Person;
beforeAll(async () => {
  const certificate = await makeSelfSignedCertificate("imap.shop.example");
  setDefaultCACertificates([...usual, certificate.cert]);
  const outer = ["93.184.215.14"];
  server = await startImapServer(
    { "imap.shop.example": outer, "other.example": outer, "inner.example": ["10.0.0.1"] },
    certificate,
  );
  app = await openDesk({ outside: server.outside });
});
afterAll(async () => {
  await app.stop();
  await server.close();
  setDefaultCACertificates(usual);
});
beforeEach(async () => {
  Object.assign(server, { mails: [], password: "open sesame", hasIdle: true, commands: [], treats: () => "answer" });
  admin = await newOwner(app);
});

afterEach(async () => {
  for (const { id } of (await admin.api.mailboxes.list()).items) await admin.api.mailboxes.remove({ id });
});

const day = (days: number) => fromNow({ days }).slice(0, 10);
const place = {
  address: "help@shop.example",
  host: "imap.shop.example",
  port: 993,
  security: "tls",
  user: "shop",
  password: "open sesame",
  folder: "INBOX",
  takenFrom: day(-7),
} as const;
const connect = (changes: Partial<Omit<typeof place, "security">> & { security?: "tls" | "starttls" } = {}) =>
  admin.api.mailboxes.create({ ...place, ...changes, idempotencyKey: randomUUID() });
const mailbox = async () => (await admin.api.mailboxes.list()).items[0];
const subjects = async () => (await admin.api.tickets.list({})).items.map(({ subject }) => subject).toSorted();
const holds = (...expected: string[]) => expect.poll(subjects, { timeout: 20_000 }).toEqual(expected.toSorted());

test("takes what is in the mailbox since the day chosen, and what comes, as tickets; and changes nothing there", async () => {
  server.deliver(mailOf({ subject: "Too old" }), new Date(fromNow({ days: -30 })));
  server.deliver(mailOf({ subject: "A week ago" }), new Date(fromNow({ days: -5 })));
  const made = await connect();
  expect(made).toMatchObject({ name: "help@shop.example", trouble: null });
  expect(JSON.stringify(await admin.api.mailboxes.list())).not.toContain("sesame");
  await holds("A week ago");
  await until(() => server.commands.includes("IDLE"));
  server.deliver(mailOf({ subject: "Just now" }));
  await holds("A week ago", "Just now");
  expect(await until(async () => (await mailbox())?.taken === 2 && mailbox())).toMatchObject({
    leftOut: 0,
    unreadable: 0,
  });
  expect(server.commands.filter((command) => /STORE|SELECT|COPY|MOVE|EXPUNGE|BODY\[/.test(command))).toEqual([]);
  expect(server.mails.every(({ flags }) => flags.size === 0)).toBe(true);
});
