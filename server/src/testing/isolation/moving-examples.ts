import { moveMailOf, moveMails, passOnNamedMails, takeMailsBack } from "../../domains/intake/log/merged.queries.ts";
import { insertEach, selectWoken } from "../../domains/notifications/notify.queries.ts";
import {
  closeAsMerged,
  goOn,
  lockForMerge,
  moveContent,
  moveOneMessage,
  openMerged,
  passOnMerged,
  passOnSnooze,
  restoreShellSnooze,
  restoreSnooze,
  selectBranch,
  selectMergedInto,
  selectRoot,
  takeContentBack,
  takeMerge,
} from "../../domains/tickets/merging/merges.queries.ts";
import { insertMove, selectMovable, selectMoveByKey } from "../../domains/tickets/merging/moves.queries.ts";
import { recountTicket } from "../../domains/tickets/merging/recount.queries.ts";
import { isMergedInto, lockTicketOf, selectWhereItGoesOn } from "../../domains/tickets/rows/tickets.queries.ts";
import { endSnooze, setSnooze, wakeDue } from "../../domains/tickets/snoozing/snoozes.queries.ts";
import { moveTracking, takeTrackingBack } from "../../domains/tracking/rows/merged.queries.ts";
import { newId } from "../../platform/db/ids.ts";
import type { FullDesk } from "../full-desk.ts";
import { example } from "./examples.ts";

const now = new Date().toISOString();
const snoozed = ({ ticketId }: FullDesk) =>
  `update support_tickets set snoozed_until = now() - interval '1 minute' where id = '${ticketId}'`;
const shell = ({ mergedTicketId, ticketId }: FullDesk) =>
  `update mail_log set merged_from_id = '${mergedTicketId}' where ticket_id = '${ticketId}';
   update tracking_notes set merged_from_id = '${mergedTicketId}' where ticket_id = '${ticketId}';
   update named_mails set ticket_id = '${mergedTicketId}'`;

for (const query of [selectRoot, selectWhereItGoesOn, lockTicketOf, selectBranch, takeMerge])
  example(query).is(({ mergedTicketId }) => [mergedTicketId]);
example(lockForMerge).is(({ mergedTicketId, aroundTicketId }) => [[mergedTicketId, aroundTicketId]]);
example(isMergedInto).is(({ mergedTicketId, aroundTicketId }) => [mergedTicketId, aroundTicketId]);
example(selectMergedInto).is(({ aroundTicketId }) => [aroundTicketId]);
example(moveContent).is(({ ticketId, deletableTicketId }) => [ticketId, deletableTicketId]);
example(takeContentBack).is(({ mergedTicketId, aroundTicketId }) => [
  ...([[mergedTicketId], aroundTicketId, mergedTicketId] as const),
]);
example(moveOneMessage).is(({ movableMessageId, aroundTicketId, ticketId }) => [
  ...([movableMessageId, aroundTicketId, ticketId] as const),
]);
example(closeAsMerged).is(({ deletableTicketId: id, ticketId }) => [
  {
    ...{ id, ticketNumber: 1, status: "open", isArchived: false, isSnoozed: false, snoozedUntil: null },
    ...{ waitingSince: null, customerId: null, mergedIntoId: null },
  },
  ticketId,
  null,
]);
example(openMerged).is(({ mergedTicketId }) => [
  ...([mergedTicketId, { status: "open", snoozedUntil: null, settledBefore: now }] as const),
]);
example(goOn).is(({ ticketId }) => [ticketId, true]);
example(restoreSnooze).is(({ ticketId }) => [ticketId, "infinity", "2100-01-01T00:00:00.000Z"]);
example(restoreShellSnooze).is(({ mergedTicketId }) => [mergedTicketId, "infinity"]);
example(passOnSnooze).is(({ aroundTicketId }) => [aroundTicketId, "infinity", "2000-01-01T00:00:00.000Z"]);
example(passOnMerged).is(({ aroundTicketId, ticketId }) => [aroundTicketId, ticketId]);
example(recountTicket).is(({ ticketId }) => [ticketId]);
example(selectMovable).is(({ aroundTicketId, movableMessageId }) => [aroundTicketId, movableMessageId]);
example(selectMoveByKey).is(({ moveKey }) => [moveKey]);
example(insertMove).is(({ movableMessageId: messageId, aroundTicketId: from, ticketId: to }) => [
  { key: newId(), messageId, from, mergedFromId: null, to },
]);
example(setSnooze).is(({ ticketId }) => [ticketId, "infinity"]);
example(endSnooze).is(({ ticketId }) => [ticketId], snoozed);
example(wakeDue).is(() => [10], snoozed);
example(selectWoken).is(
  ({ ticketId }) => [[ticketId]],
  ({ ticketId, owner }) => `update support_tickets set assigned_to = '${owner.userId}' where id = '${ticketId}'`,
);
example(insertEach).is(({ owner, ticketId, secret }) => [
  { type: "snooze_ended", title: "Back from Snooze" },
  [{ userId: owner.userId, id: newId(), message: secret, ticketId }],
]);
example(moveTracking).is(({ ticketId, deletableTicketId }) => [ticketId, deletableTicketId]);
example(takeTrackingBack).is(({ mergedTicketId, ticketId }) => [[mergedTicketId], ticketId, mergedTicketId], shell);
example(moveMails).is(({ ticketId, aroundTicketId, owner }) => [
  { ticketId, into: aroundTicketId, actorId: owner.userId },
]);
example(takeMailsBack).is(
  ({ mergedTicketId: ticketId, ticketId: from }) => [{ ticketId, from, branch: [ticketId], actorId: null }],
  shell,
);
example(moveMailOf).is(({ messageId, ticketId, aroundTicketId: to, owner }) => [
  { messageId, ticketId, to, actorId: owner.userId },
]);
example(passOnNamedMails).is(({ mergedTicketId }) => [{ ticketId: mergedTicketId }], shell);
