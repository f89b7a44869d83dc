import { ratingLabels, scoreIn } from "@deskhand/contract/ratings/rating-words";
import type { TicketRating as Rating } from "@deskhand/contract/ratings/ratings";
import { formatDateTime } from "../../lib/format.ts";
import { RatingFace } from "./rating-face.tsx";

/** What the customer of a ticket said of the help, or that they were asked. */
export function TicketRating({ rating: { askedAt, score: of, comment, ratedAt, changedAt } }: { rating: Rating }) {
  const score = scoreIn(String(of));
  if (score === null) {
    return <p className="mt-1.5 text-soft text-sm">Asked for a rating on {formatDateTime(askedAt)}, not rated yet</p>;
  }
  return (
    <section aria-label="Rating" className="mt-2.5 flex gap-3 border-line border-t pt-2.5">
      <RatingFace score={score} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <span className="font-semibold">Rated: {ratingLabels[score]}</span>
          <span className="text-soft text-xs">
            {score} of 5{ratedAt !== null && `, ${formatDateTime(ratedAt)}`}
            {changedAt !== null && `, changed ${formatDateTime(changedAt)}`}
          </span>
        </p>
        {comment !== null && (
          <p dir="auto" className="mt-1 max-h-32 overflow-y-auto whitespace-pre-wrap text-sm break-anywhere">
            {comment}
          </p>
        )}
      </div>
    </section>
  );
}
