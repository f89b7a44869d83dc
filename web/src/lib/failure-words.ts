export const UNREACHABLE = "Deskhand could not be reached. Check your connection and try again.";
export const UNEXPECTED = "An unexpected error occurred";

/** Statuses that only say that the server is not ready, worth a retry. */
export const PASSING_STATUSES: readonly number[] = [502, 503, 504];
