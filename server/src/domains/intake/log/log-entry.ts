import type { MailLogDetail, MailLogEntry } from "@deskhand/contract/mail";
import type { DeliveryState, MailLogState } from "@deskhand/contract/vocabulary";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { fail } from "../../../platform/fail.ts";
import { type IncomingEntry, type selectIncoming, selectIncomingEntry } from "./log.queries.ts";
import { actionsOnIncoming, actionsOnOutgoing } from "./mail-actions.ts";
import {
  type OutgoingEntry,
  type StoredState,
  type selectOutgoing,
  selectOutgoingEntry,
} from "./outgoing-log.queries.ts";
import { removalWords } from "./removed-raw.ts";

type IncomingRow = Awaited<ReturnType<typeof selectIncoming>>[number];
type OutgoingRow = Awaited<ReturnType<typeof selectOutgoing>>[number];

const deliveryStateOf: Record<StoredState, DeliveryState> = { queued: "sending", sent: "sent", failed: "failed" };

/** Returns the stored state of outgoing mail that the log shows as `state`; null if there is none. */
export function storedStateOf(state: MailLogState): StoredState | null {
  const stored = Object.keys(deliveryStateOf) as StoredState[];
  return stored.find((one) => deliveryStateOf[one] === state) ?? null;
}

/** Converts an incoming mail to its log entry. */
export function shownIncoming({ ticketId, ticketNumber, waitsFor, waitsSince, ...row }: IncomingRow): MailLogEntry {
  const waits = waitsFor && waitsSince ? { for: waitsFor, since: waitsSince } : null;
  const ofOutgoing = { kind: null, isInOutbox: false, nextTryAt: null, heldUntil: null };
  return { ...row, waits, ...ofOutgoing, direction: "in", ticket: ticketOf({ ticketId, ticketNumber }) };
}

/** Converts an outgoing mail to its log entry. */
export function shownOutgoing({ ticketId, ticketNumber, state, ...row }: OutgoingRow): MailLogEntry {
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
