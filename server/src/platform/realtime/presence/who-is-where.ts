import { type Doing, doings, type PersonPresence, type Place, presenceLimits } from "@deskhand/contract/desk/presence";
import { isId } from "../../db/ids.ts";
import type { TenantId } from "../../db/tenant.ts";

/** A person and the tickets they are at. */
export type Whereabouts = { tenantId: TenantId; userId: string; at: Place[] };
type Who = { tenantId: TenantId; userId: string };

/** A person's places by source: connections to this process, and other processes. */
type Person = Who & {
  here: Map<string, { at: Place[]; until: number }>;
  elsewhere: Map<string, Place[]>;
  /** What was last sent to screens and other processes, as text; sent again when it differs. */
  sentToScreens: string;
  sentToProcesses: string;
};

/**
 * Tracks who is at which ticket, from this process's connections and other processes' notices. Silent connections and
 * processes expire, the latter with all their people. Has no clock: times in ms are passed in.
 */
export class WhoIsWhere {
  readonly #people = new Map<string, Person>();
  readonly #byTenant = new Map<TenantId, Set<Person>>();
  readonly #byConnection = new Map<string, Person>();
  readonly #processes = new Map<string, { until: number; people: Set<Person> }>();
  #changed = new Set<Person>();

  /** Records where a connection's person is. */
  say(connection: string, who: Who, at: Place[], now: number): void {
    if (at.length === 0) {
      this.leave(connection);
      return;
    }
    const person = this.#personOf(who);
    const before = person.here.get(connection);
    person.here.set(connection, { at, until: now + presenceLimits.goneMs });
    this.#byConnection.set(connection, person);
    if (!before || JSON.stringify(before.at) !== JSON.stringify(at)) this.#changed.add(person);
  }

  /** Removes a connection that has ended or whose person is nowhere. */
  leave(connection: string): void {
    const person = this.#byConnection.get(connection);
    if (!person) return;
    person.here.delete(connection);
    this.#byConnection.delete(connection);
    this.#changed.add(person);
  }

  /** Records another process's notice of people; returns whether the process is new. */
  hear(process: string, people: readonly Whereabouts[], now: number): boolean {
    const known = this.#processes.get(process);
    const { people: theirPeople } = known ?? { people: new Set<Person>() };
    this.#processes.set(process, { until: now + presenceLimits.goneMs, people: theirPeople });
    for (const { at, ...who } of people) {
      const person = this.#personOf(who);
      if (at.length > 0) {
        person.elsewhere.set(process, at);
        theirPeople.add(person);
      } else {
        person.elsewhere.delete(process);
        theirPeople.delete(person);
      }
      this.#changed.add(person);
    }
    return known === undefined;
  }

  /** Removes another process that ended or restarted, with its people. */
  forget(process: string): void {
    for (const person of this.#processes.get(process)?.people ?? []) {
      person.elsewhere.delete(process);
      this.#changed.add(person);
    }
    this.#processes.delete(process);
  }

  /** Removes all other processes, as after a lost connection. */
  forgetOthers(): void {
    for (const process of [...this.#processes.keys()]) this.forget(process);
  }

  /** Removes connections and processes that were silent for too long. */
  expire(now: number): void {
    for (const [connection, person] of this.#byConnection) {
      if ((person.here.get(connection)?.until ?? 0) <= now) this.leave(connection);
    }
    for (const [process, { until }] of this.#processes) if (until <= now) this.forget(process);
  }

  hasOthers(): boolean {
    return this.#processes.size > 0;
  }

  /** Whether there may be changes to send. */
  hasChanged(): boolean {
    return this.#changed.size > 0;
  }

  /** Lists a tenant's people who are at a ticket. */
  everybodyOf(tenantId: TenantId): PersonPresence[] {
    const people = [...(this.#byTenant.get(tenantId) ?? [])];
    return people.map((person) => ({ userId: person.userId, at: placesOf(person) })).filter(({ at }) => at.length > 0);
  }

  /** Lists people who are at a ticket through this process. */
  everybodyHere(): Whereabouts[] {
    return [...new Set(this.#byConnection.values())].map(hereOf).filter(({ at }) => at.length > 0);
  }

  /**
   * Returns the changes since the last call: all of them for `screens` by tenant, and this process's people for other
   * `processes`.
   */
  takeChanges(): { screens: Map<TenantId, PersonPresence[]>; processes: Whereabouts[] } {
    const screens = new Map<TenantId, PersonPresence[]>();
    const processes: Whereabouts[] = [];
    for (const person of this.#changed) {
      const [at, here] = [placesOf(person), hereOf(person)];
      const [atText, hereText] = [JSON.stringify(at), JSON.stringify(here.at)];
      if (atText !== person.sentToScreens) {
        const news = screens.get(person.tenantId) ?? [];
        news.push({ userId: person.userId, at });
        screens.set(person.tenantId, news);
      }
      if (hereText !== person.sentToProcesses) processes.push(here);
      person.sentToScreens = atText;
      person.sentToProcesses = hereText;
      if (person.here.size === 0 && person.elsewhere.size === 0) this.#remove(person);
    }
    this.#changed = new Set();
    return { screens, processes };
  }

  /** Whether no person and no other process is recorded. */
  isEmpty(): boolean {
    return this.#people.size === 0 && this.#byConnection.size === 0 && this.#processes.size === 0;
  }

  #personOf({ tenantId, userId }: Who): Person {
    const key = `${tenantId} ${userId}`;
    const known = this.#people.get(key);
    if (known) return known;
    const person: Person = {
      tenantId,
      userId,
      here: new Map(),
      elsewhere: new Map(),
      sentToScreens: "[]",
      sentToProcesses: "[]",
    };
    this.#people.set(key, person);
    const colleagues = this.#byTenant.get(tenantId) ?? new Set();
    this.#byTenant.set(tenantId, colleagues.add(person));
    return person;
  }

  #remove(person: Person): void {
    this.#people.delete(`${person.tenantId} ${person.userId}`);
    const colleagues = this.#byTenant.get(person.tenantId);
    colleagues?.delete(person);
    if (colleagues?.size === 0) this.#byTenant.delete(person.tenantId);
  }
}

function placesOf({ here, elsewhere }: Person): Place[] {
  return joinPlaces([...[...here.values()].flatMap(({ at }) => at), ...[...elsewhere.values()].flat()]);
}

function hereOf({ tenantId, userId, here }: Person): Whereabouts {
  return { tenantId, userId, at: joinPlaces([...here.values()].flatMap(({ at }) => at)) };
}

/** Parses a connection's message; null if it is invalid. Does not reveal whether a ticket exists. */
export function readClaim(value: unknown): { at: Place[]; asksForAll: boolean } | null {
  if (!isObject(value) || !Array.isArray(value.at) || value.at.length > presenceLimits.places) return null;
  const at = readPlaces(value.at);
  return at && { at, asksForAll: value.asksForAll === true };
}

/** Merges places: each ticket once with its strongest activity, in a fixed order. */
function joinPlaces(places: Iterable<Place>): Place[] {
  const strongest = new Map<string, Doing>();
  for (const { ticketId, doing } of places) {
    const known = strongest.get(ticketId);
    if (known === undefined || doings.indexOf(doing) > doings.indexOf(known)) strongest.set(ticketId, doing);
  }
  return [...strongest]
    .map(([ticketId, doing]) => ({ ticketId, doing }))
    .sort((a, b) => doings.indexOf(b.doing) - doings.indexOf(a.doing) || compare(a, b))
    .slice(0, presenceLimits.places);
}

function compare(a: Place, b: Place): number {
  return a.ticketId < b.ticketId ? -1 : 1;
}

function readPlaces(values: readonly unknown[]): Place[] | null {
  const places: Place[] = [];
  for (const value of values) {
    if (!isObject(value) || typeof value.ticketId !== "string" || !isId(value.ticketId)) return null;
    const doing = doings.find((each) => each === value.doing);
    if (doing === undefined) return null;
    places.push({ ticketId: value.ticketId.toLowerCase(), doing });
  }
  return joinPlaces(places);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
