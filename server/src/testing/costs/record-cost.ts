import pg from "pg";
import { SeparateWorker } from "../../platform/bounded-work/separate-worker.ts";
import type { Cost } from "./costs.ts";

/** Transactions of a store begin with it. Those of nobody look for what is remembered, as the counts of a day's mail are. */
const ofStore = "app.client_id";
const remembered = /"intake_days"/;

/** Does something in this process, and gives what it cost; what other connections do meanwhile is none of it. */
export async function costOf(work: () => Promise<unknown>): Promise<Cost> {
  const asked = new Map<object, string[]>();
  const { query } = pg.Client.prototype;
  const { run } = SeparateWorker.prototype;
  let handOvers = 0;
  pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
    const [first] = given;
    const text = typeof first === "string" ? first : String(Reflect.get(Object(first), "text"));
    asked.set(this, [...(asked.get(this) ?? []), text]);
    return Reflect.apply(query, this, given);
  } as typeof query;
  SeparateWorker.prototype.run = function (this: object, ...given: unknown[]) {
    handOvers += 1;
    return Reflect.apply(run, this, given);
  } as typeof run;
  try {
    await work();
  } finally {
    pg.Client.prototype.query = query;
    SeparateWorker.prototype.run = run;
  }
  const transactions = [...asked.values()]
    .flatMap(transactionsIn)
    .filter(([begin = "", ...rest]) => begin.includes(ofStore) && !rest.some((text) => remembered.test(text)));
  return { statements: transactions.flat().length, transactions: transactions.length, handOvers };
}

/** What one connection was asked, from each `begin` on. */
function transactionsIn(texts: string[]): string[][] {
  const transactions: string[][] = [];
  for (const text of texts) {
    if (/^begin\b/i.test(text)) transactions.push([text]);
    else transactions.at(-1)?.push(text);
  }
  return transactions;
}
