import type { RatingScore } from "@deskhand/contract/ratings/rating-words";
import type { ReactNode } from "react";

/** The mouths, from a frown to a laugh. */
const mouths: Record<RatingScore, ReactNode> = {
  1: <path d="M14 35c3-7 17-7 20 0M13 15l6 3M35 15l-6 3" />,
  2: <path d="M15 33c4-4 14-4 18 0" />,
  3: <path d="M15 31h18" />,
  4: <path d="M14 29c4 5 16 5 20 0" />,
  5: <path d="M13 28h22c0 12-22 12-22 0z" fill="currentColor" />,
};
const tones: Record<RatingScore, string> = {
  1: "text-red",
  2: "text-red",
  3: "text-amber",
  4: "text-green",
  5: "text-green",
};

/** The face of a score; what it says stands beside it. */
export function RatingFace({ score, size = 28 }: { score: RatingScore; size?: number }) {
  return (
    <svg
      viewBox="0 0 48 48"
      width={size}
      height={size}
      aria-hidden
      className={`shrink-0 ${tones[score]}`}
      fill="none"
      stroke="currentColor"
      strokeWidth={3}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <circle cx="24" cy="24" r="21" />
      <circle cx="17" cy="19" r="1.6" fill="currentColor" />
      <circle cx="31" cy="19" r="1.6" fill="currentColor" />
      {mouths[score]}
    </svg>
  );
}
