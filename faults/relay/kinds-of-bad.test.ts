import { afterAll, beforeAll, expect, test } from "vitest";
import { openSmtpMailer } from "../../server/src/platform/mailer/smtp-mailer.ts";
import { type AgentAtDesk, agentAtDesk } from "../../server/src/testing/agent-at-desk.ts";
import { openDesk } from "../../server/src/testing/open-desk.ts";
import { until } from "../../server/src/testing/take-mail.ts";
import { hurryMail } from "../../server/src/testing/test-desk.ts";
import { type BadRelay, type Fault, openBadRelay, unlucky } from "./bad-relay.ts";

/** Shorter than the usual limits of 20 seconds to connect, 30 for the greeting, 5 minutes per reply and 12 per mail. */
const patience = { connectionTimeout: 4_000, greetingTimeout: 4_000, socketTimeout: 5_000, mailTimeout: 15_000 };
/** The longest time of one try with these limits, on a slow machine. */
const triedWithinMs = 28_000;

let relay: BadRelay;
let desk: AgentAtDesk;
/** The tickets by customer. */
const tickets = new Map<string, string>();
const luckyCustomer = "lu@lucky.example";
const unluckyCustomer = `jo@${unlucky}`;
beforeAll(async () => {
  relay = await openBadRelay();
  const at = `smtp://desk:secret@127.0.0.1:${relay.port}`;
  desk = await agentAtDesk(await openDesk({ roles: ["worker"], mailer: openSmtpMailer(at, undefined, patience) }));
  for (const email of [unluckyCustomer, luckyCustomer]) {
    const { id, customerId } = await desk.ticket();
    await desk.inTenant((tx) => tx.updateTable("customers").set({ email }).where("id", "=", customerId).execute());
    tickets.set(email, id);
  }
});
afterAll(async () => {
  await desk.stop();
  await relay.close();
});

/**
 * What the agent reads after the first try, or null if nothing. `isFinal` if the mail has failed for good then; `copies` is how
 * many were sent once all is well again, if not one.
 */
type Kind = { name: string; fault: Fault; words: RegExp | null; isFinal?: true; copies?: number };
const says = (text: string) => ({ says: text });
const unreachable = /The mail server cannot be reached: /;
const noAnswer = /The mail server did not answer in time$/;
const noReply = /The mail server answered with what is no SMTP reply$/;

// Affects everybody: nothing leaves until the relay works again, and then everything does.
const toEverybody: Kind[] = [
  { name: "refuses connections", fault: { at: "connect", does: "refuses" }, words: unreachable },
  { name: "resets each connection", fault: { at: "connect", does: "resets" }, words: unreachable },
  { name: "hangs before its greeting", fault: { at: "banner", does: "hangs" }, words: unreachable },
  { name: "greets letter by letter", fault: { at: "banner", does: "dribbles" }, words: unreachable },
  { name: "greets with 554", fault: { at: "banner", does: says("554 No service here") }, words: /554 No service/ },
  { name: "greets with bytes", fault: { at: "banner", does: says("\u0000\u0007©¦=çÜ\ufffd") }, words: noReply },
  { name: "hangs at EHLO", fault: { at: "EHLO", does: "hangs" }, words: noAnswer },
  { name: "refuses EHLO", fault: { at: "EHLO", does: says("550 Not you") }, words: /550 Not you/ },
  { name: "cannot do STARTTLS", fault: { at: "STARTTLS", does: says("454 TLS is broken") }, words: /454 TLS/ },
  { name: "breaks STARTTLS off", fault: { at: "STARTTLS", does: "resets" }, words: unreachable },
  { name: "refuses the password", fault: { at: "AUTH", does: says("535 Wrong password") }, words: /535 Wrong/ },
  { name: "says 421 at MAIL", fault: { at: "MAIL", does: says("421 Too busy") }, words: /421 Too busy/ },
  { name: "says 550 at MAIL", fault: { at: "MAIL", does: says("550 Sender unknown") }, words: /550 Sender unknown/ },
];

// Affects one recipient: other people's mail goes on meanwhile.
const toOne: Kind[] = [
  { name: "says 450 at RCPT", fault: { at: "RCPT", does: says("450 Greylisted") }, words: /450 Greylisted/ },
  { name: "says 550 at RCPT", fault: { at: "RCPT", does: says("550 Nobody") }, words: /550 Nobody/, isFinal: true },
  { name: "hangs at RCPT", fault: { at: "RCPT", does: "hangs" }, words: noAnswer },
  {
    name: "says what is no reply",
    fault: { at: "RCPT", does: says(`?${"x".repeat(100_000)}`) },
    words: noReply,
  },
  { name: "resets at DATA", fault: { at: "DATA", does: "resets" }, words: unreachable },
  { name: "says 552 at DATA", fault: { at: "DATA", does: says("552 Full") }, words: /552 Full/, isFinal: true },
  {
    name: "says 250 at DATA, and takes the mail for commands",
    fault: { at: "DATA", does: says("250 Go on") },
    words: /502 What/,
  },
  {
    name: "says 221 after the dot",
    fault: { at: "dot", does: says("221 Bye") },
    words: /The mail server did not say that it took the mail: 221 Bye/,
  },
  { name: "says 451 after the dot", fault: { at: "dot", does: says("451 Later") }, words: /451 Later/ },
  { name: "says 554 after the dot", fault: { at: "dot", does: says("554 Spam") }, words: /554 Spam/, isFinal: true },
  { name: "hangs after the dot", fault: { at: "dot", does: "hangs" }, words: noAnswer },
  { name: "resets after the dot", fault: { at: "dot", does: "resets" }, words: unreachable },
  { name: "never ends its reply", fault: { at: "dot", does: "never ends" }, words: /The mail server took too long/ },
  { name: "says 250 letter by letter", fault: { at: "unsaid", does: "dribbles" }, words: null },
  { name: "resets after its 250", fault: { at: "said", does: "resets" }, words: null },
  // Nobody can know that it was accepted, so it is sent again under the same Message-ID, and mail programs show it once.
  { name: "takes a mail and resets", fault: { at: "unsaid", does: "resets" }, words: unreachable, copies: 2 },
];

async function replyTo(email: string) {
  const ticketId = tickets.get(email) ?? "";
  const { id } = await desk.reply(ticketId);
  const row = () =>
    desk.inTenant((tx) =>
      tx.selectFrom("outgoing_mails").selectAll().where("message_id", "=", id).executeTakeFirstOrThrow(),
    );
  const { mail_message_id: messageId } = await row();
  return {
    id,
    ticketId,
    row,
    copies: () => relay.taken.filter((id) => id === messageId).length,
    isSent: async () => (await row()).state === "sent",
  };
}

/** Waits until a mail is sent; its next try, half a minute away, is made at once. */
async function untilSent(mail: Awaited<ReturnType<typeof replyTo>>): Promise<void> {
  await until(async () => {
    await hurryMail(desk, { tenantId: desk.tenant });
    return mail.isSent();
  });
}

test.each([...toEverybody, ...toOne])("a relay that $name", async (kind) => {
  const { name, fault, words, isFinal = false, copies = 1 } = kind;
  await relay.turn(fault);
  const began = performance.now();
  const unluckyReply = await replyTo(unluckyCustomer);
  const others = await replyTo(luckyCustomer);
  if (words === null) await until(() => unluckyReply.isSent());
  else await until(async () => (await unluckyReply.row()).last_error);
  const ms = Math.round(performance.now() - began);
  expect(ms).toBeLessThan(triedWithinMs);

  const told = await desk.deliveryOf(unluckyReply.id);
  const begins = isFinal ? "^" : "^Not sent yet, and tried again by itself: ";
  if (words === null) expect(told).toEqual({ state: "sent", error: null });
  else {
    expect(told.state).toBe(isFinal ? "failed" : "sending");
    expect(told.error).toMatch(new RegExp(begins + words.source));
    expect(told.error?.length).toBeLessThan(600);
  }
  if (toOne.includes(kind)) await until(() => others.isSent());
  else expect(await others.isSent()).toBe(false);

  await relay.turn(null);
  await untilSent(others);
  if (isFinal) {
    expect([await unluckyReply.isSent(), unluckyReply.copies()]).toEqual([false, 0]);
    await desk.retry(unluckyReply.ticketId, unluckyReply.id);
  }
  await untilSent(unluckyReply);
  expect([unluckyReply.copies(), others.copies()]).toEqual([copies, 1]);
  expect(await desk.deliveryOf(unluckyReply.id)).toEqual({ state: "sent", error: null });
  console.log(`A relay that ${name}: told after ${ms} ms: ${told.error?.slice(0, 120) ?? "nothing"}`);
});
