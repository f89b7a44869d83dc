import { once } from "node:events";
import { createServer, type Server } from "node:net";
import { createInterface } from "node:readline";
import { afterEach, expect, test } from "vitest";
import type { OutgoingMail } from "./mailer.ts";
import { openSmtpMailer } from "./smtp-mailer.ts";

const open: { close(): void }[] = [];
afterEach(() => {
  for (const each of open.splice(0)) each.close();
});

const mail: OutgoingMail = {
  messageId: "dh.one@mail.example.com",
  from: { name: "Acme", address: "help@mail.example.com" },
  to: "jo@example.org",
  returnPath: "bounce@mail.example.com",
  subject: "Lamp",
  text: "Hello",
  html: "<p>Hello</p>",
};

type Answers = Partial<Record<"greeting" | "EHLO" | "HELO" | "MAIL" | "RCPT" | "DATA" | "dot", string | Buffer>>;

/** Sends a mail to a server that gives these answers, and usual ones otherwise. */
async function sendTo(answers: Answers): Promise<void> {
  const usual: Answers = { EHLO: "250 hello", MAIL: "250 ok", RCPT: "250 ok", DATA: "354 go on", dot: "250 taken" };
  const server: Server = createServer(async (socket) => {
    const say = (answer: string | Buffer) => socket.write(Buffer.concat([Buffer.from(answer), Buffer.from("\r\n")]));
    socket.on("error", () => undefined);
    say(answers.greeting ?? "220 hello");
    let isMail = false;
    for await (const line of createInterface({ input: socket })) {
      if (isMail && line !== ".") continue;
      const word: keyof Answers = isMail ? "dot" : (line.slice(0, 4) as keyof Answers);
      const answer: string | Buffer = answers[word] ?? usual[word] ?? "502 What?";
      say(answer);
      isMail = word === "DATA" && String(answer).startsWith("3");
    }
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? address?.port : 0;
  const mailer = openSmtpMailer(`smtp://127.0.0.1:${port}`, undefined, { socketTimeout: 1_000, mailTimeout: 2_000 });
  open.push(mailer, server);
  await mailer.send(mail);
}

const noReply = "The mail server answered with what is no SMTP reply";
const binary = Buffer.from("a9a63de7dc00ff85c0", "hex");

test.each([
  // After replies about the session, the sender or the protocol, or without any, the mail waits.
  [{ dot: "221 Bye" }, "DeliveryDelayed", "The mail server did not say that it took the mail: 221 Bye"],
  [{ dot: "221-2.7.0 Error\r\n221 Bye" }, "DeliveryDelayed", "The mail server did not say that it took the mail: 221"],
  [{ dot: "220 hello" }, "DeliveryDelayed", "The mail server did not say that it took the mail: 220 hello"],
  [{ dot: "2" }, "DeliveryDelayed", noReply],
  [{ dot: "20000 bytes" }, "DeliveryDelayed", noReply],
  [{ dot: "354 More" }, "DeliveryDelayed", "The mail server answered what it was not asked: 354 More"],
  [{ DATA: "250 ok" }, "DeliveryDelayed", "502 What?"],
  [{ dot: "500 Syntax" }, "DeliveryDelayed", "500 Syntax"],
  [{ dot: "503 Sequence" }, "DeliveryDelayed", "503 Sequence"],
  [{ DATA: "502 No such command" }, "DeliveryDelayed", "502 No such command"],
  [{ DATA: "503 No recipients" }, "DeliveryDelayed", "503 No recipients"],
  [{ RCPT: "500 Unknown" }, "DeliveryDelayed", "500 Unknown"],
  [{ RCPT: "535 Sign in" }, "DeliveryDelayed", "535 Sign in"],
  [{ MAIL: "550 Sender unknown" }, "DeliveryDelayed", "550 Sender unknown"],
  [{ MAIL: "553 5.7.1 Not yours" }, "DeliveryDelayed", "553 5.7.1 Not yours"],
  [{ MAIL: "554 Relay access denied" }, "DeliveryDelayed", "554 Relay access denied"],
  [{ MAIL: "550 Nobody", EHLO: "250-hello\r\n250 PIPELINING" }, "DeliveryDelayed", "550 Nobody"],
  [{ greeting: binary }, "DeliveryDelayed", noReply],
  [{ greeting: "HTTP/1.1 400 Bad Request" }, "DeliveryDelayed", noReply],
  [{ EHLO: binary, HELO: binary }, "DeliveryDelayed", noReply],
  [{ MAIL: binary }, "DeliveryDelayed", noReply],
  [{ RCPT: binary }, "DeliveryDelayed", noReply],
  [{ RCPT: "?" }, "DeliveryDelayed", noReply],
  [{ RCPT: `!${"x".repeat(100_000)}` }, "DeliveryDelayed", noReply],
  [{ RCPT: "recipient unknown" }, "DeliveryDelayed", noReply],
  [{ RCPT: "5501 Nobody" }, "DeliveryDelayed", noReply],
  [{ DATA: binary }, "DeliveryDelayed", noReply],
  [{ dot: binary }, "DeliveryDelayed", noReply],
  // Replies about this mail are final.
  [{ MAIL: "552 5.3.4 Too large" }, "DeliveryRefused", "552 5.3.4 Too large"],
  [{ MAIL: "552 Too large" }, "DeliveryRefused", "552 Too large"],
  [{ MAIL: "554 5.3.4 Too large" }, "DeliveryRefused", "554 5.3.4 Too large"],
  [{ RCPT: "501 5.1.3 Bad address" }, "DeliveryRefused", "501 5.1.3 Bad address"],
  [{ RCPT: "550 5.1.1 Nobody" }, "DeliveryRefused", "550 5.1.1 Nobody"],
  [
    { RCPT: "550 Nobody", EHLO: "250-hello\r\n250 PIPELINING", DATA: "503 No recipients" },
    "DeliveryRefused",
    "550 Nobody",
  ],
  [{ RCPT: "554 Denied" }, "DeliveryRefused", "554 Denied"],
  [{ DATA: "554 Not this" }, "DeliveryRefused", "554 Not this"],
  [{ dot: "552 Too large" }, "DeliveryRefused", "552 Too large"],
  [{ dot: "554 Spam" }, "DeliveryRefused", "554 Spam"],
] satisfies [Answers, string, string][])("%o makes a mail %s: %s", async (answers, name, message) => {
  const failure = await sendTo(answers).catch(String);
  const expected = `${name}: ${message}`;
  expect(failure?.slice(0, expected.length)).toBe(expected);
});

test.each(["250 ok", "250-ok\r\n250 taken", "250", "200 ok", "251 Sent on", "252 Perhaps"])(
  "%s accepts a mail",
  async (dot) => {
    await sendTo({ dot });
  },
);
