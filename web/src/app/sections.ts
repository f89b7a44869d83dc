import type { ViewFilter } from "@deskhand/contract/desk/views";
import type { Permission } from "@deskhand/contract/permissions";
import {
  BookOpen,
  ChartColumn,
  CircleHelp,
  LayoutDashboard,
  type LucideIcon,
  MessagesSquare,
  ShieldCheck,
  ShoppingBag,
  Siren,
  Ticket,
  Users,
} from "lucide-react";
import type { ComponentType } from "react";
import { readCustomersSearch } from "../features/customers/customer-filter.ts";
import { readHelpSearch } from "../features/help/help-search.ts";
import { readIncidentsSearch } from "../features/incidents/incidents-search.ts";
import { readResourcesSearch } from "../features/knowledge/list/resource-list-filter.ts";
import { readMessagesSearch } from "../features/message-center/messages-search.ts";
import { readOrdersSearch } from "../features/orders/order-filter.ts";
import { readReportsSearch } from "../features/reports/reports-search.ts";
import {
  filterOfSearch,
  readTicketsSearch,
  searchOfFilter,
  type TicketListFilter,
} from "../features/tickets/list/ticket-list-filter.ts";
import { oneOf, textOf } from "../lib/address-values.ts";
import { goKey, keyNames } from "../lib/shortcuts.ts";
import { parseSearch, stringifySearch } from "./address.ts";
import { readAdminSearch } from "./admin/admin-search.ts";

/** A section of the desk with its own URL. */
export interface Section {
  path: string;
  label: string;
  Icon: LucideIcon;
  /** The letter that opens it after `g`. */
  key: string;
  /** The permission required to see it; null for everybody signed in. */
  needs: Permission | null;
  /** Reads its own URL parameters. */
  search: (raw: Record<string, unknown>) => object;
  /** Loads its screen. */
  load: () => Promise<ComponentType>;
}

export const sectionIds = [
  "dashboard",
  "tickets",
  "customers",
  "orders",
  "incidents",
  "messages",
  "reports",
  "knowledge",
  "admin",
  "help",
] as const;
export type SectionId = (typeof sectionIds)[number];

const noParameters = () => ({});
/** For everybody, without parameters. */
const plain = { needs: null, search: noParameters } as const;

/**
 * The sections in sidebar order (docs/product.md#the-frame), from which router, sidebar, palette and keys are built.
 */
export const sections = {
  dashboard: {
    ...plain,
    path: "/dashboard",
    label: "Dashboard",
    Icon: LayoutDashboard,
    key: "d",
    load: () => import("./dashboard-tab.tsx").then(({ DashboardTab }) => DashboardTab),
  },
  tickets: {
    path: "/dashboard/tickets",
    label: "Tickets",
    Icon: Ticket,
    key: "t",
    needs: null,
    search: readViewedSearch,
    load: () => import("./tickets/tickets-tab.tsx").then(({ TicketsTab }) => TicketsTab),
  },
  customers: {
    path: "/dashboard/customers",
    label: "Customers",
    Icon: Users,
    key: "c",
    needs: "customers:read",
    search: readCustomersSearch,
    load: () => import("./customers-tab.tsx").then(({ CustomersTab }) => CustomersTab),
  },
  orders: {
    path: "/dashboard/orders",
    label: "Orders",
    Icon: ShoppingBag,
    key: "o",
    needs: "orders:read",
    search: readOrdersSearch,
    load: () => import("./orders-tab.tsx").then(({ OrdersTab }) => OrdersTab),
  },
  incidents: {
    path: "/dashboard/incidents",
    label: "Incidents",
    Icon: Siren,
    key: "i",
    needs: "incidents:read",
    search: readIncidentsSearch,
    load: () => import("./incidents-tab.tsx").then(({ IncidentsTab }) => IncidentsTab),
  },
  messages: {
    path: "/dashboard/messages",
    label: "Messages",
    Icon: MessagesSquare,
    key: "m",
    needs: null,
    search: readMessagesSearch,
    load: () => import("./messages-tab.tsx").then(({ MessagesTab }) => MessagesTab),
  },
  reports: {
    path: "/dashboard/reports",
    label: "Reports",
    Icon: ChartColumn,
    key: "r",
    needs: null,
    search: readReportsSearch,
    load: () => import("./reports-tab.tsx").then(({ ReportsTab }) => ReportsTab),
  },
  knowledge: {
    path: "/dashboard/knowledge",
    label: "Agent Resources",
    Icon: BookOpen,
    key: "k",
    needs: "knowledge:read",
    search: readResourcesSearch,
    load: () => import("./knowledge/knowledge-tab.tsx").then(({ KnowledgeTab }) => KnowledgeTab),
  },
  admin: {
    path: "/dashboard/admin",
    label: "Admin",
    Icon: ShieldCheck,
    key: "a",
    // Everybody may read it; each part checks further permissions.
    needs: "admin:read",
    search: readAdminSearch,
    load: () => import("./admin/admin-tab.tsx").then(({ AdminTab }) => AdminTab),
  },
  help: {
    path: "/dashboard/help",
    label: "Help & Knowledge",
    Icon: CircleHelp,
    key: "h",
    needs: "help:read",
    search: readHelpSearch,
    load: () => import("./help-tab.tsx").then(({ HelpTab }) => HelpTab),
  },
} as const satisfies Record<SectionId, Section>;

/** Returns the sections that a user with these permissions sees, in order. */
export function offeredSections(can: (permission: Permission) => boolean): SectionId[] {
  return sectionIds.filter((id) => {
    const { needs } = sections[id];
    return needs === null || can(needs);
  });
}

/** Redirects an old URL that names its section in `?section=`, keeping its other parameters; null for any other. */
export function addressInstead(href: string): string | null {
  const { pathname, search, hash } = new URL(href, "http://desk");
  const { section, ...rest } = parseSearch(search);
  if (pathname !== sections.dashboard.path || section === undefined) return null;
  return sections[oneOf(section, sectionIds) ?? "dashboard"].path + stringifySearch(rest) + hash;
}

/** The keys that open a section, as labelled on the keyboard. */
export function sectionKeys(id: SectionId): string[] {
  return [...keyNames({ key: goKey }), ...keyNames(sections[id])];
}

/** The tickets' URL parameters, and the view that they open. */
export type ViewedSearch = ReturnType<typeof readTicketsSearch> & { saved?: string | undefined };

/** Reads the list's parameters and the open saved view. */
export function readViewedSearch(raw: Record<string, unknown>): ViewedSearch {
  return { ...readTicketsSearch(raw), saved: textOf(raw.saved) };
}

/** Converts a view's filter to the list's. */
export function filterOfView({ search, ...filter }: Partial<ViewFilter>): TicketListFilter {
  return filterOfSearch(readTicketsSearch({ ...filter, q: search }));
}

/** Serializes a filter so that equal ones are equal, whatever their source. */
export function addressOf(filter: TicketListFilter): string {
  return stringifySearch({ ...searchOfFilter({ ...filter, from: null }) });
}
