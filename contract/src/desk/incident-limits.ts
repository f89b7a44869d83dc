/** The limits of incidents (docs/product.md#incidents). */
export const incidentLimits = {
  incidentNameLength: 100,
  /** Tickets of one incident, and people whom one answer goes to. */
  incidentTickets: 500,
  /** Tickets that one request puts on an incident. */
  ticketsJoined: 50,
  /** Filled-in texts that one request shows. */
  answersPreviewed: 50,
  /** Orders that are listed as concerned, and parcels as stalled. */
  concernedOrders: 500,
  /** How many different customers make an incident. */
  incidentCustomers: 4,
} as const;
