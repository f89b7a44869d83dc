import type { Owner, Places } from "../bounded-work/fair-queue.ts";

type Member<Item> = { name: string; items: Item[] };
type Group<Item> = {
  /** Members by their latest arrival, newest last. */
  byArrival: Map<string, Member<Item>>;
  /** Members in the order of their turns. */
  byTurn: Set<string>;
  isNewestNext: boolean;
};

/** A taken item; `end` gives its place back. */
export type Taken<Item> = { item: Item; end: () => void };

/** The newest member gets this many at once: the first questions of a mail. */
const mostTogether = 4;

/**
 * Waiting questions. Groups take turns. Within a group every other turn goes to the newest member, so that nobody new
 * waits behind a backlog, and the rest go round all members. A group and a member never hold more than their places.
 */
export class QuestionTurns<Item> {
  readonly #places: Places;
  readonly #isWaiting: (item: Item) => boolean;
  readonly #groups = new Map<string, Group<Item>>();
  readonly #taken = new Map<string, number>();

  /** `isWaiting` is false for items to skip: taken through another member, or no longer needed. */
  constructor(places: Places, isWaiting: (item: Item) => boolean) {
    this.#places = places;
    this.#isWaiting = isWaiting;
  }

  /** Adds an item and makes its member the newest. */
  add(item: Item, { group, member }: Owner): void {
    const { byArrival, byTurn } = this.#group(group);
    const known = byArrival.get(member);
    const entry = known ?? { name: member, items: [] };
    entry.items.push(item);
    byArrival.delete(member);
    byArrival.set(member, entry);
    byTurn.add(member);
  }

  /** Takes the next items; none if none may be taken now. */
  take(): Taken<Item>[] {
    for (const [name, group] of this.#groups) {
      if (!this.#mayTake("group", name)) continue;
      const taken = this.#takeOf(name, group);
      if (taken.length > 0 || group.byArrival.size === 0) this.#groups.delete(name);
      if (taken.length === 0) continue;
      // Moves the group to the end of the line.
      if (group.byArrival.size > 0) this.#groups.set(name, group);
      return taken;
    }
    return [];
  }

  #group(name: string): Group<Item> {
    const known = this.#groups.get(name);
    if (known) return known;
    const group: Group<Item> = { byArrival: new Map(), byTurn: new Set(), isNewestNext: true };
    this.#groups.set(name, group);
    return group;
  }

  #takeOf(owner: string, group: Group<Item>): Taken<Item>[] {
    const { isNewestNext, byArrival, byTurn } = group;
    const order = isNewestNext ? [...byArrival.keys()].toReversed() : [...byTurn];
    for (const name of order) {
      const member = byArrival.get(name);
      const taken = member ? this.#takeSome(owner, member, isNewestNext ? mostTogether : 1) : [];
      if (member?.items.length === 0) {
        byArrival.delete(name);
        byTurn.delete(name);
      }
      if (taken.length === 0) continue;
      if (byTurn.delete(name)) byTurn.add(name);
      group.isNewestNext = !isNewestNext;
      return taken;
    }
    return [];
  }

  #takeSome(owner: string, { name, items }: Member<Item>, most: number): Taken<Item>[] {
    const taken: Taken<Item>[] = [];
    const member = `${owner} ${name}`;
    while (taken.length < most && this.#mayTake("group", owner) && this.#mayTake("member", member)) {
      const item = items.shift();
      if (item === undefined) break;
      if (this.#isWaiting(item)) taken.push({ item, end: this.#hold(owner, member) });
    }
    return taken;
  }

  #mayTake(kind: keyof Places, name: string): boolean {
    return (this.#taken.get(`${kind} ${name}`) ?? 0) < this.#places[kind];
  }

  #hold(group: string, member: string): () => void {
    const keys = [`group ${group}`, `member ${member}`];
    for (const key of keys) this.#taken.set(key, (this.#taken.get(key) ?? 0) + 1);
    return () => {
      for (const key of keys) {
        const left = (this.#taken.get(key) ?? 1) - 1;
        if (left > 0) this.#taken.set(key, left);
        else this.#taken.delete(key);
      }
    };
  }
}
