/** The limits of ratings (docs/product.md#ratings). */
export const ratingLimits = {
  ratingCommentLength: 2_000,
  /** How long a request can be answered, and how long a rating can be changed, in days. */
  ratingDays: 30,
  ratingChangeDays: 7,
  /** How often one rating can be changed. */
  ratingChanges: 20,
  /** The pause between two requests to one person, in days. */
  ratingPauseDays: 365,
  /** Links to review sites. */
  ratingReviewLinks: 3,
  ratingReviewNameLength: 40,
  ratingReviewUrlLength: 500,
  /** A complaint that a person answered within so many hours is not asked about. */
  ratingComplaintHours: 24,
} as const;
