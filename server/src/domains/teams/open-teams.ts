import { lockTallies } from "../../platform/db/lock-name.ts";
import type { TenantTx } from "../../platform/db/tenant.ts";
import { type AssignableTeam, type Free, noteGiven, selectAssignableTeams, selectFree } from "./give-out.queries.ts";

type Person = { id: string; name: string };

/** A team that tickets are being assigned to. */
export type OpenTeam = Pick<AssignableTeam, "id" | "name"> & {
  has(userId: string): boolean;
  /** Takes the member whose turn it is; null where tickets are left for somebody to take, or nobody is free. */
  next(): Person | null;
};

/** The teams that tickets are being assigned to; `close` notes whose turns were taken. */
export type OpenTeams = { get(id: string): OpenTeam | undefined; close(): Promise<void> };

/**
 * Opens teams for assigning tickets to them. From here to the end of the transaction nobody else gives tickets of the store out, so that
 * two mails never pass a limit together.
 */
export async function openTeams(tx: TenantTx, ids: readonly string[]): Promise<OpenTeams> {
  const wanted = [...new Set(ids)];
  const teams = wanted.length === 0 ? [] : await selectAssignableTeams(tx, wanted);
  const giving = teams.filter(({ givesOut }) => givesOut).map(({ id }) => id);
  if (giving.length > 0) await lockTallies(tx);
  // Counted after the lock: by then whoever gave out before has committed.
  const turns = new Turns(giving.length === 0 ? [] : await selectFree(tx, giving));
  const open = teams.map(({ id, name, openLimit, memberIds }): [string, OpenTeam] => {
    const members = new Set(memberIds);
    return [id, { id, name, has: (userId) => members.has(userId), next: () => turns.take(id, openLimit ?? Infinity) }];
  });
  const byId = new Map(open);
  return {
    get: (id) => byId.get(id),
    close: async () => void (turns.taken.length > 0 && (await noteGiven(tx, turns.taken))),
  };
}

/** Whose turn it is in each team: whoever has the fewest open tickets, of several the one who was given one the longest ago. */
class Turns {
  readonly taken: { teamId: string; userId: string }[] = [];
  readonly #free: readonly Free[];
  /** Somebody may be in several teams. */
  readonly #open: Map<string, number>;

  constructor(free: readonly Free[]) {
    // Of those who never were given one, in a fixed order.
    this.#free = free.toSorted(
      (one, other) => compare(one.givenAt ?? "", other.givenAt ?? "") || compare(one.id, other.id),
    );
    this.#open = new Map(free.map(({ id, open }) => [id, open]));
  }

  take(teamId: string, limit: number): Person | null {
    const openOf = (id: string) => this.#open.get(id) ?? 0;
    const [next] = this.#free
      .filter((one) => one.teamId === teamId && openOf(one.id) < limit)
      .toSorted((one, other) => openOf(one.id) - openOf(other.id));
    if (!next) return null;
    const { id, name } = next;
    this.#open.set(id, openOf(id) + 1);
    this.taken.push({ teamId, userId: id });
    return { id, name };
  }
}

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);
