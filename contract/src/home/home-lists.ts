/** The dashboard's first load has this file: it imports no schema. */
import { firstDay, writeDays } from "../search/listed-days.ts";
import type { TicketFilterValue, TicketSort, TicketStatus, TicketView } from "../vocabulary.ts";

/** A list of tickets whose number is shown and which is opened by that: server and screen have it from here, so the number is the list's. */
export type CountedList = {
  view: TicketView;
  assignee?: string;
  team?: string;
  status?: TicketStatus[];
  needsReply?: true;
  snoozed?: true;
  atRisk?: true;
  breached?: true;
  overdue?: true;
  everywhere?: true;
  created?: string;
  resolved?: string;
  answered?: string;
  /** What a figure of reports counted, as `writeFigureFilter` writes it. */
  figure?: string;
  rating?: TicketFilterValue<"rating">;
  sort?: TicketSort;
};

/** The dashboard's figures; `today` is the day that it is by the store's clocks. */
export const figureLists = {
  total: () => ({ view: "active", everywhere: true }),
  open: () => ({ view: "active", everywhere: true, status: ["open"] }),
  resolvedToday: (today) => ({ view: "active", everywhere: true, resolved: writeDays({ from: today, to: today }) }),
  /** Those that have been answered, of which the average is made. */
  answered: (today) => ({ view: "active", everywhere: true, answered: writeDays({ from: firstDay, to: today }) }),
  /** Those that were rated, of which the average is made. */
  rated: () => ({ view: "active", everywhere: true, rating: ["5", "4", "3", "2", "1"] }),
  overdue: () => ({ view: "active", everywhere: true, overdue: true }),
} satisfies Record<string, (today: string) => CountedList>;

/** What one person has to do, or could take. */
export const myLists = {
  open: { view: "active", assignee: "me" },
  needsReply: { view: "active", assignee: "me", needsReply: true, sort: "waiting" },
  breached: { view: "active", assignee: "me", breached: true, sort: "due" },
  atRisk: { view: "active", assignee: "me", atRisk: true, sort: "due" },
  overdue: { view: "active", assignee: "me", overdue: true },
  pending: { view: "active", assignee: "me", status: ["pending"] },
  snoozed: { view: "active", assignee: "me", snoozed: true },
  unassigned: { view: "active", assignee: "nobody" },
} satisfies Record<string, CountedList>;

/** What a lead looks after. */
export const leadLists = {
  breached: { view: "active", breached: true, sort: "due" },
  atRisk: { view: "active", atRisk: true, sort: "due" },
  waiting: { view: "active", needsReply: true, sort: "waiting" },
} satisfies Record<string, CountedList>;

/** The tickets of a team that nobody has. */
export const untakenOf = (team: string): CountedList => ({ view: "active", team, assignee: "nobody" });
/** A colleague's open tickets. */
export const openOf = (assignee: string): CountedList => ({ view: "active", assignee });
