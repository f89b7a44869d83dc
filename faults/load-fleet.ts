import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { createTransport } from "nodemailer";
import { demoAdmin, demoAgent, signInAt } from "../server/src/testing/load-desk.ts";
import { mailOf } from "../server/src/testing/mail-at-desk.ts";
import { type ApiClient, openBrowser } from "../server/src/testing/open-browser.ts";
import { openScreen, type Screen } from "../server/src/testing/open-screen.ts";
import type { Dice } from "./dice.ts";

export const supportAddress = "help+weavery2@deskhand.localhost";

/** What one of them wrote, how often it was sent, and when it was acknowledged, in milliseconds. */
export type Said = { tries: number; acknowledgedAt: number | null };
export type Ledger = {
  /** By subject. */
  mails: Map<string, Said & { from: string }>;
  /** By idempotency key. */
  replies: Map<string, Said & { ticketId: string }>;
  /** By number, what a screen heard that reconnects after each loss. */
  heard: Map<number, string>;
  /** The events up to which the screen was told to fetch everything again. */
  resets: number[];
  /** How often each code answered something that then had to be sent again; 0 for no answer. */
  refusals: Map<number, number>;
  /** Answers that nobody should have got. */
  complaints: string[];
};

/** The addresses for people and mail that write. */
export type Doors = { url: string; smtp: { port: number } };

export type Load = {
  ledger: Ledger;
  /** Lets all writers finish: until what they began is acknowledged. */
  endWriting(): Promise<void>;
  /** Closes the screen after it had time to hear the last event. */
  endListening(): Promise<void>;
};

type Going = { isOn: boolean };
const senders = 3;
const repliesToAPage = 10;
/** Leaves restarting processes a part of the machine. */
const pauseMs = 200;
const agents = [demoAgent, demoAgent, demoAdmin];

/** Has customers write, agents answer and a screen listen, through the balancers, until it is ended. Everything lost is sent again. */
export async function loadFleet(fleet: Doors, dice: Dice): Promise<Load> {
  const ledger: Ledger = {
    mails: new Map(),
    replies: new Map(),
    heard: new Map(),
    resets: [],
    refusals: new Map(),
    complaints: [],
  };
  const going = { isOn: true };
  const browser = openBrowser(fleet.url, fleet.url);
  await browser.send("/api/auth/sign-in/email", { json: demoAgent });
  const listening = { isOn: true };
  const screen = listenOn(fleet, browser, listening, ledger);
  const atWork = [
    ...Array.from({ length: senders }, () => writeMails(fleet, going, ledger)),
    ...(await Promise.all(agents.map((agent) => signInAt(fleet, agent)))).map((api) =>
      answer(api, dice, going, ledger),
    ),
  ];
  return {
    ledger,
    async endWriting() {
      going.isOn = false;
      await Promise.all(atWork);
    },
    async endListening() {
      listening.isOn = false;
      await screen;
    },
  };
}

/** Sends mail after mail as a mail server does, repeating each until its 250. */
async function writeMails(fleet: Doors, going: Going, { mails, ...told }: Ledger): Promise<void> {
  while (going.isOn) {
    const subject = `Mail ${randomUUID()}`;
    // Each mail has its own sender: one who writes that much is quarantined.
    const from = `${randomUUID()}@example.com`;
    const record = { from, tries: 0, acknowledgedAt: null };
    mails.set(subject, record);
    const raw = mailOf({ subject, from });
    await sayUntilHeard(record, () => deliver(fleet.smtp.port, raw), isForNow, told);
    await sleep(pauseMs);
  }
}

async function deliver(port: number, raw: string): Promise<void> {
  const transport = createTransport({ host: "127.0.0.1", port, ignoreTLS: true, socketTimeout: 60_000 });
  try {
    await transport.sendMail({ envelope: { from: "relay@example.com", to: supportAddress }, raw });
  } finally {
    transport.close();
  }
}

/** Answers ticket after ticket as the web client does, repeating a lost request with the same key. */
async function answer(api: ApiClient, dice: Dice, going: Going, { replies, ...told }: Ledger): Promise<void> {
  while (going.isOn) {
    const list = () => api.tickets.list({ view: "active", search: "Mail" });
    const page = await sayUntilHeard({ tries: 0, acknowledgedAt: null }, list, isLostOnTheWay, told);
    const tickets = page?.items.filter(({ subject }) => subject.startsWith("Mail ")) ?? [];
    for (let count = 0; count < repliesToAPage && going.isOn; count += 1) {
      await sleep(pauseMs);
      if (tickets.length === 0) continue;
      const idempotencyKey = randomUUID();
      const ticketId = dice.pick(tickets).id;
      const record = { ticketId, tries: 0, acknowledgedAt: null };
      replies.set(idempotencyKey, record);
      const message = { content: `Reply ${idempotencyKey}`, lastSeenMessageId: null, sendAnyway: true };
      const reply = { ticketId, idempotencyKey, ...message };
      // What the server keeps until it can no longer be undone counts from then on.
      const isKept = dice.throw(3) === 0;
      const say = () => (isKept ? api.keptReplies.keep({ ...reply, undoSeconds: 5 }) : api.messages.reply(reply));
      await sayUntilHeard<unknown>(record, say, isLostOnTheWay, told);
    }
  }
}

/** Repeats after every temporary refusal; any other one is recorded as a complaint and ends it. */
async function sayUntilHeard<Answer>(
  record: Said,
  say: () => Promise<Answer>,
  mayComeAgain: (error: unknown) => boolean,
  { refusals, complaints }: Pick<Ledger, "refusals" | "complaints">,
): Promise<Answer | undefined> {
  for (;;) {
    record.tries += 1;
    try {
      const answer = await say();
      record.acknowledgedAt = performance.now();
      return answer;
    } catch (error) {
      refusals.set(codeOf(error), (refusals.get(codeOf(error)) ?? 0) + 1);
      if (!mayComeAgain(error)) {
        complaints.push(String(error));
        return undefined;
      }
      await sleep(pauseMs);
    }
  }
}

/** Returns the code of a refusal by SMTP or HTTP; 0 if nobody answered. */
function codeOf(error: unknown): number {
  if (!(error instanceof Error)) return 0;
  if ("responseCode" in error) return Number(error.responseCode);
  return "status" in error ? Number(error.status) : 0;
}

/** Whether a mail server tries again: after anything but a 5xx reply. */
const isForNow = (error: unknown) => codeOf(error) < 500;

/** Whether the web client tries again (web/src/lib/failure.ts). */
const isLostOnTheWay = (error: unknown) => error instanceof TypeError || [502, 503, 504].includes(codeOf(error));

/** Listens as a screen does: reconnects after each loss, naming the last event up to which it heard all. */
async function listenOn(
  fleet: Doors,
  browser: ReturnType<typeof openBrowser>,
  listening: Going,
  ledger: Ledger,
): Promise<void> {
  let last: number | null = null;
  while (listening.isOn) {
    const screen: Screen | null = await openScreen(fleet, browser, { after: last }).catch(() => null); // It reconnects.
    if (screen === null) {
      await sleep(200);
      continue;
    }
    last ??= screen.readyAt;
    let upTo: number = last;
    const take = () => {
      for (const { number, type } of screen.events.splice(0)) ledger.heard.set(number, type);
      for (const number of screen.resets.splice(0)) {
        ledger.resets.push(number);
        upTo = Math.max(upTo, number);
      }
      // Events during the connecting arrive before the missed ones, which may still be cut off.
      while (ledger.heard.has(upTo + 1)) upTo += 1;
      last = upTo;
    };
    while (screen.isConnected() && listening.isOn) {
      await sleep(50);
      take();
    }
    take();
    screen.close();
  }
}
