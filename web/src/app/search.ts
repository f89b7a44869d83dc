import {
  type TicketCategory,
  type TicketPriority,
  type TicketStatus,
  type TicketView,
  ticketCategories,
  ticketPriorities,
  ticketStatuses,
  ticketViews,
} from "@deskhand/contract/vocabulary";
import { type SectionId, sectionIds } from "./sections.ts";
import { type SettingsTab, settingsTabIds } from "./settings-tabs.ts";

/** What the dashboard's address says; what is absent is the default. */
export interface DashboardSearch {
  section?: SectionId | undefined;
  /** The id of the ticket whose dialog is open. */
  ticket?: string | undefined;
  /** The panel of one's own settings that is open. */
  settings?: SettingsTab | undefined;
  /** What is being made: its dialog is open. */
  new?: "ticket" | undefined;
  view?: TicketView | undefined;
  status?: TicketStatus[] | undefined;
  priority?: TicketPriority[] | undefined;
  category?: TicketCategory[] | undefined;
  /** The text searched for. */
  q?: string | undefined;
  /** A customer's e-mail address. */
  customer?: string | undefined;
}

function one<const T extends string>(value: unknown, known: readonly T[]): T | undefined {
  return known.find((each) => each === value);
}

function several<const T extends string>(value: unknown, known: readonly T[]): T[] | undefined {
  const asked = Array.isArray(value) ? value : typeof value === "string" ? value.split(",") : [];
  const found = known.filter((each) => asked.includes(each));
  return found.length === 0 ? undefined : found;
}

function text(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** Reads the address's parameters, leaving out what is unknown, so that no link can break the screen. */
export function readSearch(raw: Record<string, unknown>): DashboardSearch {
  return {
    section: one(raw.section, sectionIds),
    ticket: text(raw.ticket),
    settings: one(raw.settings, settingsTabIds),
    new: one(raw.new, ["ticket"]),
    view: one(raw.view, ticketViews),
    status: several(raw.status, ticketStatuses),
    priority: several(raw.priority, ticketPriorities),
    category: several(raw.category, ticketCategories),
    q: text(raw.q),
    customer: text(raw.customer),
  };
}

/** Splits an address's query string into plain strings; nothing in it is taken for JSON. */
export function parseSearch(query: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(query));
}

/** Writes parameters as a readable query string: lists with commas, nothing for what is absent. */
export function stringifySearch(search: Record<string, unknown>): string {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(search)) {
    const written = Array.isArray(value) ? value.join(",") : value;
    if (typeof written === "string" && written !== "") query.set(key, written);
  }
  const written = query.toString().replaceAll("%2C", ",");
  return written === "" ? "" : `?${written}`;
}
