import pg from "pg";
import { SeparateWorker } from "../../platform/bounded-work/separate-worker.ts";
import type { Cost } from "./costs.ts";

/** A store's transaction sets this at its start. Others read what is cached, such as a day's count of mails. */
const ofStore = "app.client_id";
const remembered = /"intake_days"/;

/** Runs `work` in this process and returns what it cost. */
export async function costOf(work: () => Promise<unknown>): Promise<Cost> {
  const { run } = SeparateWorker.prototype;
  let handOvers = 0;
  SeparateWorker.prototype.run = function (this: object, ...args: unknown[]) {
    handOvers += 1;
    return Reflect.apply(run, this, args);
  } as typeof run;
  let textsByClient: string[][];
  try {
    textsByClient = await statementsOf(work);
  } finally {
    SeparateWorker.prototype.run = run;
  }
  const transactions = textsByClient
    .flatMap(transactionsIn)
    .filter(([begin = "", ...rest]) => begin.includes(ofStore) && !rest.some((text) => remembered.test(text)));
  return { statements: transactions.flat().length, transactions: transactions.length, handOvers };
}

/** Runs `work` and returns the statements that this process ran meanwhile, one list for each connection. */
export async function statementsOf(work: () => Promise<unknown>): Promise<string[][]> {
  const textsByClient = new Map<object, string[]>();
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [first] = args;
    const text = typeof first === "string" ? first : String(Reflect.get(Object(first), "text"));
    textsByClient.set(this, [...(textsByClient.get(this) ?? []), text]);
    return Reflect.apply(query, this, args);
  } as typeof query;
  try {
    await work();
  } finally {
    pg.Client.prototype.query = query;
  }
  return [...textsByClient.values()];
}

/** The statements that one connection ran, one list for each `begin`. */
function transactionsIn(texts: string[]): string[][] {
  const transactions: string[][] = [];
  for (const text of texts) {
    if (/^begin\b/i.test(text)) transactions.push([text]);
    else transactions.at(-1)?.push(text);
  }
  return transactions;
}
