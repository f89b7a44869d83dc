/** Whose something is. Groups take turns, and within each its members, who may be of several groups. */
export type Owner = { group: string; member: string };

/** Things of one group that were taken together: under way until they end. */
export type Taken<Item> = { items: Item[]; end(): void };

/** By group and member, in the order of their turns. */
type Lane<Item> = Map<string, Map<string, Item[]>>;

/**
 * A queue before some who serve, in which nobody waits behind somebody's many: groups and their members take turns, and what is
 * late stands behind all that is not. Where several serve, neither a group nor a member nor what is late ever holds them all.
 */
export class FairQueue<Item> {
  readonly #fresh: Lane<Item> = new Map();
  readonly #late: Lane<Item> = new Map();
  readonly #held = new Map<string, number>();
  readonly #mostHeld: number;

  /** So many serve. */
  constructor(servers: number) {
    this.#mostHeld = Math.max(1, servers - 1);
  }

  add(item: Item, { group, member }: Owner, isLate: boolean): void {
    const lane = isLate ? this.#late : this.#fresh;
    const members = lane.get(group) ?? new Map<string, Item[]>();
    lane.set(group, members);
    const items = members.get(member);
    if (items) items.push(item);
    else members.set(member, [item]);
  }

  /** Takes what is next: one, or up to `most` of a group that may go together; null while nothing may. */
  take(most: number, mayJoin: (item: Item) => boolean): Taken<Item> | null {
    return this.#takeFrom(this.#fresh, [], most, mayJoin) ?? this.#takeFrom(this.#late, ["late"], most, mayJoin);
  }

  #takeFrom(lane: Lane<Item>, holds: string[], most: number, mayJoin: (item: Item) => boolean): Taken<Item> | null {
    if (!holds.every((hold) => this.#mayHold(hold))) return null;
    for (const [group, members] of lane) {
      if (!this.#mayHold(`group ${group}`)) continue;
      const { items, from } = this.#takeTurns(members, most, mayJoin);
      if (items.length === 0) continue;
      // Its next turn is after all others'.
      lane.delete(group);
      if (members.size > 0) lane.set(group, members);
      return this.#hold(items, [...holds, `group ${group}`, ...from]);
    }
    return null;
  }

  #takeTurns(members: Map<string, Item[]>, most: number, mayJoin: (item: Item) => boolean) {
    const items: Item[] = [];
    const from = new Set<string>();
    // Whoever has more is set behind the others, and comes round again.
    for (const [member, waiting] of members) {
      const [next] = waiting;
      const isAlone = next !== undefined && !mayJoin(next);
      if (next === undefined || !this.#mayHold(`member ${member}`) || (isAlone && items.length > 0)) continue;
      items.push(next);
      from.add(`member ${member}`);
      members.delete(member);
      waiting.shift();
      if (waiting.length > 0) members.set(member, waiting);
      if (isAlone || items.length >= most) break;
    }
    return { items, from };
  }

  #mayHold(name: string): boolean {
    return (this.#held.get(name) ?? 0) < this.#mostHeld;
  }

  #hold(items: Item[], names: string[]): Taken<Item> {
    for (const name of names) this.#held.set(name, (this.#held.get(name) ?? 0) + 1);
    const letGo = (name: string) => {
      const left = (this.#held.get(name) ?? 1) - 1;
      if (left > 0) this.#held.set(name, left);
      else this.#held.delete(name);
    };
    return { items, end: () => names.forEach(letGo) };
  }
}
