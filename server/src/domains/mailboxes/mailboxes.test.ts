import { randomUUID } from "node:crypto";
import type { MailboxPlace } from "@deskhand/contract/mailboxes/mailboxes";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { ImapStandIn } from "../../../../stand-ins/imap-server.ts";
import { fromNow } from "../../testing/from-now.ts";
import { mailOf } from "../../testing/mail-at-desk.ts";
import { type Desk, openDesk } from "../../testing/open-desk.ts";
import { mailboxHost, startMailbox } from "../../testing/strangers/start-mailbox.ts";
import { until } from "../../testing/take-mail.ts";
import { addColleague, newOwner, type Person } from "../../testing/test-people.ts";

let server: ImapStandIn;
let stopServer: () => Promise<void>;
let app: Desk;
let admin: Person;
beforeAll(async () => {
  ({ server, stop: stopServer } = await startMailbox({
    "other.example": ["93.184.215.14"],
    "inner.example": ["10.0.0.1"],
  }));
  app = await openDesk({ outside: server.outside });
});
afterAll(async () => {
  await app.stop();
  await stopServer();
});
beforeEach(async () => {
  Object.assign(server, { mails: [], password: "open sesame", hasIdle: true, commands: [], treats: () => "answer" });
  admin = await newOwner(app);
});

afterEach(async () => {
  for (const { id } of (await admin.api.mailboxes.list()).items) await admin.api.mailboxes.remove({ id });
});

const day = (days: number) => fromNow({ days }).slice(0, 10);
const place: MailboxPlace = {
  address: "help@shop.example",
  host: mailboxHost,
  port: 993,
  security: "tls",
  user: "shop",
  password: "open sesame",
  folder: "INBOX",
  takenFrom: day(-7),
};
const connect = (changes: Partial<MailboxPlace> = {}) =>
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
  await until(async () => server.commands.includes("IDLE"));
  server.deliver(mailOf({ subject: "Just now" }));
  await holds("A week ago", "Just now");
  await expect.poll(mailbox).toMatchObject({ taken: 2, leftOut: 0, unreadable: 0, trouble: null });
  expect(server.commands.filter((command) => /STORE|SELECT|COPY|MOVE|EXPUNGE|BODY\[/.test(command))).toEqual([]);
  expect(server.mails.every(({ flags }) => flags.size === 0)).toBe(true);
});

/** What is said of each field of a form that the server refuses. */
async function faultsOf(request: Promise<unknown>): Promise<unknown> {
  const error: unknown = await request.then(
    () => null,
    (error: unknown) => error,
  );
  return error instanceof Error && "data" in error ? Object.assign({}, error.data, { code: undefined }) : error;
}

test("says of which field what is wrong, and keeps nothing", async () => {
  const wrong = async (changes: Parameters<typeof connect>[0], field: string, words: string) =>
    expect(await faultsOf(connect(changes)), field).toMatchObject({ fields: { [field]: [words] } });
  await wrong({ host: "nowhere.example" }, "host", "This server was not found on the internet");
  await wrong({ host: "inner.example" }, "host", "This server was not found on the internet");
  await wrong({ host: "other.example" }, "host", "The server's certificate is not valid for this name");
  const refused = "The server refused the user name or the password. It said: Invalid credentials";
  await wrong({ password: "open rice" }, "password", refused);
  await wrong({ password: "" }, "password", "Password is required");
  await wrong({ folder: "Nowhere" }, "folder", "The mailbox has no such folder. It said: No such mailbox");
  await wrong({ port: 25 }, "port", "Enter 993, 143 or a port from 1024 to 65535");
  await wrong({ takenFrom: day(-500) }, "takenFrom", "Choose a day within the last year");
  await wrong({ takenFrom: day(3) }, "takenFrom", "Choose a day that has begun");
  expect(await mailbox()).toBeUndefined();
});

test("connects a folder once, and sends the kept password to no other server", async () => {
  const idempotencyKey = randomUUID();
  const made = await admin.api.mailboxes.create({ ...place, idempotencyKey });
  expect(await admin.api.mailboxes.create({ ...place, idempotencyKey })).toMatchObject({ id: made.id });
  await expect(connect()).rejects.toMatchObject({ code: "mailbox_taken" });
  const change = { ...place, id: made.id, password: "" };
  const again = "Enter the password again, as it would go to another server or account";
  for (const other of [{ host: "other.example" }, { user: "boss" }, { port: 1993 }])
    expect(await faultsOf(admin.api.mailboxes.update({ ...change, ...other }))).toMatchObject({
      fields: { password: [again] },
    });
  expect(await admin.api.mailboxes.update({ ...change, address: "shop@shop.example" })).toMatchObject({
    name: "shop@shop.example",
  });
  const [row] = await app.asOwner<{ password: Buffer }>("select password from mailboxes", [], admin.tenantId);
  expect(row?.password.includes("sesame")).toBe(false);
  const { items } = await admin.api.audit.list({});
  expect(JSON.stringify(items)).not.toContain("sesame");
  expect(items.map(({ action }) => action)).toEqual(
    expect.arrayContaining(["settings.mailbox-connected", "settings.mailbox-changed"]),
  );
});

const makeDue = () => app.asOwner("update mailboxes set due_at = now() where held_until is null", [], admin.tenantId);
const noticesOf = async ({ api }: Person) => (await api.notifications.list()).items.map(({ message }) => message);

test("tells the admins of a refused password at its second refusal, once, until it is read again", async () => {
  const agent = await addColleague(app, admin, "agent");
  const { id } = await connect();
  await until(async () => server.commands.includes("IDLE"));
  server.password = "changed at the provider";
  server.cut();
  await until(async () => (await mailbox())?.trouble?.fault === "unreachable");
  for (let refusals = 1; refusals <= 3; refusals += 1) {
    const before = server.commands.filter((command) => command.startsWith("LOGIN")).length;
    await makeDue();
    await until(async () => server.commands.filter((command) => command.startsWith("LOGIN")).length > before);
    await until(async () => {
      const { fault, since, nextTryAt } = (await mailbox())?.trouble ?? { since: "", nextTryAt: "" };
      return fault === "password" && Date.parse(nextTryAt) - Date.parse(since) > 60_000 * 2 ** (refusals - 1);
    });
    const told = refusals === 1 ? [] : [expect.stringContaining("refused the user name or the password")];
    expect(await noticesOf(admin)).toEqual(told);
  }
  expect(await noticesOf(agent)).toEqual([]);
  expect((await admin.api.home.read({})).lead?.alerts).toEqual([
    { kind: "mailbox_failed", count: 1, names: ["help@shop.example"], id },
  ]);
  server.deliver(mailOf({ subject: "While it was refused" }));
  await admin.api.mailboxes.update({ ...place, id, password: "changed at the provider" });
  await holds("While it was refused");
  await expect.poll(mailbox).toMatchObject({ trouble: null });
  expect((await admin.api.home.read({})).lead?.alerts).toEqual([]);
});

test("the mailbox's address is the store's own: an answer to all gets it no copy", async () => {
  await connect();
  const to = ["To: help@shop.example", "Cc: bo@friend.example"];
  server.deliver(mailOf({ subject: "For both", headers: to }).replace("To: help@store.example\r\n", ""));
  await holds("For both");
  const named = await app.asOwner<{ email: string }>(
    "select email from message_recipients where client_id = $1 and not is_ours",
    [admin.tenantId],
    admin.tenantId,
  );
  expect(named.map(({ email }) => email)).toEqual(["bo@friend.example"]);
});
