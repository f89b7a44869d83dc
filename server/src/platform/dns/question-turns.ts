import type { Owner, Places } from "../bounded-work/fair-queue.ts";

type Member<Item> = { name: string; items: Item[] };
type Group<Item> = {
  /** Its members, who came last at the end. */
  byArrival: Map<string, Member<Item>>;
  /** The same in the order of their turns. */
  byTurn: Set<string>;
  isNewestNext: boolean;
};

/** What was taken, and what is called once it holds its place no more. */
export type Taken<Item> = { item: Item; end: () => void };

/** Whoever comes last is given so many at once: all that a mail asks for at first. */
const mostTogether = 4;

/**
 * Questions that wait to be asked. Groups take turns; in a group every other turn is of the member who came last, so that nobody new
 * stands behind somebody's many, and the others are of all members in turn. No more of a group and of a member are taken at once
 * than there are places for.
 */
export class QuestionTurns<Item> {
  readonly #places: Places;
  readonly #isWaiting: (item: Item) => boolean;
  readonly #groups = new Map<string, Group<Item>>();
  readonly #taken = new Map<string, number>();

  /** Of what does not wait any more nothing is taken: it may have been another member's too, or nobody's any more. */
  constructor(places: Places, isWaiting: (item: Item) => boolean) {
    this.#places = places;
    this.#isWaiting = isWaiting;
  }

  /** Lets something wait: its member comes with it. */
  add(item: Item, { group, member }: Owner): void {
    const { byArrival, byTurn } = this.#group(group);
    const known = byArrival.get(member);
    const one = known ?? { name: member, items: [] };
    one.items.push(item);
    byArrival.delete(member);
    byArrival.set(member, one);
    byTurn.add(member);
  }

  /** What is next; nothing where nothing may be taken. */
  take(): Taken<Item>[] {
    for (const [name, group] of this.#groups) {
      if (!this.#mayTake("group", name)) continue;
      const taken = this.#takeOf(name, group);
      if (taken.length > 0 || group.byArrival.size === 0) this.#groups.delete(name);
      if (taken.length === 0) continue;
      // Its next turn is after all others'.
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
