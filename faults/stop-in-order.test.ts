import { once } from "node:events";
import { access, chmod, mkdtemp } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { codeOf } from "../server/src/platform/error-code.ts";
import { demoAgent, signInAt } from "../server/src/testing/load-desk.ts";
import { clearDesk, spawnDesk } from "../server/src/testing/spawn-desk.ts";

let dataDir = "";
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "deskhand-stop-"));
  await chmod(dataDir, 0o711); // PostgreSQL's user has to enter it if this runs as root.
});
afterAll(() => clearDesk(dataDir));

test("SIGTERM finishes the request, the mail and the job in hand and stops the database", async () => {
  const relay = await openSlowRelay();
  const desk = await spawnDesk({ env: { DESKHAND_DATA: dataDir, SMTP_URL: relay.url } });
  const api = await signInAt(desk, demoAgent);
  const ticket = (await api.tickets.list({ view: "active" })).items[0];
  if (!ticket) throw new Error("The demo store has no ticket");

  const delivering = once(relay.server, "mail-begun");
  const content = { content: "It is on its way.", lastSeenMessageId: null, sendAnyway: true };
  await api.messages.reply({ ticketId: ticket.id, idempotencyKey: crypto.randomUUID(), ...content });
  await delivering;
  const body = JSON.stringify(demoAgent);
  const port = Number(new URL(desk.url).port);
  const request = await open(port);
  const head = ["POST /api/auth/sign-in/email HTTP/1.1", `Host: localhost:${port}`, `Origin: ${desk.url}`];
  request.write(
    `${[...head, "Content-Type: application/json", `Content-Length: ${body.length}`].join("\r\n")}\r\n\r\n`,
  );
  const mail = await open(desk.smtpPort);
  await heard(mail, /^220 /m); // The server hangs up on clients that talk before the greeting.
  for (const [line, answer] of [
    ["EHLO shop.example", /^250 /m],
    ["MAIL FROM:<jo@example.com>", /^250 /m],
    ["RCPT TO:<help+weavery2@deskhand.localhost>", /^250 /m],
    ["DATA", /^354 /m],
  ] as const) {
    mail.write(`${line}\r\n`);
    await heard(mail, answer);
  }
  mail.write("Subject: In flight\r\nFrom: jo@example.com\r\n\r\nHalf of it");

  const ended = desk.end("SIGTERM");
  await expect.poll(() => isRefused(desk.smtpPort)).toBe(true);
  expect(desk.process.exitCode).toBeNull();
  relay.server.emit("goes-on");
  request.write(body);
  mail.write(" and the rest.\r\n.\r\n");
  expect(await textOf(request)).toContain("HTTP/1.1 200");
  expect(await textOf(mail)).toMatch(/250[ -][\d.]* ?.*Stored/);
  expect(await ended).toBe(0);
  expect(relay.delivered).toBe(1);
  await expect(access(join(dataDir, "pg", "postmaster.pid"))).rejects.toThrow("ENOENT");
  expect(desk.output()).toContain("Deskhand has stopped");

  // The interrupted work is there at the next start, and is not done again.
  const next = await spawnDesk({ env: { DESKHAND_DATA: dataDir, SMTP_URL: relay.url } });
  const later = await signInAt(next, demoAgent);
  const thread = await later.messages.list({ ticketId: ticket.id });
  expect(thread.items.at(-1)).toMatchObject({ content: "It is on its way.", deliveryState: "sent" });
  await expect
    .poll(async () => (await later.tickets.list({ view: "active", search: "In flight" })).items.length)
    .toBe(1);
  expect(await next.end("SIGINT")).toBe(0);
  expect(relay.delivered).toBe(1);
  relay.server.close();
});

/** Opens a mail server that holds the first mail until it is told to go on. */
async function openSlowRelay() {
  const relay = { server: new SMTPServer(), url: "", delivered: 0 };
  relay.server = new SMTPServer({
    disabledCommands: ["STARTTLS", "AUTH"],
    authOptional: true,
    onData(stream, _session, done) {
      stream.resume();
      stream.on("end", async () => {
        relay.server.emit("mail-begun");
        if (relay.delivered === 0) await once(relay.server, "goes-on");
        relay.delivered += 1;
        done();
      });
    },
  });
  relay.server.listen(0, "127.0.0.1");
  await once(relay.server.server, "listening");
  const address = relay.server.server.address();
  relay.url = `smtp://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
  return relay;
}

async function open(port: number): Promise<Socket> {
  const socket = connect(port, "127.0.0.1");
  await once(socket, "connect");
  return socket;
}

/** Whether nobody listens there any more. */
async function isRefused(port: number): Promise<boolean> {
  try {
    (await open(port)).destroy();
    return false;
  } catch (error) {
    return codeOf(error) === "ECONNREFUSED";
  }
}

/** Waits until the other side has said these words. */
async function heard(socket: Socket, words: RegExp): Promise<void> {
  for (let received = ""; !words.test(received); received += String(socket.read() ?? ""))
    await once(socket, "readable");
}

/** Returns what the other side says until it closes. */
async function textOf(socket: Socket): Promise<string> {
  return Buffer.concat(await socket.toArray()).toString();
}
