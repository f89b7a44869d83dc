import type { TicketFilter } from "@deskhand/contract/tickets";
import type { TicketSort } from "@deskhand/contract/vocabulary";

/** The filters as the database's functions read them (ticket_matches): several values of one become one text, tags a list. */
export type ChosenFilters = Partial<Record<DatabaseFilter, string | string[]>>;
type Filters = Omit<TicketFilter, "view" | "search">;
type DatabaseFilter = Exclude<keyof Filters, "assignee"> | "assignee" | "unassigned";

/** Those that are counted as tickets change, by two counters; for any other what is found is counted, to a cap. */
const countedTogether: readonly DatabaseFilter[][] = [
  ["status", "priority", "category", "snoozed"],
  ["needsReply", "assignee", "unassigned", "snoozed"],
];
/** What has an index of its own in an order (page_tickets), besides what is put off. */
const paged: Record<TicketSort, readonly DatabaseFilter[]> = {
  priority: ["needsReply", "assignee", "unassigned"],
  activity: [],
  waiting: ["needsReply"],
};

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
  return countedTogether.some((counted) => names.every((name) => counted.some((known) => known === name)));
}

/** Whether these in this order have an index of their own. */
export function arePaged(chosen: ChosenFilters, sort: TicketSort): boolean {
  const names = Object.keys(chosen).filter((name) => name !== "snoozed");
  return names.length < 2 && names.every((name) => paged[sort].some((known) => known === name));
}
