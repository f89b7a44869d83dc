import type { MailLogDetail, MailLogEntry, MailLogFilter } from "@deskhand/contract/mail";
import { mailKinds } from "@deskhand/contract/mail/mail-kinds";
import { id, timestamp } from "@deskhand/contract/page";
import {
  type DeliveryState,
  type MailAction,
  type MailLogState,
  type MailState,
  mailStates,
} from "@deskhand/contract/vocabulary";
import * as z from "zod";
import type { Database } from "../../../platform/db/database.ts";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { Failure, fail } from "../../../platform/fail.ts";
import { readCursor, writeCursor } from "../../../platform/http/list-cursor.ts";
import {
  type IncomingEntry,
  type LockedEntry,
  type LogPage,
  selectIncoming,
  selectIncomingEntry,
} from "./log.queries.ts";
import { type OutgoingEntry, type StoredState, selectOutgoing, selectOutgoingEntry } from "./outgoing-log.queries.ts";

type ListOptions = MailLogFilter & { cursor?: string | undefined; limit: number };

const cursorSchema = z.tuple([timestamp, id]).transform(([at, id]) => ({ at, id }));
/** The least id, so that mails of exactly the given moment come after it. */
const leastId = "00000000-0000-0000-0000-000000000000";
const endOfTime = "9999-12-31T00:00:00Z";

/** Returns one page of the mail log, incoming and outgoing in one order, the newest first. */
export async function listMailLog(
  tx: TenantTx,
  { cursor, limit, direction, state, search: typed = "", from, until }: ListOptions,
): Promise<{ items: MailLogEntry[]; nextCursor: string | null }> {
  // A Message-ID or an address may be typed in angle brackets, as in a header.
  const search = typed.trim().replace(/^<([^<>]{1,200})>$/, "$1");
  const before = readCursor(cursor, cursorSchema) ?? { at: until ?? endOfTime, id: leastId };
  const page = { search, before, limit: limit + 1, ...(from && { from }) };
  const found = [
    ...(direction === "out" ? [] : await incomingOf(tx, page, state)),
    ...(direction === "in" ? [] : await outgoingOf(tx, page, state)),
  ].sort(newestFirst);
  const items = found.slice(0, limit);
  const last = items.at(-1);
  return { items, nextCursor: found.length > limit && last ? writeCursor([last.at, last.id]) : null };
}

type Page = Omit<LogPage<never>, "state">;

// Reads each side in the order of its own index. A state that a side does not have finds nothing there.
async function incomingOf(tx: TenantTx, page: Page, state: MailLogState | undefined): Promise<MailLogEntry[]> {
  if (state !== undefined && !isOfIncoming(state)) return [];
  return (await selectIncoming(tx, { ...page, state })).map(shownIncoming);
}

async function outgoingOf(tx: TenantTx, page: Page, state: MailLogState | undefined): Promise<MailLogEntry[]> {
  const stored = state && storedStateOf(state);
  if (stored === null) return [];
  return (await selectOutgoing(tx, { ...page, state: stored })).map(shownOutgoing);
}

function isOfIncoming(state: MailLogState): state is MailState {
  return mailStates.some((one) => one === state);
}

function newestFirst(one: MailLogEntry, other: MailLogEntry): number {
  if (one.at !== other.at) return one.at < other.at ? 1 : -1;
  return one.id < other.id ? 1 : -1;
}

type IncomingRow = Awaited<ReturnType<typeof selectIncoming>>[number];
type OutgoingRow = Awaited<ReturnType<typeof selectOutgoing>>[number];

const deliveryStateOf: Record<StoredState, DeliveryState> = { queued: "sending", sent: "sent", failed: "failed" };

/** Returns the stored state of outgoing mail that the log shows as `state`; null if there is none. */
function storedStateOf(state: MailLogState): StoredState | null {
  const stored = Object.keys(deliveryStateOf) as StoredState[];
  return stored.find((one) => deliveryStateOf[one] === state) ?? null;
}

/** Converts an incoming mail to its log entry. */
function shownIncoming({ ticketId, ticketNumber, waitsFor, waitsSince, ...row }: IncomingRow): MailLogEntry {
  const waits = waitsFor && waitsSince ? { for: waitsFor, since: waitsSince } : null;
  const ofOutgoing = { kind: null, isInOutbox: false, nextTryAt: null, heldUntil: null };
  return { ...row, waits, ...ofOutgoing, direction: "in", ticket: ticketOf({ ticketId, ticketNumber }) };
}

/** Converts an outgoing mail to its log entry. */
function shownOutgoing({ ticketId, ticketNumber, state, ...row }: OutgoingRow): MailLogEntry {
  const ofIncoming = { from: null, senderCheck: null, size: null, duplicateOf: null, waits: null };
  return {
    ...row,
    ...ofIncoming,
    direction: "out",
    state: deliveryStateOf[state],
    ticket: ticketOf({ ticketId, ticketNumber }),
  };
}

/** Returns the details of one mail in the log, and the actions it allows. */
export async function readMailLogEntry(tx: TenantTx, id: string): Promise<MailLogDetail> {
  const incoming = await selectIncomingEntry(tx, id);
  if (incoming) return incomingDetail(incoming);
  const outgoing = await selectOutgoingEntry(tx, id);
  if (!outgoing) throw fail("mail_log_entry_not_found");
  return outgoingDetail(outgoing);
}

function incomingDetail({ ticketMessageId, rawKeptDays, limit, ...row }: IncomingEntry): MailLogDetail {
  const actions = actionsOnIncoming({ ...row, messageId: ticketMessageId });
  const rawRemoved = removalWords({ ...row, rawKeptDays });
  const { ticketId, ticketNumber, waitsFor, waitsSince, ...own } = row;
  const isHeld = !row.isReleased && rawRemoved === null && actions.length > 0;
  return { ...own, ...shownIncoming(row), envelopeTo: row.to, actions, rawRemoved, heldBy: isHeld ? limit : null };
}

function outgoingDetail(row: OutgoingEntry): MailLogDetail {
  const ofIncoming = { envelopeFrom: null, envelopeTo: null, senderCheckReason: null, via: null };
  const { messageId, sentAt, ticketMessageId, hasLink, isHeld, ...shown } = row;
  const ofDoor = { remoteHost: null, helo: null, isReleased: false, rawRemoved: null, heldBy: null };
  const actions = actionsOnOutgoing(row);
  return { ...shownOutgoing(shown), ...ofIncoming, ...ofDoor, messageId, finishedAt: sentAt, actions };
}

function ticketOf({ ticketId, ticketNumber }: Pick<IncomingRow, "ticketId" | "ticketNumber">): MailLogEntry["ticket"] {
  return ticketId === null || ticketNumber === null ? null : { id: ticketId, ticketNumber };
}

/** What can be done with an incoming mail that is not on a ticket (docs/product.md#the-mail-log). */
const incomingActions: Record<MailState, readonly MailAction[]> = {
  received: [],
  ticket_created: [],
  reply_added: [],
  // Processing a copy again is harmless: it becomes a message only if its original is gone.
  duplicate: ["process-again"],
  auto_reply: ["process-again", "make-ticket"],
  bounce: ["process-again", "make-ticket"],
  loop_stopped: ["process-again", "make-ticket"],
  quarantined: ["process-again", "release"],
  failed: ["process-again"],
  forwarding_test: [],
  blocked: ["process-again", "make-ticket"],
};

/** Returns what can be done with an incoming mail; nothing if its raw bytes are gone. */
function actionsOnIncoming({ rawRemoved, ...entry }: EntryState & Pick<LockedEntry, "rawRemoved">): MailAction[] {
  return rawRemoved === null ? actionsByState(entry) : [];
}
type EntryState = Pick<LockedEntry, "state" | "messageId">;

/** Returns what a mail's state allows if its bytes are there; nothing while it is processed or once it is on a ticket. */
export function actionsByState({ state, messageId }: EntryState): MailAction[] {
  // Processing it again would repeat its message.
  const isOnTicket = state === "auto_reply" && messageId !== null;
  return isOnTicket ? [] : [...incomingActions[state]];
}

/** Whether a failed mail may be sent again unchanged. */
export function isRepeatable({ kind, hasLink }: Pick<OutgoingEntry, "kind" | "hasLink">): boolean {
  return mailKinds[kind].mayRepeat && !hasLink;
}

/** Returns what can be done with an outgoing mail. */
function actionsOnOutgoing(mail: Pick<OutgoingEntry, "state" | "kind" | "hasLink" | "isHeld">): MailAction[] {
  if (mail.isHeld) return ["try-again"];
  return mail.state === "failed" && isRepeatable(mail) ? ["try-again"] : [];
}

type RemovedRaw = { rawRemoved: Database["mail_log"]["raw_removed"]; rawKeptDays: number | null };

/** Explains why a mail's raw bytes are gone, as a sentence; null if they are there. */
function removalWords({ rawRemoved, rawKeptDays }: RemovedRaw): string | null {
  if (rawRemoved === "expired") return `Raw mail removed after ${rawKeptDays} ${rawKeptDays === 1 ? "day" : "days"}`;
  if (rawRemoved === "deleted") return "Raw mail removed with its ticket, which was deleted";
  return rawRemoved === "duplicate" ? "Raw mail not kept, as it is a copy of another one" : null;
}

/** Makes the failure for an action that needs raw bytes which are gone. */
export function rawRemovedFailure(removed: RemovedRaw): Failure {
  return new Failure("raw_mail_removed", undefined, removalWords(removed) ?? undefined);
}
