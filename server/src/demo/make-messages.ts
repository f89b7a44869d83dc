import type { ImportedMessage } from "../domains/tickets/index.ts";
import { newId } from "../platform/db/ids.ts";
import type { Turn } from "./conversation.ts";
import { makeDemoFile } from "./demo-files.ts";
import type { PlannedTicket } from "./demo-plan.ts";
import { fillIn, type Scene } from "./fill-in.ts";

/** The Message-ID of an agent's message, as the mail domain gives it. */
export type MailMessageIdOf = (messageId: string) => string;
/** `fails` says why a reply did not reach its customer. */
export type MadeMessage = ImportedMessage & { fails: string | null; file: ReturnType<typeof makeDemoFile> | null };

const times = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" });

/** A ticket's messages and notes, oldest first. */
export function makeMessages(
  ticketId: string,
  planned: PlannedTicket,
  scene: Scene,
  mailMessageIdOf: MailMessageIdOf,
): MadeMessage[] {
  const made: MadeMessage[] = [];
  for (const [index, moment] of planned.moments.entries()) {
    const turn = planned.conversation.turns[index];
    if (!turn) break;
    const content = fillIn(turn.text, scene);
    const previous = made.findLast(({ type }) => type === "email");
    made.push({
      ...makeMessage(turn, newId(moment), content, planned, mailMessageIdOf),
      ticketId,
      content,
      fullContent: turn.quotes && previous ? `${content}\n\n${quote(previous)}` : null,
      leftOut: turn.quotes && previous ? { history: true, signature: false } : null,
      html: turn.html ? htmlOf(content) : null,
      isAutomatic: turn.isAutomatic ?? false,
      threadingReason: turn.by === "customer" ? (index === 0 ? "new_conversation" : "references") : null,
      file: turn.file ? makeDemoFile(turn.file, scene.order) : null,
      createdAt: new Date(moment).toISOString(),
    });
  }
  return made;
}

function makeMessage(
  turn: Turn,
  id: string,
  content: string,
  { order: { customer }, assignee }: PlannedTicket,
  mailMessageIdOf: MailMessageIdOf,
) {
  const isMail = turn.by !== "note";
  const isFromCustomer = turn.by === "customer";
  const isReply = turn.by === "agent";
  return {
    id,
    content,
    type: isMail ? ("email" as const) : ("internal" as const),
    isFromCustomer,
    authorId: isFromCustomer ? null : assignee.id,
    authorEmail: isFromCustomer ? customer.email : null,
    authorName: isFromCustomer ? `${customer.first} ${customer.last}` : assignee.name,
    mailMessageId: isReply ? mailMessageIdOf(id) : isMail ? `${id}@${customer.email.split("@")[1]}` : null,
    fails: isReply ? (turn.fails ?? null) : null,
  };
}

function quote({ createdAt, authorName, content }: MadeMessage): string {
  const lines = content.split("\n").map((line) => `> ${line}`.trimEnd());
  return [`On ${times.format(Date.parse(createdAt))}, ${authorName} wrote:`, "", ...lines].join("\n");
}

function htmlOf(content: string): string {
  const escaped = content.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  const paragraphs = escaped.split("\n\n").map((paragraph) => `<p>${paragraph.replaceAll("\n", "<br>")}</p>`);
  return `<div style="font-family: Georgia, serif; color: #333333">${paragraphs.join("\n")}</div>`;
}
