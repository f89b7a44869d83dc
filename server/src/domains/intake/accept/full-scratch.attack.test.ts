import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setImmediate } from "node:timers/promises";
import { createTransport } from "nodemailer";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type DiskStandIn, type Fullness, putDiskBefore } from "../../../../../stand-ins/full-disk.ts";
import type { SmtpReceiver } from "../../../platform/smtp/smtp-receiver.ts";
import { mailOf } from "../../../testing/mail-at-desk.ts";
import type { TestTenant } from "../../../testing/make-test-tenant.ts";
import { type Desk, openDesk } from "../../../testing/open-desk.ts";
import { startMailReceiver } from "./start-mail-receiver.ts";

let disk: DiskStandIn;
let desk: Desk;
let store: TestTenant;
let receiver: SmtpReceiver;
beforeAll(async () => {
  disk = putDiskBefore();
  desk = await openDesk({ roles: [] });
  store = await desk.makeTenant();
  receiver = await startMailReceiver(desk.services);
});
afterAll(async () => {
  await receiver.close();
  await desk.stop();
  disk.remove();
});

const large = (size: number) => mailOf({ text: `${"x".repeat(70)}\r\n`.repeat(size / 72) });

async function reply(socket: Socket): Promise<string> {
  for (let text = ""; ; ) {
    text += String((await once(socket, "data"))[0]);
    const last = text.trimEnd().split("\r\n").at(-1) ?? "";
    if (/^\d{3} /.test(last) && text.endsWith("\r\n")) return last;
  }
}

async function say(socket: Socket, line: string): Promise<string> {
  const firstReply = reply(socket);
  socket.write(`${line}\r\n`);
  return firstReply;
}

/** Sends a mail within a session; returns its reply and whether that came before the mail's end, where it would belong to another command. */
async function send(socket: Socket, mail: string) {
  for (const line of ["MAIL FROM:<ann@customer.example>", `RCPT TO:<${store.address}>`, "DATA"])
    await say(socket, line);
  let isOver = false;
  const answered = reply(socket).then((answer) => ({ answer, isEarly: !isOver }));
  for (let at = 0; at < mail.length; at += 65_536) {
    if (!socket.write(mail.slice(at, at + 65_536))) await once(socket, "drain");
    // Listens for replies in between.
    await setImmediate();
  }
  isOver = true;
  socket.write("\r\n.\r\n");
  return answered;
}

const places: Fullness[] = ["at the folder", "at the file", 0, 100_000, 1_000_000, "at the end"];

test.each(places)(
  "answers a large mail with 452 at its end if the scratch folder is full (%s), and continues the session",
  async (full) => {
    const socket = connect(receiver.port, "127.0.0.1");
    await reply(socket);
    await say(socket, "EHLO client.example");
    for (let time = 0; time < 2; time += 1) {
      disk.full = full;
      const { isEarly, answer } = await send(socket, large(2_000_000));
      // A reply before the end would be taken for the reply to something else.
      expect(isEarly).toBe(false);
      expect(answer).toMatch(/^452 4\.\d\.\d There is no room for this mail right now/);
      disk.full = null;
      // The session accepts the next mail, as a small one needs no folder.
      expect((await send(socket, large(10_000))).answer).toMatch(/^250 /);
    }
    expect((await send(socket, large(2_000_000))).answer).toMatch(/^250 /);
    socket.destroy();
    desk.takeErrors();
  },
);

test("gives a mail program's own sender the same reply", async () => {
  disk.full = 300_000;
  const transport = createTransport({ host: "127.0.0.1", port: receiver.port, ignoreTLS: true });
  const envelope = { from: "ann@customer.example", to: store.address };
  await expect(transport.sendMail({ envelope, raw: large(10_000_000) })).rejects.toMatchObject({ responseCode: 452 });
  transport.close();
  disk.full = null;
  desk.takeErrors();
});
