import type { FullDesk } from "../full-desk.ts";

type Example = {
  /** Arguments after the transaction. */
  args: (desk: FullDesk) => unknown[];
  /** A statement of the database's owner that gives the query something to reach. */
  arrange: ((desk: FullDesk) => string) | undefined;
};

/** Examples of the queries for which the names of their parameters say too little, by the query's name. */
export const examples = new Map<string, Example>();

/** Says what a query is tried with: `is` takes arguments after the transaction, and a statement that arranges for them. */
export function example<Args extends unknown[]>(query: (tx: never, ...args: Args) => unknown) {
  return {
    is: (args: (desk: FullDesk) => Args, arrange?: Example["arrange"]) =>
      void examples.set(query.name, { args, arrange }),
  };
}
