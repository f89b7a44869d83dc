/** Who owns an item. Groups take turns, and within each group its members; a member may belong to several groups. */
export type Owner = { group: string; member: string };

/** Items of one group that were taken together and count until `end` is called. */
type Taken<Item> = { items: Item[]; end(): void };

/** How many workers one group, one member, and all late items together may occupy. */
type Shares = { group: number; member: number; late: number };

/** Leaves one worker free of each group, each member and all late items, if there are several. */
export function allButOne(servers: number): Shares {
  const most = Math.max(1, servers - 1);
  return { group: most, member: most, late: most };
}

/** The share that an item counts against. */
type Hold = readonly [keyof Shares, string];
const late: Hold = ["late", ""];

/** Items by group and member, in the order of their turns. */
type Lane<Item> = Map<string, Map<string, Item[]>>;

/**
 * A queue in which nobody waits behind somebody else's backlog: groups and their members take turns, and late items
 * come after all others. No group, no member and no late items ever occupy more than their share of the workers.
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

  /** Takes the next item, or up to `most` of a group if they may go together; null if none may be taken now. */
  take(most: number, mayJoin: (item: Item) => boolean): Taken<Item> | null {
    return this.#takeFrom(this.#fresh, [], most, mayJoin) ?? this.#takeFrom(this.#late, [late], most, mayJoin);
  }

  #takeFrom(lane: Lane<Item>, holds: Hold[], most: number, mayJoin: (item: Item) => boolean): Taken<Item> | null {
    if (!holds.every((hold) => this.#mayHold(hold))) return null;
    for (const [group, members] of lane) {
      if (!this.#mayHold(["group", group])) continue;
      const { items, from } = this.#takeTurns(members, most, mayJoin);
      if (items.length === 0) continue;
      // Moves the group to the end of the line.
      lane.delete(group);
      if (members.size > 0) lane.set(group, members);
      return this.#hold(items, [...holds, ["group", group], ...from]);
    }
    return null;
  }

  #takeTurns(members: Map<string, Item[]>, most: number, mayJoin: (item: Item) => boolean) {
    const items: Item[] = [];
    const from = new Map<string, Hold>();
    // A member with more items moves behind the others; the loop reaches it again.
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

/** Gives a place back; repeated calls do nothing. */
export type Leave = () => void;

/** How many places a group and one of its members may have at once. */
export type Places = { group: number; member: number };

type Waiting = {
  /** Called with the place; null once nobody waits for it. */
  onTurn: ((leave: Leave) => void) | null;
};

/** Places to hold for a while. Anyone who finds theirs taken waits; the members of a group take turns. */
export class FairPlaces {
  readonly #queue: FairQueue<Waiting>;
  readonly #waiting = new Map<Waiting, Owner>();

  constructor(most: Places) {
    this.#queue = new FairQueue({ ...most, late: most.group });
  }

  /** Lists who is waiting, the longest first. */
  waiting(): Owner[] {
    return [...this.#waiting.values()];
  }

  /** Waits for a place; null if there was none for `patienceMs`. */
  enter(owner: Owner, patienceMs: number): Promise<Leave | null> {
    const place = Promise.withResolvers<Leave | null>();
    let timer: NodeJS.Timeout | undefined;
    const waiting: Waiting = {
      onTurn(leave) {
        clearTimeout(timer);
        end(leave);
      },
    };
    const end = (leave: Leave | null) => {
      waiting.onTurn = null;
      this.#waiting.delete(waiting);
      place.resolve(leave);
    };
    this.#waiting.set(waiting, owner);
    this.#queue.add(waiting, owner, false);
    this.#fill();
    if (waiting.onTurn) timer = setTimeout(() => end(null), patienceMs);
    return place.promise;
  }

  #fill(): void {
    for (let taken = this.#next(); taken; taken = this.#next()) {
      const { items, end } = taken;
      const [waiting] = items;
      // Whoever gave up no longer needs the place.
      if (waiting?.onTurn) waiting.onTurn(this.#leaving(end));
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
