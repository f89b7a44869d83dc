import type { ImportedTicket, PastRating } from "../domains/tickets/index.ts";
import { newId } from "../platform/db/ids.ts";
import type { MadeTicket } from "./make-tickets.ts";
import { seededRandom } from "./random.ts";

const seed = 20_261_130;
const HOUR_MS = 3_600_000;
/** So many of a hundred resolved tickets were asked about, and so many of these rated. */
const [askedPercent, ratedPercent] = [80, 55];

/** What customers wrote with a score, as many as said nothing. */
const comments: Readonly<Record<number, readonly (string | null)[]>> = {
  1: ["I had to explain it three times.", "Four days for an answer, and then it was the wrong one."],
  2: [null, "Friendly, but my lamp still flickers."],
  3: [null, null, "It took a while, in the end it worked."],
  4: [null, null, "Quick answer, thank you!"],
  5: [null, null, "So kind, and the new shade was here in two days.", "Perfect. Thank you!"],
};
/** More good ones than bad ones, as stores have it. */
const scores = [5, 5, 5, 5, 5, 4, 4, 4, 3, 2, 1];

/** Makes ratings of resolved tickets, each asked about four hours after its last change. Its chance is its own: it changes nothing else. */
export function makeRatings(
  tickets: readonly MadeTicket[],
  teamOf: (category: ImportedTicket["category"]) => string | null,
  now: number,
): PastRating[] {
  const random = seededRandom(seed);
  return tickets.flatMap(({ ticket }): PastRating[] => {
    const askedAt = Date.parse(ticket.updatedAt) + 4 * HOUR_MS;
    if (ticket.status !== "resolved" || askedAt > now || !random.chance(askedPercent)) return [];
    const ratedAt = askedAt + random.between(1, 40) * HOUR_MS;
    const isRated = random.chance(ratedPercent) && ratedAt < now;
    const score = isRated ? random.pick(scores) : null;
    return [
      {
        id: newId(askedAt),
        ticketId: ticket.id,
        customerId: ticket.customerId,
        agentId: ticket.assignedTo,
        teamId: teamOf(ticket.category),
        language: "en",
        askedAt: new Date(askedAt).toISOString(),
        score,
        comment: score === null ? null : random.pick(comments[score] ?? [null]),
        ratedAt: score === null ? null : new Date(ratedAt).toISOString(),
      },
    ];
  });
}

/** The step of a ticket's trail that its rating is; none where it was not rated. */
export function ratedSteps(
  { ticket, messages }: MadeTicket,
  ratings: readonly PastRating[],
): ImportedTicket["activities"] {
  const rating = ratings.find(({ ticketId }) => ticketId === ticket.id);
  if (!rating?.ratedAt) return [];
  const details = { from: null, to: String(rating.score), author: messages[0]?.authorName ?? "The customer" };
  return [{ kind: "rated", actorId: null, details, createdAt: rating.ratedAt }];
}
