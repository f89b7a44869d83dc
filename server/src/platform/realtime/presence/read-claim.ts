import { type Doing, doings, type Place, presenceLimits } from "@deskhand/contract/desk/presence";
import { isId } from "../../db/ids.ts";

/** What a connection said of its person; null for what is no claim. Whether there is such a ticket is nobody's to learn here. */
export function readClaim(value: unknown): { at: Place[]; asksForAll: boolean } | null {
  if (!isObject(value) || !Array.isArray(value.at) || value.at.length > presenceLimits.places) return null;
  const at = readPlaces(value.at);
  return at && { at, asksForAll: value.asksForAll === true };
}

/** Each ticket once, with what tells most, in one order whatever order they were said in. */
export function joinPlaces(places: Iterable<Place>): Place[] {
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
