import { randomUUID } from "node:crypto";
import type { Message } from "@deskhand/contract/messages";
import { type AnswerMode, type Recipients, recipientsOfAnswer, usualMode } from "@deskhand/contract/recipients";
import type { TicketDetail } from "@deskhand/contract/tickets";
import { Parser } from "htmlparser2";
import type { MailAtDesk } from "../mail-at-desk.ts";
import type { Person } from "../test-people.ts";

/** A mail's header. SUPPORT, ALIAS, STAFF and AGENT stand for our own addresses, also within other words. */
type Mail = {
  from: string;
  to: string[];
  cc: string[];
  replyTo?: string;
  sender?: string;
  headers?: Record<string, string>;
  envelopeTo: string[];
  subject: string;
  text: string;
  /** The step whose mail it answers, or "reply" for the last one that an agent sent. */
  answers: number | "reply" | null;
  attachedForwardOf?: { from: string; to: string[]; cc?: string[]; replyTo?: string; subject: string; text: string };
};
type AgentReplies = { agentReplies: { mode: AnswerMode | "default"; text: string } };
type AgentForwards = { agentForwards: { to: string[]; of: number; text: string } };

/**
 * Which addresses are in which field of each mail, and who an answer to the last one should reach. Its author knew none
 * of our rules.
 */
export type Situation = {
  id: string;
  why: string;
  mails: (Mail | AgentReplies | AgentForwards)[];
  expect: {
    tickets: number;
    customer: string | null;
    lastMailIsOnTicketOfMail: number;
    lastIsColleagues: boolean;
    default: "reply" | "replyAll";
    reply: Fields;
    replyAll: Fields;
    defaultQuotesLast: boolean;
    privateNotSeenBy: string | null;
    neverQuotes?: number[];
  };
};
type Fields = { to: string[]; cc: string[] };

/** The result of a situation, in the same words as its expectation. */
export type Played = Situation["expect"] & { quotes: string[] };

type Stage = { at: MailAtDesk; agent: Person; own: Readonly<Record<string, string>> };

/**
 * Sends a situation's mails to a store, has an agent answer where one does, and returns who an answer to the last one
 * would reach.
 */
export async function playSituation(stage: Stage, { mails, expect }: Situation): Promise<Played> {
  const ids: (string | null)[] = [];
  const tickets: (string | null)[] = [];
  let ours = "";
  for (const step of mails) {
    const last = tickets.findLast((id) => id !== null) ?? "";
    if ("agentReplies" in step) {
      const sent = await reply(stage, last, step.agentReplies);
      ours = await stage.at.mailIdOf(sent);
      ids.push(ours);
      tickets.push(null);
    } else if ("agentForwards" in step) {
      const sent = await forward(stage, last, step.agentForwards);
      ours = await stage.at.mailIdOf(sent);
      ids.push(ours);
      tickets.push(null);
    } else {
      const id = `${randomUUID()}@mail.example`;
      const answered = step.answers === "reply" ? ours : step.answers === null ? null : (ids[step.answers] ?? null);
      const entry = await send(stage, step, id, answered);
      ids.push(step.headers?.["Message-ID"]?.replace(/[<>]/g, "") ?? id);
      tickets.push(entry.ticket_id ?? lastOf(entry, tickets));
    }
  }
  const ticketId = tickets.at(-1) ?? "";
  const detail = await stage.agent.api.tickets.get({ id: ticketId });
  return told(stage, detail, { tickets, mails, expect });
}

function lastOf({ state }: { state: string }, tickets: (string | null)[]): string | null {
  return state === "duplicate" ? (tickets.at(-1) ?? null) : null;
}

async function told(
  { agent }: Stage,
  detail: TicketDetail,
  { tickets, mails, expect }: { tickets: (string | null)[]; mails: Situation["mails"]; expect: Situation["expect"] },
): Promise<Played> {
  const newest = detail.messages.at(-1);
  const answered = detail.messages.findLast(({ isFromCustomer, isAutomatic }) => isFromCustomer && !isAutomatic);
  const asked = answered ?? detail.messages.findLast(({ isAutomatic }) => !isAutomatic);
  if (!newest || !asked) throw new Error("The ticket has no message");
  const preview = await agent.api.messages.preview({ ticketId: detail.id, content: "An answer." });
  const shown = bare(textOf(preview.html));
  const quotes = mails.flatMap((step) =>
    "text" in step && step.text !== "" && shown.includes(bare(step.text)) ? [step.text] : [],
  );
  const last = mails.at(-1);
  return {
    tickets: new Set(tickets.filter((id) => id !== null)).size,
    customer: detail.customer?.email ?? null,
    lastMailIsOnTicketOfMail: tickets.indexOf(detail.id),
    lastIsColleagues: !newest.isFromCustomer,
    default: usualMode(asked) === "reply" ? "reply" : "replyAll",
    reply: fieldsOf(asked, "reply"),
    replyAll: fieldsOf(asked, "reply-all"),
    defaultQuotesLast: last !== undefined && "text" in last && quotes.includes(last.text),
    privateNotSeenBy: newest.audience === "side" ? (detail.customer?.email ?? null) : null,
    neverQuotes: (expect.neverQuotes ?? []).filter((index) => {
      const step = mails[index];
      return step !== undefined && "text" in step && quotes.includes(step.text);
    }),
    quotes,
  };
}

function textOf(html: string): string {
  let text = "";
  const parser = new Parser({ ontext: (words) => (text += words) });
  parser.end(html);
  return text;
}

/** The words of a page or a text, without what separates them. */
function bare(text: string): string {
  return text.replace(/\s+/g, "");
}

function fieldsOf(message: Message, mode: AnswerMode): Fields {
  const { to, cc } = recipientsOfAnswer(message, mode);
  return { to: addressesOf(to), cc: addressesOf(cc) };
}

function addressesOf(all: Recipients["to"]): string[] {
  return all.map(({ email }) => email).sort();
}

async function reply({ agent }: Stage, ticketId: string, { mode, text }: AgentReplies["agentReplies"]) {
  const { messages } = await agent.api.tickets.get({ id: ticketId });
  const answered = messages.findLast(({ isFromCustomer, isAutomatic }) => isFromCustomer && !isAutomatic);
  const chosen = mode === "default" || !answered ? {} : { recipients: recipientsOfAnswer(answered, mode) };
  const sent = await agent.api.messages.reply({
    ticketId,
    content: text,
    idempotencyKey: randomUUID(),
    lastSeenMessageId: null,
    sendAnyway: true,
    ...chosen,
  });
  return sent.id;
}

async function forward({ agent }: Stage, ticketId: string, { to, of, text }: AgentForwards["agentForwards"]) {
  const { messages } = await agent.api.tickets.get({ id: ticketId });
  const sent = await agent.api.messages.forward({
    ticketId,
    content: text,
    messageIds: [messages[of]?.id ?? ""],
    idempotencyKey: randomUUID(),
    recipients: { to: to.map((mailbox) => ({ email: /<(.*)>/.exec(mailbox)?.[1] ?? mailbox })) },
  });
  return sent.id;
}

async function send({ at, own }: Stage, mail: Mail, id: string, answered: string | null) {
  const fill = (text: string) => text.replace(/SUPPORT|ALIAS|STAFF|AGENT/g, (name) => own[name] ?? name);
  const given = Object.fromEntries(
    Object.entries(mail.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]),
  );
  const field = (name: string, value: string | undefined | null) => {
    const shown = given[name.toLowerCase()] ?? value;
    return shown ? [`${name}: ${encoded(fill(shown))}`] : [];
  };
  const known = new Set([
    "from",
    "to",
    "cc",
    "reply-to",
    "sender",
    "subject",
    "message-id",
    "in-reply-to",
    "references",
  ]);
  const more = Object.entries(mail.headers ?? {}).filter(([name]) => !known.has(name.toLowerCase()));
  const lines = [
    ...field("From", mail.from),
    ...field("To", mail.to.join(", ")),
    ...field("Cc", mail.cc.join(", ")),
    ...field("Reply-To", mail.replyTo),
    ...field("Sender", mail.sender),
    ...field("Subject", mail.subject),
    ...field("Message-ID", `<${id}>`),
    ...field("In-Reply-To", answered && `<${answered}>`),
    ...field("References", answered && `<${answered}>`),
    ...more.map(([name, value]) => `${name}: ${fill(value)}`),
    "MIME-Version: 1.0",
    ...bodyOf(mail, fill),
  ];
  const envelopeFrom = fill(/<([^<>]*)>\s*$/.exec(mail.from)?.[1] ?? mail.from);
  return at.sendRaw(lines.join("\r\n"), undefined, undefined, envelopeFrom);
}

function bodyOf({ text, attachedForwardOf: enclosed }: Mail, fill: (text: string) => string): string[] {
  const plain = ["Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: 8bit", "", fill(text)];
  if (!enclosed) return plain;
  const inner = [
    `From: ${encoded(fill(enclosed.from))}`,
    `To: ${encoded(fill(enclosed.to.join(", ")))}`,
    ...(enclosed.cc ? [`Cc: ${encoded(fill(enclosed.cc.join(", ")))}`] : []),
    ...(enclosed.replyTo ? [`Reply-To: ${encoded(fill(enclosed.replyTo))}`] : []),
    `Subject: ${encoded(enclosed.subject)}`,
    `Message-ID: <${randomUUID()}@mail.example>`,
    ...["MIME-Version: 1.0", "Content-Type: text/plain; charset=utf-8", "", enclosed.text],
  ];
  const parts = ["--b", ...plain, "--b", "Content-Type: message/rfc822", "", ...inner, "--b--"];
  return ['Content-Type: multipart/mixed; boundary="b"', "", ...parts];
}

/** Encodes non-ASCII header text as mail programs do (RFC 2047). */
function encoded(value: string): string {
  return value.replace(
    /[^\x20-\x7e]+(?: +[^\x20-\x7e]+)*/g,
    (word) => `=?utf-8?b?${Buffer.from(word).toString("base64")}?=`,
  );
}
