import { once } from "node:events";
import { createServer } from "node:net";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { afterEach, expect, test, vi } from "vitest";
import { cleanReason, type OutgoingMail } from "./mailer.ts";
import { makeKeyPair, SigningKey } from "./signing-key.ts";
import { openSmtpMailer } from "./smtp-mailer.ts";

const open: { close(): void }[] = [];
afterEach(() => {
  for (const each of open.splice(0)) each.close();
});

const mail: OutgoingMail = {
  messageId: "dh.one@mail.example.com",
  from: { name: 'Käse & Co, "Berlin"', address: "help+abcdefgh@mail.example.com" },
  to: "jo@example.org",
  replyTo: "reply@mail.example.com",
  returnPath: "bounce@mail.example.com",
  subject: "Grüße [Ticket: 0001]",
  text: "Hello\n.\nworld",
  html: "<p>Hello</p>",
  inReplyTo: "b@example.org",
  references: ["a@example.org", "b@example.org"],
  headers: { "X-Deskhand-Loop": "mail.example.com" },
};

async function aServer(options: SMTPServerOptions): Promise<string> {
  const server = new SMTPServer({ authOptional: true, disabledCommands: ["STARTTLS", "AUTH"], ...options });
  server.on("error", () => undefined);
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  open.push(server);
  const address = server.server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return `smtp://127.0.0.1:${address.port}`;
}

function mailerFor(url: string) {
  const mailer = openSmtpMailer(url, undefined, {
    connectionTimeout: 1_000,
    greetingTimeout: 1_000,
    socketTimeout: 1_000,
    mailTimeout: 2_000,
  });
  open.push(mailer);
  return mailer;
}

function refusal(code: number, words: string): Error {
  return Object.assign(new Error(words), { responseCode: code });
}

test("sends our envelope and headers, and the whole mail", async () => {
  const got: { from: string; to: string[]; data: string }[] = [];
  const url = await aServer({
    onData(stream, session, done) {
      let data = "";
      stream.on("data", (chunk) => {
        data += chunk;
      });
      stream.on("end", () => {
        const from = session.envelope.mailFrom ? session.envelope.mailFrom.address : "";
        got.push({ from, to: session.envelope.rcptTo.map((to) => to.address), data });
        done();
      });
    },
  });
  await mailerFor(url).send(mail);
  expect(got).toHaveLength(1);
  expect(got[0]).toMatchObject({ from: "bounce@mail.example.com", to: ["jo@example.org"] });
  const data = got[0]?.data ?? "";
  expect(data).toContain("Message-ID: <dh.one@mail.example.com>");
  expect(data).toContain("In-Reply-To: <b@example.org>");
  expect(data).toContain("References: <a@example.org> <b@example.org>");
  expect(data).toContain("X-Deskhand-Loop: mail.example.com");
  expect(data).not.toMatch(/X-Mailer/i);
});

test.each([
  [421, "DeliveryDelayed"],
  [450, "DeliveryDelayed"],
  [530, "DeliveryDelayed"],
  [550, "DeliveryRefused"],
  [552, "DeliveryRefused"],
])("a recipient answered with %i is a %s in the server's words", async (code, name) => {
  const url = await aServer({ onRcptTo: (_address, _session, done) => done(refusal(code, "no\tsuch user here")) });
  await expect(mailerFor(url).send(mail)).rejects.toMatchObject({
    name,
    message: expect.stringContaining("no such user here"),
  });
});

test("permanently refused content is refused, temporarily refused content delayed", async () => {
  for (const [code, name] of [
    [554, "DeliveryRefused"],
    [451, "DeliveryDelayed"],
  ] as const) {
    const url = await aServer({
      onData(stream, _session, done) {
        stream.resume().on("end", () => done(refusal(code, "not like this")));
      },
    });
    await expect(mailerFor(url).send(mail)).rejects.toMatchObject({ name });
  }
});

test("sends nothing to a remote relay without TLS unless its URL allows it", async () => {
  const received: string[] = [];
  const localUrl = await aServer({
    onMailFrom({ address }, _session, done) {
      received.push(address);
      done();
    },
    onData: (stream, _session, done) => void stream.resume().on("end", () => done()),
  });
  // This name does not look like the local machine.
  const remoteUrl = localUrl.replace("127.0.0.1", "0.0.0.0");
  await expect(mailerFor(remoteUrl).send(mail)).rejects.toMatchObject({ name: "DeliveryDelayed" });
  expect(received).toEqual([]);
  await mailerFor(`${remoteUrl}?requireTLS=false`).send(mail);
  await mailerFor(localUrl).send(mail);
  expect(received).toEqual([mail.returnPath, mail.returnPath]);
});

test("a failed sign-in delays mail, as the operator can fix it", async () => {
  const url = await aServer({
    authOptional: false,
    disabledCommands: ["STARTTLS"],
    allowInsecureAuth: true,
    onAuth: (_auth, _session, done) => done(refusal(535, "wrong password")),
  });
  const signedIn = url.replace("smtp://", "smtp://user:secret@");
  await expect(mailerFor(signedIn).send(mail)).rejects.toMatchObject({ name: "DeliveryDelayed" });
});

test("a missing, silent or disconnecting server delays mail", async () => {
  await expect(mailerFor("smtp://127.0.0.1:1").send(mail)).rejects.toMatchObject({
    name: "DeliveryDelayed",
    message: expect.stringMatching(/^The mail server cannot be reached: /),
  });
  const silent = createServer(() => undefined).listen(0, "127.0.0.1");
  await once(silent, "listening");
  open.push(silent);
  const address = silent.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  await expect(mailerFor(`smtp://127.0.0.1:${address.port}`).send(mail)).rejects.toMatchObject({
    name: "DeliveryDelayed",
  });
  const url = await aServer({ onData: (stream) => stream.once("data", () => stream.destroy()) });
  await expect(mailerFor(url).send(mail)).rejects.toMatchObject({ name: "DeliveryDelayed" });
});

test("limits the time of a server whose reply never ends", async () => {
  const trickling = createServer((socket) => {
    socket.write("220 hello\r\n");
    const clock = setInterval(() => socket.write("250-"), 200);
    socket.once("close", () => clearInterval(clock)).on("error", () => undefined);
  }).listen(0, "127.0.0.1");
  await once(trickling, "listening");
  open.push(trickling);
  const address = trickling.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  await expect(mailerFor(`smtp://127.0.0.1:${address.port}`).send(mail)).rejects.toMatchObject({
    name: "DeliveryDelayed",
    message: "The mail server took too long over this mail",
  });
});

/** Recalls a mail, and counts how often its content began. */
function aRecall() {
  const ending = new AbortController();
  const contentBegins = vi.fn<() => void>();
  return { end: () => ending.abort(), contentBegins, recall: { signal: ending.signal, contentBegins } };
}

test.each([
  ["unsigned", {}],
  ["signed", { signedBy: new SigningKey("example.com", await makeKeyPair()) }],
])("recalls an unanswered mail until its content is transferred: %s", async (_name, signed) => {
  const { end, contentBegins, recall } = aRecall();
  const url = await aServer({ onRcptTo: () => void setImmediate(end) });
  await expect(mailerFor(url).send({ ...mail, ...signed }, recall)).rejects.toMatchObject({
    name: "DeliveryDelayed",
    message: "The mail server did not answer while other mail waited",
  });
  expect(contentBegins).not.toHaveBeenCalled();

  const { contentBegins: told, recall: next } = aRecall();
  const toldBefore: number[] = [];
  const taking = await aServer({
    onData(stream, _session, done) {
      toldBefore.push(told.mock.calls.length);
      stream.once("data", () => toldBefore.push(told.mock.calls.length)).on("end", () => done());
    },
  });
  await mailerFor(taking).send({ ...mail, ...signed }, next);
  expect(toldBefore).toEqual([0, 1]);
  expect(told).toHaveBeenCalledTimes(1);
});

test("refuses a URL of anything but an SMTP server at once", () => {
  for (const url of ["localhost:25", "http://example.org", "smtp://", "smtp:"]) {
    expect(() => openSmtpMailer(url)).toThrow("SMTP_URL must look like");
  }
});

test("shortens a reason to one line", () => {
  expect(cleanReason("550 5.1.1\r\n no\u0000 such\u202e\ufffd\ue000 user ")).toBe("550 5.1.1 no such user");
  expect(cleanReason("x".repeat(2_000))).toHaveLength(500);
  expect(cleanReason(" \n")).toBe("The server gave no reason");
});
