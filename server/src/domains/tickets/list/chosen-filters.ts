import type { TicketFilter } from "@deskhand/contract/tickets";

/** The filters as the database's functions read them (ticket_matches): several values of one become one text, tags a list. */
export type ChosenFilters = Partial<Record<DatabaseFilter, string | string[]>>;
type Filters = Omit<TicketFilter, "view" | "search">;
type DatabaseFilter = Exclude<keyof Filters, "assignee"> | "assignee" | "unassigned";

/** Those that are counted as tickets change, by three counters; for any other what is found is counted, to a cap. */
const countedTogether: readonly DatabaseFilter[][] = [
  ["status", "priority", "category", "snoozed"],
  ["needsReply", "assignee", "unassigned", "snoozed"],
  ["tag", "snoozed"],
];
/** The filters that are set, as the database reads them, of whoever asks for their own. */
export function chosenFilters({ assignee, tag, ...rest }: Filters, userId: string): ChosenFilters {
  const chosen: [string, string | string[]][] = Object.entries(rest).flatMap(([name, value]) => {
    const text = value === undefined ? "" : String(value);
    return text === "" ? [] : [[name, text]];
  });
  if (assignee === "nobody") chosen.push(["unassigned", "true"]);
  else if (assignee) chosen.push(["assignee", assignee === "me" ? userId : assignee]);
  const tags = tag?.filter((one) => one !== "") ?? [];
  if (tags.length > 0) chosen.push(["tag", tags]);
  return Object.fromEntries(chosen);
}

/** Whether one of the counters knows how many tickets these fit. */
export function areCounted(chosen: ChosenFilters): boolean {
  const names = Object.keys(chosen);
  // Each tag by itself: a ticket may have several.
  if (chosen.tag && chosen.tag.length > 1) return false;
  return countedTogether.some((counted) => names.every((name) => counted.some((known) => known === name)));
}
