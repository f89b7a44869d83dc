import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { createTransport } from "nodemailer";
import { afterEach, expect, test } from "vitest";
import { makeSelfSignedCertificate } from "./self-signed-certificate.ts";
import { type SmtpReceiver, type SmtpReceiverOptions, startSmtpReceiver } from "./smtp-receiver.ts";

// Attacks on the SMTP receiver: many connections, silence, endless commands. Each host has its own local address.

const tls = await makeSelfSignedCertificate("mx.test");
const sockets: Socket[] = [];
let receiver: SmtpReceiver | undefined;
let stored = 0;

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await receiver?.close();
});

async function open(options: Partial<SmtpReceiverOptions> = {}): Promise<void> {
  stored = 0;
  receiver = await startSmtpReceiver({
    host: "127.0.0.1",
    port: 0,
    hostname: "mx.test",
    tls,
    maxBytes: 1_000_000,
    isRecipient: async (address) => address === "help@mx.test",
    async accept({ stream }) {
      for await (const _ of stream);
      stored += 1;
    },
    onError: (error) => {
      throw error;
    },
    ...options,
  });
}

type Session = { socket: Socket; said: () => string; ended: Promise<unknown> };

function openSession(from = "127.0.0.1"): Session {
  const socket = connect({ host: "127.0.0.1", port: receiver?.port ?? 0, localAddress: from });
  sockets.push(socket);
  let text = "";
  socket.on("data", (piece) => {
    text += piece.toString();
    socket.emit("said");
  });
  socket.on("error", () => undefined); // Disconnects are expected.
  return { socket, said: () => text, ended: once(socket, "close") };
}

/** Returns the server's reply to a line, or its greeting. */
async function say({ socket, said }: Session, line?: string): Promise<string> {
  const before = said().length;
  if (line !== undefined) socket.write(`${line}\r\n`);
  while (!/^\d{3} .*\r\n$/m.test(said().slice(before))) await once(socket, "said");
  return said().slice(before);
}

async function sendMail(session: Session): Promise<string> {
  for (const line of ["EHLO client.test", "MAIL FROM:<ann@customer.test>", "RCPT TO:<help@mx.test>", "DATA"])
    await say(session, line);
  return say(session, "Subject: Hello\r\n\r\nHello\r\n.");
}

const greeted = (sessions: Session[]) => sessions.filter(({ said }) => said().startsWith("220 ")).length;

test("three hosts with 100 idle connections each keep 60, and a fourth can deliver", async () => {
  await open();
  const crowd = ["127.0.0.2", "127.0.0.3", "127.0.0.4"].flatMap((host) =>
    Array.from({ length: 100 }, () => openSession(host)),
  );
  await Promise.all(crowd.map((session) => say(session)));
  expect(greeted(crowd)).toBe(60);
  const refused = crowd.filter(({ said }) => said().startsWith("421 "));
  expect(refused[0]?.said()).toBe("421 mx.test Too many connections from your host\r\n");
  await Promise.all(refused.map(({ ended }) => ended));
  const customer = openSession();
  await say(customer);
  expect(await sendMail(customer)).toMatch(/^250 /);
});

test("forty greedy hosts leave room for one without a session", async () => {
  await open();
  const hosts = Array.from({ length: 40 }, (_, index) => `127.0.1.${index + 1}`);
  const crowd = hosts.flatMap((host) => Array.from({ length: 25 }, () => openSession(host)));
  await Promise.all(crowd.map((session) => say(session)));
  expect(greeted(crowd)).toBeLessThan(400);
  const customer = openSession("127.0.2.1");
  expect(await say(customer)).toMatch(/^220 /);
  expect(await sendMail(customer)).toMatch(/^250 /);
});

test("refused and closed sessions make room", async () => {
  await open({ limits: { sessionsPerHost: 2 } });
  const comeAll = async (): Promise<number> => {
    const crowd = Array.from({ length: 6 }, () => openSession());
    await Promise.all(crowd.map((session) => say(session)));
    for (const { socket } of crowd) socket.destroy();
    return greeted(crowd);
  };
  expect(await comeAll()).toBe(2);
  for (let round = 0; round < 5; round += 1) await expect.poll(comeAll).toBe(2);
});

test("STARTTLS sessions in sequence, as from Gmail, release their places", async () => {
  await open({ limits: { sessionsPerHost: 2 } });
  for (let mail = 1; mail <= 5; mail += 1) {
    const transport = createTransport({ host: "127.0.0.1", port: receiver?.port, tls: { rejectUnauthorized: false } });
    await transport.sendMail({ from: "ann@customer.test", to: "help@mx.test", subject: "Hello", text: "Hello" });
    transport.close();
  }
  expect(stored).toBe(5);
});

test("a client that fails or abandons TLS keeps no place for long", async () => {
  await open({ limits: { sessionsPerHost: 2, mailMs: 300 } });
  for (const spoils of ["EHLO again\r\n", "\0".repeat(100), null, undefined]) {
    const session = openSession();
    await say(session);
    await say(session, "EHLO client.test");
    await say(session, "STARTTLS");
    if (spoils) session.socket.write(spoils);
    else if (spoils === null) session.socket.destroy();
    await session.ended;
  }
  expect(await say(openSession())).toMatch(/^220 /);
});

test.each([
  ["says nothing", []],
  ["greets and says nothing more", ["EHLO client.test"]],
  ["takes back its mail", ["EHLO client.test", "MAIL FROM:<a@b.test>", "RSET"]],
])("ends in time a session that %s", async (_, lines) => {
  await open({ limits: { mailMs: 300 } });
  const session = openSession();
  await say(session);
  for (const line of lines) await say(session, line);
  await session.ended;
  expect(session.said()).toMatch(/\r\n421 \S+ No mail came in time\r\n$/);
});

test("ends a talkative session by its total time, even within a mail, and stores nothing", async () => {
  await open({ limits: { mailMs: 300, sessionMs: 900 } });
  const session = openSession();
  await say(session);
  for (const line of ["EHLO client.test", "MAIL FROM:<a@b.test>", "RCPT TO:<help@mx.test>", "DATA"])
    await say(session, line);
  const drip = setInterval(() => session.socket.write("x\r\n"), 50);
  await session.ended;
  clearInterval(drip);
  expect(session.said()).toMatch(/\r\n421 \S+ This session took too long, come again for the rest\r\n$/);
  expect(stored).toBe(0);
});

test("ends a list of guessed names at the tenth unknown one", async () => {
  await open();
  const session = openSession();
  await say(session);
  for (const line of ["EHLO client.test", "MAIL FROM:<a@b.test>", "RCPT TO:<help@mx.test>"]) await say(session, line);
  session.socket.write(Array.from({ length: 200 }, (_, index) => `RCPT TO:<guess${index}@mx.test>\r\n`).join(""));
  await session.ended;
  expect(session.said().match(/^550 /gm)?.length).toBeLessThan(15);
  expect(session.said()).toMatch(/421 \S+ Too many unknown recipients\r\n$/);
});

test.each(["NOOP", "RSET", "VRFY <help@mx.test>", "HELP", "EHLO client.test", "RCPT TO:<help@mx.test>", "DATA"])(
  "ends a session after fifty times %s",
  async (line) => {
    await open();
    const session = openSession();
    await say(session);
    session.socket.write(`${line}\r\n`.repeat(500));
    await session.ended;
    expect(session.said().match(/^421 .*/gm)).toEqual([expect.stringMatching(/Too many commands without a mail$/)]);
  },
);

test("many mails to many recipients do not count as idling", async () => {
  await open({ isRecipient: async (address) => address.endsWith("@mx.test"), limits: { mailMs: 2_000 } });
  const session = openSession();
  await say(session);
  await say(session, "EHLO client.test");
  for (let mail = 1; mail <= 55; mail += 1) {
    await say(session, "MAIL FROM:<ann@customer.test>");
    if (mail % 25 === 0)
      for (let index = 0; index < 90; index += 1) await say(session, `RCPT TO:<help${index}@mx.test>`);
    for (const line of ["RCPT TO:<help@mx.test>", "DATA"]) await say(session, line);
    expect(await say(session, "Hello\r\n.")).toMatch(/^250 /);
  }
  expect(stored).toBe(55);
});

test("does not limit configured hosts", async () => {
  const limits = { sessionsPerHost: 1, mailMs: 200, sessionMs: 400, refusedRecipients: 1, idleCommands: 2 };
  await open({ limits, unlimitedHosts: ["127.0.0.9", "2001:db8::/32"] });
  const relays = Array.from({ length: 30 }, () => openSession("127.0.0.9"));
  await Promise.all(relays.map((session) => say(session)));
  expect(greeted(relays)).toBe(30);
  const [relay] = relays;
  if (!relay) throw new Error("No session");
  for (let times = 0; times < 10; times += 1) await say(relay, "NOOP");
  for (const line of ["EHLO relay.test", "MAIL FROM:<a@b.test>"]) await say(relay, line);
  for (let times = 0; times < 20; times += 1) expect(await say(relay, "RCPT TO:<nobody@mx.test>")).toMatch(/^550 /);
  // Later sessions have since used up their time, for a mail and for a session.
  for (let time = 0; time < 3; time += 1) {
    const other = openSession("127.0.0.8");
    await say(other);
    await other.ended;
  }
  await say(relay, "RSET");
  expect(await sendMail(relay)).toMatch(/^250 /);
});
