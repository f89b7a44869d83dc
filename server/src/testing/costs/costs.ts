/** What an operation costs: round trips with a store's data, their transactions, and hand-overs to a thread. */
export type Cost = { statements: number; transactions: number; handOvers: number };

const cost = (statements: number, transactions: number, handOvers = 0): Cost => ({
  statements,
  transactions,
  handOvers,
});

/**
 * The most frequent operations and their costs: a change that makes one dearer or cheaper has to be written down here.
 * Left out is what varies from run to run: lookups cached for seconds (sessions, addresses, counts of mail), the job
 * queue, and bytes and rows, which depend on how full pages are and when statistics were gathered.
 */
export const costs = {
  "the list": cost(3, 1),
  "a search of the list": cost(3, 1),
  "a ticket": cost(3, 1),
  // Asked for only if the ticket says that there is something to show.
  "the incidents of a ticket": cost(4, 1),
  "the open actions of a ticket": cost(4, 1),
  "a mail that begins a ticket": cost(22, 3, 1),
  "a mail that answers on a ticket": cost(24, 3, 1),
  "the document of a ticket": cost(3, 1),
  "a reply": cost(13, 1),
  "the delivery of a reply": cost(17, 3),
} as const;

/** The same with 50 rules on for it, of which none runs, and one that adds a tag. */
export const costsOfRules = {
  "50 rules that do not run": cost(24, 3, 1),
  "50 rules of which one runs": cost(33, 3, 1),
} as const;
