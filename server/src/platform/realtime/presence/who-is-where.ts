import { type Doing, doings, type PersonPresence, type Place, presenceLimits } from "@deskhand/contract/desk/presence";
import { isId } from "../../db/ids.ts";
import type { TenantId } from "../../db/tenant.ts";

/** Somebody of a tenant, and where they are. */
export type Whereabouts = { tenantId: TenantId; userId: string; at: Place[] };
type Who = { tenantId: TenantId; userId: string };

/** A person's places by who says so: their connections to this process, and other processes. */
type Person = Who & {
  here: Map<string, { at: Place[]; until: number }>;
  elsewhere: Map<string, Place[]>;
  /** What was told last, to screens and to other processes, as text: it is told again when it differs. */
  toldScreens: string;
  toldProcesses: string;
};

/**
 * Who is at which ticket, as this process knows it: by its own connections, and by what other processes say of theirs.
 * Whoever is not heard for a while is forgotten, and a process with everybody it told of. Knows no clock: times in ms come in.
 */
export class WhoIsWhere {
  readonly #people = new Map<string, Person>();
  readonly #byTenant = new Map<TenantId, Set<Person>>();
  readonly #byConnection = new Map<string, Person>();
  readonly #processes = new Map<string, { until: number; people: Set<Person> }>();
  #changed = new Set<Person>();

  /** A connection to this process says where its person is. */
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

  /** A connection has ended, or its person is nowhere. */
  leave(connection: string): void {
    const person = this.#byConnection.get(connection);
    if (!person) return;
    person.here.delete(connection);
    this.#byConnection.delete(connection);
    this.#changed.add(person);
  }

  /** Another process is there, and says where some of its people are; returns whether it was not known until now. */
  hear(process: string, people: readonly Whereabouts[], now: number): boolean {
    const known = this.#processes.get(process);
    const { people: its } = known ?? { people: new Set<Person>() };
    this.#processes.set(process, { until: now + presenceLimits.goneMs, people: its });
    for (const { at, ...who } of people) {
      const person = this.#personOf(who);
      if (at.length > 0) {
        person.elsewhere.set(process, at);
        its.add(person);
      } else {
        person.elsewhere.delete(process);
        its.delete(person);
      }
      this.#changed.add(person);
    }
    return known === undefined;
  }

  /** Another process has ended, or begins anew: nobody is where it said. */
  forget(process: string): void {
    for (const person of this.#processes.get(process)?.people ?? []) {
      person.elsewhere.delete(process);
      this.#changed.add(person);
    }
    this.#processes.delete(process);
  }

  /** Forgets all other processes, as when nothing could be heard of them for a while. */
  forgetOthers(): void {
    for (const process of [...this.#processes.keys()]) this.forget(process);
  }

  /** Forgets whoever was not heard in time. */
  expire(now: number): void {
    for (const [connection, person] of this.#byConnection) {
      if ((person.here.get(connection)?.until ?? 0) <= now) this.leave(connection);
    }
    for (const [process, { until }] of this.#processes) if (until <= now) this.forget(process);
  }

  /** Whether there is another process. */
  hasOthers(): boolean {
    return this.#processes.size > 0;
  }

  /** Whether anybody may be elsewhere than was told. */
  hasChanged(): boolean {
    return this.#changed.size > 0;
  }

  /** Everybody of a tenant who is at some ticket. */
  everybodyOf(tenantId: TenantId): PersonPresence[] {
    const people = [...(this.#byTenant.get(tenantId) ?? [])];
    return people.map((person) => ({ userId: person.userId, at: placesOf(person) })).filter(({ at }) => at.length > 0);
  }

  /** Everybody who is at some ticket by a connection to this process. */
  everybodyHere(): Whereabouts[] {
    return [...new Set(this.#byConnection.values())].map(hereOf).filter(({ at }) => at.length > 0);
  }

  /** Whoever is elsewhere than was told last: `screens` are to learn it by tenant, other `processes` of those who are here. */
  takeChanges(): { screens: Map<TenantId, PersonPresence[]>; processes: Whereabouts[] } {
    const screens = new Map<TenantId, PersonPresence[]>();
    const processes: Whereabouts[] = [];
    for (const person of this.#changed) {
      const [at, here] = [placesOf(person), hereOf(person)];
      const [told, toldHere] = [JSON.stringify(at), JSON.stringify(here.at)];
      if (told !== person.toldScreens) {
        const news = screens.get(person.tenantId) ?? [];
        news.push({ userId: person.userId, at });
        screens.set(person.tenantId, news);
      }
      if (toldHere !== person.toldProcesses) processes.push(here);
      person.toldScreens = told;
      person.toldProcesses = toldHere;
      if (person.here.size === 0 && person.elsewhere.size === 0) this.#remove(person);
    }
    this.#changed = new Set();
    return { screens, processes };
  }

  /** Whether nobody is kept in memory, and no other process. */
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
      toldScreens: "[]",
      toldProcesses: "[]",
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

/** What a connection said of its person; null for what is no claim. Whether there is such a ticket is nobody's to learn here. */
export function readClaim(value: unknown): { at: Place[]; asksForAll: boolean } | null {
  if (!isObject(value) || !Array.isArray(value.at) || value.at.length > presenceLimits.places) return null;
  const at = readPlaces(value.at);
  return at && { at, asksForAll: value.asksForAll === true };
}

/** Each ticket once, with what tells most, in one order whatever order they were said in. */
function joinPlaces(places: Iterable<Place>): Place[] {
  const strongest = new Map<string, Doing>();
  for (const { ticketId, doing } of places) {
    const known = strongest.get(ticketId);
    if (known === undefined || doings.indexOf(doing) > doings.indexOf(known)) strongest.set(ticketId, doing);
  }
  return [...strongest]
    .map(([ticketId, doing]) => ({ ticketId, doing }))
    .sort((one, other) => doings.indexOf(other.doing) - doings.indexOf(one.doing) || compare(one, other))
    .slice(0, presenceLimits.places);
}

function compare(one: Place, other: Place): number {
  return one.ticketId < other.ticketId ? -1 : 1;
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
