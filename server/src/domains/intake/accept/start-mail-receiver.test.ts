import { connect } from "node:net";
import { createTransport } from "nodemailer";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { asTenantId } from "../../../platform/db/tenant.ts";
import type { SmtpReceiver } from "../../../platform/smtp/smtp-receiver.ts";
import { mailOf } from "../../../testing/mail-at-desk.ts";
import { type TestTenant, testMailDomain } from "../../../testing/make-test-tenant.ts";
import { type Desk, openDesk } from "../../../testing/open-desk.ts";
import { mailKey, replyAddress } from "../../outgoing/index.ts";
import { startMailReceiver } from "./start-mail-receiver.ts";

let desk: Desk;
let store: TestTenant;
let receiver: SmtpReceiver;

beforeAll(async () => {
  desk = await openDesk({ roles: [] });
  store = await desk.makeTenant({ customAddress: "support@acme.example" });
  receiver = await startMailReceiver(desk.services);
});
afterAll(async () => {
  await receiver.close();
  await desk.stop();
});

/** Sends a mail by SMTP, encrypted if the server offers it; returns the refusal's code and text, or the last reply. */
async function deliver(
  to: string | string[],
  raw: string | Buffer = mailOf({}),
  port = receiver.port,
): Promise<string> {
  const transport = createTransport({ host: "127.0.0.1", port, tls: { rejectUnauthorized: false }, requireTLS: true });
  try {
    const { response } = await transport.sendMail({ envelope: { from: "ann@customer.example", to }, raw });
    return response ?? "";
  } catch (error) {
    return error instanceof Error && "response" in error ? String(error.response) : String(error);
  } finally {
    transport.close();
  }
}

function entries(tenant = store) {
  return desk.db.withTenant(tenant.id, (tx) => tx.selectFrom("mail_log").selectAll().orderBy("id").execute());
}

test("logs every mail that got a 250, with its bytes unchanged", async () => {
  const raw = mailOf({ text: "Line\r\n.dot\r\n..dots" });
  expect(await deliver(store.address, raw)).toMatch(/^250 /);
  const entry = (await entries()).at(-1);
  expect(entry).toMatchObject({ via: "smtp", envelope_from: "ann@customer.example", envelope_to: store.address });
  const stored = await desk.db.withTenant(store.id, (tx) =>
    tx
      .selectFrom("raw_mail_chunks")
      .select("bytes")
      .where("raw_mail_id", "=", entry?.raw_mail_id ?? "")
      .execute(),
  );
  expect(Buffer.concat(stored.map(({ bytes }) => bytes)).toString()).toBe(`${raw}\r\n`);
});

test("accepts a recipient in any case, a verified address of the store and a forged reply address", async () => {
  expect(await deliver(store.address.toUpperCase())).toMatch(/^250 /);
  expect(await deliver("Support@Acme.example")).toMatch(/^250 /);
  const clientCode = store.clientCode;
  const good = replyAddress(mailKey("another"), testMailDomain, { clientCode, ticketId: crypto.randomUUID() });
  expect(await deliver(good)).toMatch(/^250 /);
});

test("refuses unknown recipients and suspended stores with 550 at RCPT", async () => {
  const suspended = await desk.makeTenant({ status: "suspended" });
  expect(await deliver("nobody@else.example")).toMatch(/^550 /);
  expect(await deliver(`help+zzzzzzzz@${testMailDomain}`)).toMatch(/^550 /);
  expect(await deliver(suspended.address)).toMatch(/^550 /);
});

test("accepts the postmaster of the mail domain, also without a domain, and of a store's own domain", async () => {
  const [first] = await desk.asOwner<{ client_id: string }>(
    "select client_id from inbound_addresses where address like 'help+%' order by created_at, client_id limit 1",
  );
  const oldest = { ...store, id: asTenantId(first?.client_id ?? "") };
  for (const address of [`Postmaster@${testMailDomain}`, "postmaster", "POSTMASTER@MAIL.DESK.TEST"]) {
    expect(await deliver(address)).toMatch(/^250 /);
    expect((await entries(oldest)).at(-1)).toMatchObject({
      envelope_to: address.replace("MAIL.DESK.TEST", testMailDomain),
    });
  }
  expect(await deliver("postmaster@acme.example")).toMatch(/^250 /);
  expect((await entries()).at(-1)).toMatchObject({ envelope_to: "postmaster@acme.example" });
});

test("refuses the postmaster of an unknown domain, a webmail provider and a domain of several stores", async () => {
  await desk.makeTenant({ customAddress: "acme.desk@gmail.com" });
  for (const name of ["one", "two"]) await desk.makeTenant({ customAddress: `${name}@shared.example` });
  await desk.makeTenant({ customAddress: "help@gone.example", status: "suspended" });
  for (const domain of ["else.example", "gmail.com", "shared.example", "gone.example", `sub.${testMailDomain}`]) {
    expect(await deliver(`postmaster@${domain}`)).toMatch(/^550 /);
  }
});

test("sends the mail domain's postmaster mail to the store that the settings name", async () => {
  const named = await desk.makeTenant();
  const settings = { ...desk.services.settings, postmasterStore: named.clientCode };
  const other = await startMailReceiver({ ...desk.services, settings });
  expect(await deliver(`postmaster@${testMailDomain}`, mailOf({}), other.port)).toMatch(/^250 /);
  await other.close();
  expect(await entries(named)).toMatchObject([{ envelope_to: `postmaster@${testMailDomain}` }]);
});

test("logs one mail for two stores in both", async () => {
  const other = await desk.makeTenant();
  expect(await deliver([store.address, other.address])).toMatch(/^250 /);
  const [there] = await entries(other);
  expect((await entries()).at(-1)?.raw_mail_id).toBe(there?.raw_mail_id);
});

test("refuses a mail that is too large with 552, announced or not", async () => {
  const before = (await entries()).length;
  const large = Buffer.alloc(37 * 1024 * 1024, "0123456789abcde\n");
  expect(await deliver(store.address, large)).toMatch(/^552 /);
  expect(await withoutSize(large)).toMatch(/^552 /m);
  expect(await entries()).toHaveLength(before);
  const refused = () => desk.asOwner("select reason, times::int from door_refusals", [], store.id);
  await expect.poll(refused).toEqual([{ reason: "too_large", times: 2 }]);
});

test("stores nothing and logs no error if a sender breaks off inside a mail", async () => {
  const before = (await entries()).length;
  const logged = vi.spyOn(desk.services.log, "error");
  const socket = await dialogue();
  await new Promise<void>((sent) => socket.write("Subject: half\r\n\r\nHalf a ma", () => sent()));
  socket.destroy();
  // A later mail is logged and this one is not.
  expect(await deliver(store.address)).toMatch(/^250 /);
  expect(await entries()).toHaveLength(before + 1);
  expect(logged).not.toHaveBeenCalled();
  logged.mockRestore();
});

test.each(["\n.\n", "\n.\r\n", "\r\n.\n", "\r.\r", "\r\n.\r", "\r.\r\n", "\r\n.\0\r\n"])(
  "does not end a mail at a dot between other line ends (%j), so that no mail can hide another",
  async (end) => {
    const before = (await entries()).length;
    const socket = await dialogue();
    const bye = answerOf(socket, /^221 /m);
    const hidden = `MAIL FROM:<ann@customer.example>\r\nRCPT TO:<${store.address}>\r\nDATA\r\nSubject: two\r\n\r\nHello`;
    socket.write(`Subject: one\r\n\r\nHello${end}${hidden}\r\n.\r\nQUIT\r\n`);
    await bye;
    expect(await entries()).toHaveLength(before + 1);
  },
);

test("answers 451 if a mail cannot be stored, so that its sender tries again", async () => {
  const broken = await openDesk({ roles: [] });
  const { address } = await broken.makeTenant();
  const enqueue = () => Promise.reject(new Error("no queue"));
  const services = { ...broken.services, jobs: { ...broken.services.jobs, enqueue } };
  const failing = await startMailReceiver(services);
  expect(await deliver(address, mailOf({}), failing.port)).toMatch(/^451 /);
  await failing.close();
  expect(broken.takeErrors()).toHaveLength(1);
  await broken.stop();
});

test("finishes the mail in flight when it closes", async () => {
  const closing = await startMailReceiver(desk.services);
  const socket = await dialogue(closing.port);
  socket.write("Subject: last\r\n\r\nThe last");
  const closed = closing.close();
  const answer = answerOf(socket, /^(?:250|4\d\d) /m);
  socket.write(" one\r\n.\r\n");
  expect(await answer).toMatch(/^250 /);
  await closed;
});

/** Opens a connection on which a mail for the store may begin. */
async function dialogue(port = receiver.port) {
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => undefined);
  await answerOf(socket, /^220 /m);
  for (const [line, code] of [
    ["EHLO client.example", "250 "],
    ["MAIL FROM:<ann@customer.example>", "250 "],
    [`RCPT TO:<${store.address}>`, "250 "],
    ["DATA", "354 "],
  ] as const) {
    const answer = answerOf(socket, new RegExp(`^${code}`, "m"));
    socket.write(`${line}\r\n`);
    await answer;
  }
  return socket;
}

function answerOf(socket: ReturnType<typeof connect>, until: RegExp): Promise<string> {
  return new Promise((resolve) => {
    let text = "";
    const listen = (piece: Buffer) => {
      text += piece.toString();
      if (!until.test(text)) return;
      socket.off("data", listen);
      resolve(text);
    };
    socket.on("data", listen);
  });
}

async function withoutSize(bytes: Buffer): Promise<string> {
  const socket = await dialogue();
  const answer = answerOf(socket, /^\d{3} /m);
  socket.write(bytes);
  socket.write("\r\n.\r\n");
  const text = await answer;
  socket.destroy();
  return text;
}

test("listens only at the configured address", async () => {
  const elsewhere = { ...desk.services, settings: { ...desk.services.settings, smtpHost: "127.0.0.2" } };
  const { port, close } = await startMailReceiver(elsewhere);
  const reach = async (host: string) => {
    const socket = connect(port, host);
    const reached = await new Promise((resolve) =>
      socket.once("connect", () => resolve(true)).once("error", () => resolve(false)),
    );
    socket.destroy();
    return reached;
  };
  expect([await reach("127.0.0.2"), await reach("127.0.0.1")]).toEqual([true, false]);
  await close();
});
