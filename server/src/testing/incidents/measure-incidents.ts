import {
  type Burst,
  findBursts,
  goesOn,
  hourOfWeek,
  longestSpan,
  type Seen,
  sameMatter,
  sharedSigns,
  signsOf,
  type Usual,
  withoutAnswers,
} from "../../domains/incidents/index.ts";
import { generateYear, type MadeTicket, type Year } from "./generate-year.ts";
import { day, demandOf, hour, type StoreOfYear, yearBegins, yearDays } from "./store-of-year.ts";

/** What the rules found in a generated year. */
export type Measured = {
  made: number;
  found: number;
  /** Incidents that are none of the made ones, with what they were found by. */
  false: { sign: string; at: number; customers: number; usual: number; surprise: number }[];
  /** Made incidents that were found once more, by something else that they share. */
  again: number;
  missed: { kind: string; tickets: number }[];
  /** Minutes from the first ticket of a made incident to its being found; the median. */
  minutes: number;
};

const week = 7 * day;
const weeksKept = 8;
/** How often is looked, which the server does once a minute. */
const lookEach = 10 * 60_000;

/** Has the rules look at a generated year as the server does, without its database. */
export function measureIncidents(seed: number, perDay: number, isUnseen: boolean): Measured {
  const year = generateYear(seed, perDay, isUnseen);
  const desk = new Desk(year);
  for (const tickets of year.days()) desk.passDay(tickets);
  return desk.measured();
}

type SeenTicket = Seen & { incident: number | null };

class Desk {
  readonly #year: Year;
  #recent: SeenTicket[] = [];
  readonly #uncounted: SeenTicket[] = [];
  /** Tickets by sign and week. */
  readonly #counted = new Map<string, Map<number, number>>();
  readonly #current: { id: string; signs: string[]; lastAt: number }[] = [];
  readonly #explained = new Map<string, string>();
  #hours: { day: number; tickets: number[] } = { day: -1, tickets: [] };
  readonly #found = new Map<number, number>();
  readonly #false: Measured["false"] = [];
  #again = 0;

  constructor(year: Year) {
    this.#year = year;
  }

  passDay(tickets: readonly MadeTicket[]): void {
    for (let at = 0; at < tickets.length; ) {
      const until = (Math.floor((tickets[at]?.at ?? 0) / lookEach) + 1) * lookEach;
      const end = tickets.findIndex((ticket, index) => index >= at && ticket.at >= until);
      const fresh = tickets.slice(at, end < 0 ? tickets.length : end);
      this.#look(fresh.map(seenOf), until);
      at += fresh.length;
    }
  }

  #look(fresh: readonly SeenTicket[], now: number): void {
    this.#recent = [...this.#recent.filter(({ at }) => at > now - longestSpan), ...fresh];
    this.#uncounted.push(...fresh);
    this.#count(now);
    const seen = withoutAnswers(this.#recent);
    this.#join(fresh, seen, now);
    const open = seen.filter(({ ticketId }) => !this.#explained.has(ticketId));
    const shared = sharedSigns(open, new Set(fresh.map(({ ticketId }) => ticketId)));
    for (const { signs, lastAt } of this.#current) {
      if (lastAt > now - longestSpan) for (const sign of signs) shared.delete(sign);
    }
    if (shared.size === 0) return;
    for (const burst of findBursts(seen, shared, this.#usual(now), now)) {
      const same = sameMatter(
        burst,
        seen,
        this.#explained,
        this.#current.filter(({ lastAt }) => lastAt > now - longestSpan),
      );
      if (same === null) this.#keep(burst, now);
      else this.#widen(same, burst);
    }
  }

  #join(fresh: readonly SeenTicket[], seen: readonly SeenTicket[], now: number): void {
    for (const incident of this.#current.filter(({ lastAt }) => lastAt > now - longestSpan)) {
      for (const sign of incident.signs) {
        const joining = fresh.filter(({ signs }) => signs.includes(sign));
        if (joining.length === 0 || !goesOn(sign, seen, this.#usual(now), now)) continue;
        for (const { ticketId } of joining) this.#explained.set(ticketId, incident.id);
        incident.lastAt = now;
      }
    }
  }

  #widen(id: string, { sign, tickets }: Burst): void {
    this.#current.find((one) => one.id === id)?.signs.push(sign);
    for (const { ticketId } of tickets) this.#explained.set(ticketId, id);
  }

  #keep({ sign, tickets, usual, surprise }: Burst, now: number): void {
    const id = `incident-${this.#current.length}`;
    this.#current.push({ id, signs: [sign], lastAt: now });
    for (const { ticketId } of tickets) this.#explained.set(ticketId, id);
    const of = tickets.map((ticket) => this.#recent.find(({ ticketId }) => ticketId === ticket.ticketId)?.incident);
    const made = of.find((one) => one !== null && one !== undefined);
    const isMade = made !== undefined && made !== null && of.filter((one) => one === made).length * 2 >= of.length;
    if (!isMade) {
      const customers = new Set(tickets.map(({ customer }) => customer)).size;
      this.#false.push({ sign, at: now, customers, usual, surprise });
    } else if (this.#found.has(made)) this.#again += 1;
    else this.#found.set(made, now);
  }

  /** Counts what is a day old as usual, without what an incident explains. */
  #count(now: number): void {
    const old = this.#uncounted.findIndex(({ at }) => at > now - longestSpan);
    const taken = this.#uncounted.splice(0, old < 0 ? this.#uncounted.length : old);
    for (const { ticketId, at, signs } of taken) {
      if (this.#explained.has(ticketId)) continue;
      for (const sign of [...signs, `hour:${hourOfWeek(at)}`]) {
        const weeks = this.#counted.get(sign) ?? new Map<number, number>();
        this.#counted.set(sign, weeks);
        const of = Math.floor((at - yearBegins) / week);
        weeks.set(of, (weeks.get(of) ?? 0) + 1);
        for (const old of weeks.keys()) if (old < of - weeksKept - 1) weeks.delete(old);
      }
    }
  }

  #usual(now: number): Usual {
    const { store } = this.#year;
    const from = Math.max(0, Math.floor((now - weeksKept * week - yearBegins) / week));
    const sumOf = (sign: string) =>
      [...(this.#counted.get(sign) ?? [])].reduce((sum, [of, count]) => (of >= from ? sum + count : sum), 0);
    return {
      weeks: (now - longestSpan - (yearBegins + from * week)) / week,
      hours: this.#hoursOf(Math.floor(now / day), sumOf),
      of: sumOf,
      sold(sign) {
        const index = store.products.findIndex(({ sku }) => sign === `sku:${sku}`);
        if (index < 0) return 0;
        const days = [0, 4, 8, 12].map((ago) => soldPart(store, index, now - ago * day));
        return days.reduce((sum, part) => sum + part, 0) / days.length;
      },
    };
  }

  /** They change little within a day. */
  #hoursOf(today: number, sumOf: (sign: string) => number): readonly number[] {
    if (this.#hours.day !== today) {
      this.#hours = { day: today, tickets: Array.from({ length: 168 }, (_, at) => sumOf(`hour:${at}`)) };
    }
    return this.#hours.tickets;
  }

  measured(): Measured {
    const { incidents } = this.#year;
    const missed = incidents.filter(({ index }) => !this.#found.has(index));
    const waits = incidents.flatMap(({ index, at }) => {
      const found = this.#found.get(index);
      return found === undefined ? [] : [(found - at) / 60_000];
    });
    return {
      made: incidents.length,
      found: this.#found.size,
      false: this.#false,
      again: this.#again,
      missed: missed.map(({ kind, tickets }) => ({ kind: kind.name, tickets })),
      minutes: waits.toSorted((a, b) => a - b)[Math.floor(waits.length / 2)] ?? 0,
    };
  }
}

/** What part of the orders of a day have a product, of which one order in four has another one, too. */
function soldPart(store: StoreOfYear, index: number, at: number): number {
  const all = store.products.reduce((sum, _, one) => sum + demandOf(store, one, at), 0);
  return Math.min(1, (1.25 * demandOf(store, index, at)) / all);
}

function seenOf({ id, at, customer, incident, ...opening }: MadeTicket): SeenTicket {
  return { ticketId: id, customer, at, signs: signsOf(opening), incident };
}

/** The months of a year, for rates. */
export const months = (yearDays * day) / (30 * 24 * hour);
