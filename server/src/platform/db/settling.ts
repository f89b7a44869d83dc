import type { RawBuilder } from "kysely";
import type { Services } from "../services.ts";
import { builtOnce } from "./statement.ts";
import type { Noted, TenantTx } from "./tenant.ts";

/** A reaction to what a transaction noted, before it ends. */
export type Settle<Read = unknown> = {
  /** What it asks the database about, for these steps; empty where they do not concern it, and it does nothing. */
  asks: (noted: readonly Noted[]) => string[];
  /** What it has to know first. All reactions read in one statement, so that none costs a round trip where nothing is set up. */
  reads: (asked: string[]) => RawBuilder<Read>;
  /** Reacts; `tx.noted` has what earlier reactions did as well. A fault of its own is for the log: it undoes nothing of the others. */
  react: (tx: TenantTx, read: Read, services: Services) => Promise<void>;
};

/** A reaction whose `react` takes what its `reads` selects. */
export function settling<Read>({ asks, reads, react }: Settle<Read>): Settle {
  // The types of both were compared here, and nowhere else are they put together.
  return { asks, reads, react: (tx, read, services) => react(tx, read as Read, services) };
}

/** Puts reactions together, in their order. */
export function settleBy(reactions: readonly Settle[], services: Services): (tx: TenantTx) => Promise<void> {
  const named = reactions.map((reaction, index) => ({ ...reaction, name: `of${index}` }));
  const readAll = builtOnce((db, asked: Record<string, string[]>) =>
    db
      .selectNoFrom(
        named.filter(({ name }) => name in asked).map(({ name, reads }) => reads(asked[name] ?? []).as(name)),
      )
      .$castTo<Record<string, unknown>>(),
  );
  return async (tx) => {
    const asked = new Map(named.map(({ name, asks }) => [name, asks(tx.noted)]));
    const concerned = named.filter(({ name }) => (asked.get(name) ?? []).length > 0);
    if (concerned.length === 0) return;
    const [read] = (
      await tx.executeQuery(readAll(Object.fromEntries(concerned.map(({ name }) => [name, asked.get(name) ?? []]))))
    ).rows;
    for (const { name, react } of concerned) await react(tx, read?.[name], services);
  };
}
