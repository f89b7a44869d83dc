/** What an operation costs: round trips with a store's data, their transactions, and hand-overs to a thread. */
export type Cost = { statements: number; transactions: number; handOvers: number };

const cost = (statements: number, transactions: number, handOvers = 0): Cost => ({
  statements,
  transactions,
  handOvers,
});

/**
 * The most frequent operations and what each costs: a change that makes one dearer or cheaper has to say so here. Left out is
 * what differs from run to run: what is remembered for seconds (a session, an address, how much mail came), what a job queue
 * does, and bytes and rows, which depend on how full pages are and when statistics were gathered.
 */
export const costs = {
  "the list": cost(3, 1),
  "a search of the list": cost(3, 1),
  "a ticket": cost(3, 1),
  "a mail that begins a ticket": cost(22, 3, 1),
  "a mail that answers on a ticket": cost(24, 3, 1),
  "the document of a ticket": cost(3, 1),
  "a reply": cost(13, 1),
  "the delivery of a reply": cost(17, 3),
} as const;
