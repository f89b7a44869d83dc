import type pg from "pg";

/** Does something in a transaction of the owner's. */
export async function inTransaction(owner: pg.ClientBase, work: () => Promise<void>): Promise<void> {
  await owner.query("begin");
  try {
    await work();
    await owner.query("commit");
  } catch (error) {
    // Where the connection is gone, so is the transaction; the first error says why.
    await owner.query("rollback").catch(() => undefined);
    throw error;
  }
}
