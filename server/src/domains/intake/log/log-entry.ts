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

/** The state of a mail that goes out as it is stored; null where no such mail is in that state. */
export function storedStateOf(state: MailLogState): StoredState | null {
  const stored = Object.keys(deliveryStateOf) as StoredState[];
  return stored.find((one) => deliveryStateOf[one] === state) ?? null;
}

/** A mail that came as the log shows it. */
export function shownIncoming({ ticketId, ticketNumber, waitsFor, waitsSince, ...row }: IncomingRow): MailLogEntry {
  const waits = waitsFor && waitsSince ? { for: waitsFor, since: waitsSince } : null;
  const ofOutgoing = { kind: null, isInOutbox: false, nextTryAt: null, heldUntil: null };
  return { ...row, waits, ...ofOutgoing, direction: "in", ticket: ticketOf({ ticketId, ticketNumber }) };
}

/** A mail that goes out as the log shows it. */
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

/** All that is known of one mail of the log, and what can be done with it. */
export async function readMailLogEntry(tx: TenantTx, id: string): Promise<MailLogDetail> {
  const came = await selectIncomingEntry(tx, id);
  if (came) return incomingDetail(came);
  const sent = await selectOutgoingEntry(tx, id);
  if (!sent) throw fail("mail_log_entry_not_found");
  return outgoingDetail(sent);
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
