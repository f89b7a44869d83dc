import { createHash } from "node:crypto";
import type { DBAdapter } from "better-auth";
import { newId } from "../../../platform/db/ids.ts";
import { codeOf } from "../../../platform/error-code.ts";

type Adapter = Pick<DBAdapter, "create" | "findOne" | "updateMany" | "deleteMany">;

/** A key to count by, and how many guesses it allows in the minutes that begin with the first. */
export type Counter = { key: string; most: number; minutes: number };

const model = "password_guesses";
type Row = { count: number; until: Date };

/** The table of guesses, for the sign-in library's adapter. */
export const guessTables = {
  password_guesses: {
    fields: { key: { type: "string" }, count: { type: "number" }, until: { type: "date" } },
  },
} as const;

/** The stored form of a counter's key. */
export function storedKey({ key }: Pick<Counter, "key">): string {
  return createHash("sha256").update(key).digest("base64url");
}

const keyIs = (counter: Counter) => ({ field: "key", value: storedKey(counter) });

/**
 * Counts a guess before it is tried, as many at once would all pass a check of the count so far. Returns when guesses
 * are allowed again, uncounted, or null where it may be tried. The count is in the database, shared by all processes.
 */
export async function countGuess(adapter: Adapter, counter: Counter): Promise<Date | null> {
  const { most, minutes } = counter;
  const ofCounter = keyIs(counter);
  for (;;) {
    const now = new Date();
    const firstGuess = { count: 1, until: new Date(now.getTime() + minutes * 60_000) };
    const row = await adapter.findOne<Row>({ model, where: [ofCounter] });
    if (!row) {
      if (await isFirst(adapter, { ...firstGuess, key: ofCounter.value })) return null;
      continue;
    }
    const isOver = row.until <= now;
    if (!isOver && row.count >= most) return row.until;
    const update = isOver ? firstGuess : { count: row.count + 1 };
    // Only if nobody else has counted meanwhile.
    if ((await adapter.updateMany({ model, where: [ofCounter, ...asItWas(row)], update })) === 1) return null;
  }
}

function asItWas({ count, until }: Row) {
  return [
    { field: "count", value: count },
    { field: "until", value: until },
  ];
}

async function isFirst(adapter: Adapter, row: Row & { key: string }): Promise<boolean> {
  try {
    await adapter.create({ model, data: { id: newId(), ...row }, forceAllowId: true });
    return true;
  } catch (error) {
    // Another guess was the first at the same moment; it may have been right and forgotten since.
    if (codeOf(error) === "23505") return false;
    throw error;
  }
}

/** Takes a guess back that was right or not tried. */
export async function takeBack(adapter: Adapter, counter: Counter): Promise<void> {
  const ofCounter = keyIs(counter);
  for (;;) {
    const row = await adapter.findOne<Row>({ model, where: [ofCounter] });
    if (!row || row.count === 0) return;
    const update = { count: row.count - 1 };
    if ((await adapter.updateMany({ model, where: [ofCounter, ...asItWas(row)], update })) === 1) return;
  }
}

/** Forgets all guesses of a counter. */
export async function forgetGuesses(adapter: Adapter, counter: Counter): Promise<void> {
  await adapter.deleteMany({ model, where: [keyIs(counter)] });
}
