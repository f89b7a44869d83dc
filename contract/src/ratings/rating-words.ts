// A ticket's screen has this file: it imports nothing.

/** The scores, from the worst to the best. */
export const ratingScores = [1, 2, 3, 4, 5] as const;
export type RatingScore = (typeof ratingScores)[number];

/** What each score is called in the desk. */
export const ratingLabels: Record<RatingScore, string> = {
  1: "Very bad",
  2: "Bad",
  3: "Okay",
  4: "Good",
  5: "Very good",
};

/** Whether a score is one of these that colleagues are told of. */
export function isLowRating(score: number): boolean {
  return score <= 2;
}

/** The score that a text names; null where it names none. */
export function scoreIn(text: string | null | undefined): RatingScore | null {
  return ratingScores.find((score) => String(score) === text) ?? null;
}
