/**
 * An error whose message holds what somebody outside said, or what stands in a mail: people and programs may be shown it, and
 * the log keeps its kind alone.
 */
export class QuotingError extends Error {}
