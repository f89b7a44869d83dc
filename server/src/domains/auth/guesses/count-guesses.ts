import { createHash } from "node:crypto";
import type { DBAdapter } from "better-auth";
import { newId } from "../../../platform/db/ids.ts";
import { codeOf } from "../../../platform/error-code.ts";

type Adapter = Pick<DBAdapter, "create" | "findOne" | "updateMany" | "deleteMany">;

/** What is counted: by what, and how many are let through in the time that begins with the first. */
export type Counter = { key: string; most: number };

export const withinMinutes = 5;
const model = "password_guesses";
type Row = { count: number; until: Date };

/** The table of what was guessed, for the sign-in library's adapter. */
export const guessTables = {
  password_guesses: {
    fields: { key: { type: "string" }, count: { type: "number" }, until: { type: "date" } },
  },
} as const;

const keyIs = (key: string) => ({ field: "key", value: createHash("sha256").update(key).digest("base64url") });

/**
 * Counts a guess before it is tried, as many at once would all find that there were few so far; false when there were enough,
 * and then it is not counted. The count is the database's, for all processes together.
 */
export async function countGuess(adapter: Adapter, { key, most }: Counter): Promise<boolean> {
  const mine = keyIs(key);
  for (;;) {
    const now = new Date();
    const anew = { count: 1, until: new Date(now.getTime() + withinMinutes * 60_000) };
    const row = await adapter.findOne<Row>({ model, where: [mine] });
    if (!row) {
      if (await isFirst(adapter, { ...anew, key: mine.value })) return true;
      continue;
    }
    const isOver = row.until <= now;
    if (!isOver && row.count >= most) return false;
    const update = isOver ? anew : { count: row.count + 1 };
    // Only when nobody else has counted meanwhile.
    if ((await adapter.updateMany({ model, where: [mine, ...asItWas(row)], update })) === 1) return true;
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
    // Another guess was the first one at the same moment, and may have been right and forgotten since.
    if (codeOf(error) === "23505") return false;
    throw error;
  }
}

/** Takes one guess back: it was right, or it was not tried. */
export async function takeBack(adapter: Adapter, { key }: Counter): Promise<void> {
  const mine = keyIs(key);
  for (;;) {
    const row = await adapter.findOne<Row>({ model, where: [mine] });
    if (!row || row.count === 0) return;
    const update = { count: row.count - 1 };
    if ((await adapter.updateMany({ model, where: [mine, ...asItWas(row)], update })) === 1) return;
  }
}

/** Forgets all guesses of a counter. */
export async function forgetGuesses(adapter: Adapter, { key }: Counter): Promise<void> {
  await adapter.deleteMany({ model, where: [keyIs(key)] });
}
