/** The limits of teams (docs/product.md#limits), apart from the others because the dashboard's first load has no use for them. */
export const teamLimits = {
  /** Teams of a store. */
  teams: 100,
  teamNameLength: 60,
  /** The largest number of open tickets up to which a team gives somebody more. */
  teamOpenTickets: 1_000,
  /** The longest that supervisors wait to be told of a ticket that nobody has taken. */
  teamTellMinutes: 1_440,
} as const;
