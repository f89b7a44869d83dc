import type { TicketStatus } from "@deskhand/contract/vocabulary";
import type { AttachedResource } from "../../../entities/ticket/reply-draft.ts";
import { readFields } from "../../../lib/drafts.ts";
import { type ChosenRecipients, readKeptRecipients } from "../recipients/kept-recipients.ts";
import { keptEntries } from "./kept-entries.ts";

/** A file that the server has and that goes with a reply. */
export interface HeldFile {
  id: string;
  filename: string;
  size: number;
}

/** A reply that was sent here and has not left the browser yet (docs/product.md#undoing-a-reply). */
export interface HeldReply {
  /** Its idempotency key. */
  key: string;
  userId: string;
  ticketId: string;
  ticketNumber: number;
  /** As it was typed. */
  text: string;
  resources: AttachedResource[];
  files: HeldFile[];
  /** Whom it goes to, and what it answers; null of a version that did not keep it. */
  recipients: ChosenRecipients | null;
  /** Those of them whose name alone says who they are, by their addresses. */
  known: string[];
  /** What it tells of an order, as it was kept with the draft. */
  told: string;
  /** The last message that the writer saw; null for an empty thread. */
  seen: string | null;
  sendAnyway: boolean;
  /** What the ticket is set to with it; null leaves its status. */
  thenStatus: "pending" | "resolved" | null;
  /** The status that the writer saw. */
  status: TicketStatus;
  /** When it was sent here, and when it leaves, in milliseconds since 1970. */
  heldAt: number;
  due: number;
  /** Whether the server may have it: a request was under way, and its end is not known. */
  isTried: boolean;
}

const entries = keptEntries("deskhand-held");

/** Whether a key of the browser's storage is that of somebody's held reply. */
export const isHeldKey = entries.isKey;

/** The replies of somebody that this browser holds, in the order in which they were sent. */
export function readHeld(userId: string): HeldReply[] {
  const held = entries.read(userId).flatMap((entry) => parse(userId, entry) ?? []);
  return held.sort((a, b) => a.heldAt - b.heldAt || (a.key < b.key ? -1 : 1));
}

/** Keeps a reply until it has left; in the page alone where the storage takes nothing. */
export function keepHeld(reply: HeldReply): void {
  entries.keep(reply.userId, reply.key, JSON.stringify(reply));
}

/** Forgets a reply that has left, or is a draft again. */
export function dropHeld({ userId, key }: Pick<HeldReply, "userId" | "key">): void {
  entries.drop(userId, key);
}

const blank = {
  key: "",
  userId: "",
  ticketId: "",
  ticketNumber: 0,
  text: "",
  told: "",
  sendAnyway: false,
  isTried: false,
  heldAt: 0,
  due: 0,
  status: "open" as TicketStatus,
  resources: [] as AttachedResource[],
  files: [] as HeldFile[],
  known: [] as string[],
};

/** What an older version kept otherwise counts as far as it fits; without a text or its ticket it is none. */
function parse(userId: string, kept: string): HeldReply | null {
  const found = readFields(kept, blank);
  const { seen, thenStatus, recipients } = readFields(kept, { seen: "", thenStatus: "", recipients: {} });
  if (found.userId !== userId || found.key === "" || found.ticketId === "" || found.text === "") return null;
  const then = thenStatus === "pending" || thenStatus === "resolved" ? thenStatus : null;
  return {
    ...found,
    seen: seen || null,
    thenStatus: then,
    recipients: readKeptRecipients(JSON.stringify(recipients)),
  };
}
