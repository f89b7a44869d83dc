/** Whose something is. Groups take turns, and within each its members, who may be of several groups. */
export type Owner = { group: string; member: string };

/** Things of one group that were taken together: under way until they end. */
type Taken<Item> = { items: Item[]; end(): void };

/** How many of those who serve may be taken up by one group, by one member, and by all that is late. */
type Shares = { group: number; member: number; late: number };

/** One of several who serve is left by each. */
export function allButOne(servers: number): Shares {
  const most = Math.max(1, servers - 1);
  return { group: most, member: most, late: most };
}

/** Whose share something takes. */
type Hold = readonly [keyof Shares, string];
const late: Hold = ["late", ""];

/** By group and member, in the order of their turns. */
type Lane<Item> = Map<string, Map<string, Item[]>>;

/**
 * A queue before some who serve, in which nobody waits behind somebody's many: groups and their members take turns, and what is
 * late stands behind all that is not. Neither a group nor a member nor what is late ever holds more than its share of them.
 */
export class FairQueue<Item> {
  readonly #fresh: Lane<Item> = new Map();
  readonly #late: Lane<Item> = new Map();
  readonly #held = new Map<string, number>();
  readonly #shares: Shares;

  constructor(shares: Shares) {
    this.#shares = shares;
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
    return this.#takeFrom(this.#fresh, [], most, mayJoin) ?? this.#takeFrom(this.#late, [late], most, mayJoin);
  }

  #takeFrom(lane: Lane<Item>, holds: Hold[], most: number, mayJoin: (item: Item) => boolean): Taken<Item> | null {
    if (!holds.every((hold) => this.#mayHold(hold))) return null;
    for (const [group, members] of lane) {
      if (!this.#mayHold(["group", group])) continue;
      const { items, from } = this.#takeTurns(members, most, mayJoin);
      if (items.length === 0) continue;
      // Its next turn is after all others'.
      lane.delete(group);
      if (members.size > 0) lane.set(group, members);
      return this.#hold(items, [...holds, ["group", group], ...from]);
    }
    return null;
  }

  #takeTurns(members: Map<string, Item[]>, most: number, mayJoin: (item: Item) => boolean) {
    const items: Item[] = [];
    const from = new Map<string, Hold>();
    // Whoever has more is set behind the others, and comes round again.
    for (const [member, waiting] of members) {
      const [next] = waiting;
      const isAlone = next !== undefined && !mayJoin(next);
      if (next === undefined || !this.#mayHold(["member", member]) || (isAlone && items.length > 0)) continue;
      items.push(next);
      from.set(member, ["member", member]);
      members.delete(member);
      waiting.shift();
      if (waiting.length > 0) members.set(member, waiting);
      if (isAlone || items.length >= most) break;
    }
    return { items, from: from.values() };
  }

  #mayHold(hold: Hold): boolean {
    return (this.#held.get(keyOf(hold)) ?? 0) < this.#shares[hold[0]];
  }

  #hold(items: Item[], holds: Hold[]): Taken<Item> {
    const keys = holds.map(keyOf);
    for (const key of keys) this.#held.set(key, (this.#held.get(key) ?? 0) + 1);
    const letGo = (key: string) => {
      const left = (this.#held.get(key) ?? 1) - 1;
      if (left > 0) this.#held.set(key, left);
      else this.#held.delete(key);
    };
    return { items, end: () => keys.forEach(letGo) };
  }
}

function keyOf([share, name]: Hold): string {
  return `${share} ${name}`;
}

/** Gives a place back; more than once does nothing. */
export type Leave = () => void;

/** How many places a group, and a member of it, may have at once. */
export type Places = { group: number; member: number };

type Waiting = {
  /** Called with the place; null once it is no longer waited for. */
  begin: ((leave: Leave) => void) | null;
};

/** Places that are held for a while. Who finds all of theirs taken waits: in a group its members take turns. */
export class FairPlaces {
  readonly #queue: FairQueue<Waiting>;
  readonly #waiting = new Map<Waiting, Owner>();

  constructor(most: Places) {
    this.#queue = new FairQueue({ ...most, late: most.group });
  }

  /** Whose turn has not come, those who came first before the others. */
  waiting(): Owner[] {
    return [...this.#waiting.values()];
  }

  /** A place; null when there was none for `patienceMs`. */
  enter(owner: Owner, patienceMs: number): Promise<Leave | null> {
    const place = Promise.withResolvers<Leave | null>();
    let timer: NodeJS.Timeout | undefined;
    const waiting: Waiting = {
      begin(leave) {
        clearTimeout(timer);
        end(leave);
      },
    };
    const end = (leave: Leave | null) => {
      waiting.begin = null;
      this.#waiting.delete(waiting);
      place.resolve(leave);
    };
    this.#waiting.set(waiting, owner);
    this.#queue.add(waiting, owner, false);
    this.#fill();
    if (waiting.begin) timer = setTimeout(() => end(null), patienceMs);
    return place.promise;
  }

  #fill(): void {
    for (let taken = this.#next(); taken; taken = this.#next()) {
      const { items, end } = taken;
      const [waiting] = items;
      // Who gave up needs it no more.
      if (waiting?.begin) waiting.begin(this.#leaving(end));
      else end();
    }
  }

  #leaving(end: () => void): Leave {
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      end();
      this.#fill();
    };
  }

  #next() {
    return this.#queue.take(1, () => false);
  }
}
