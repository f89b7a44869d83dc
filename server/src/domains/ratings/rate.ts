import { ratingLimits } from "@deskhand/contract/ratings/rating-limits";
import { isLowRating, type RatingScore, ratingLabels } from "@deskhand/contract/ratings/rating-words";
import { ticketLabel } from "@deskhand/contract/vocabulary";
import { system } from "../../platform/acting.ts";
import { storableText } from "../../platform/db/storable-text.ts";
import type { TenantTx } from "../../platform/db/tenant.ts";
import { emit } from "../../platform/events.ts";
import { notify } from "../notifications/index.ts";
import {
  lockRating,
  lockTicket,
  type RatingRow,
  recordActivity,
  selectRating,
  updateRating,
} from "../tickets/index.ts";

const DAY_MS = 86_400_000;

/** Whether a request can be answered, or its rating changed, at a time. */
export function isOpen(
  { askedAt, ratedAt, changes }: Pick<RatingRow, "askedAt" | "ratedAt" | "changes">,
  now: Date,
): boolean {
  if (changes >= ratingLimits.ratingChanges) return false;
  const [since, days] =
    ratedAt === null ? [askedAt, ratingLimits.ratingDays] : [ratedAt, ratingLimits.ratingChangeDays];
  return now.getTime() - Date.parse(since) < days * DAY_MS;
}

/**
 * Writes what a customer rated, as long as that is possible (docs/product.md#ratings): the same rating twice is one. False where it is
 * not possible any more.
 */
export async function rate(
  tx: TenantTx,
  ratingId: string,
  { score, comment: typed }: { score: RatingScore; comment: string },
  now: Date,
): Promise<boolean> {
  const found = await selectRating(tx, ratingId);
  // Tickets are locked before what belongs to them.
  if (!found || !(await lockTicket(tx, found.ticketId))) return false;
  const rating = await lockRating(tx, ratingId);
  if (!rating || !isOpen(rating, now)) return false;
  const comment = commentIn(typed);
  if (rating.score === score && rating.comment === comment) return true;
  await updateRating(tx, ratingId, { score, comment, isChange: rating.score !== null });
  const { ticketId, score: from } = rating;
  const author = rating.raterName ?? "The customer";
  if (from !== score) {
    const details = { from: from === null ? null : String(from), to: String(score), author };
    await recordActivity(tx, system, { ticketId, kind: "rated", details });
  }
  await emit(tx, "ticket.rated", { ticketId, from, to: score, hasComment: comment !== null });
  // Once: a customer who wavers between two bad ones says nothing new.
  if (isLowRating(score) && (from === null || !isLowRating(from))) await notifyOfLowRating(tx, rating, score);
  return true;
}

/** A stranger's words as they are kept: without marks that no text has, and no longer than the form takes; null for none. */
function commentIn(typed: string): string | null {
  const lines = typed
    .replace(/\r\n?/g, "\n")
    .replace(/[^\S\n]+$/gm, "")
    .replace(/\n{3,}/g, "\n\n");
  const clean = storableText(
    lines.replace(/(?!\n|\t)\p{Cc}|[\u202a-\u202e\u2066-\u2069\ufeff]/gu, ""),
    ratingLimits.ratingCommentLength,
  );
  return clean.trim() || null;
}

/** Notifies whoever has the ticket, and supervisors, of a bad rating. The text names nobody: it outlives an erasure. */
async function notifyOfLowRating(tx: TenantTx, rating: RatingRow, score: RatingScore): Promise<void> {
  const { id, ticketId, ticketNumber, subject, assignedTo, agentId } = rating;
  const message = `${ticketLabel(ticketNumber)} was rated “${ratingLabels[score]}”: ${subject}`;
  const notification = { id: `rated-${id}`, type: "low_rating", title: "Low Rating", message, ticketId } as const;
  const whoHasIt = assignedTo ?? agentId;
  if (whoHasIt !== null) await notify(tx, notification, { onlyUserIds: [whoHasIt], isAgain: true });
  await notify(tx, notification, { isForSupervisors: true, exceptUserId: whoHasIt, isAgain: true });
}
