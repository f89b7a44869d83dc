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
  Ticket,
  Users,
} from "lucide-react";
import type { ComponentType } from "react";
import { readCustomersSearch } from "../features/customers/customer-filter.ts";
import { readHelpSearch } from "../features/help/help-search.ts";
import { readResourcesSearch } from "../features/knowledge/list/resource-list-filter.ts";
import { readOrdersSearch } from "../features/orders/order-filter.ts";
import {
  filterOfSearch,
  readTicketsSearch,
  searchOfFilter,
  type TicketListFilter,
} from "../features/tickets/list/ticket-list-filter.ts";
import { oneOf, textOf } from "../lib/address-values.ts";
import { keyNames } from "../lib/shortcuts.ts";
import { parseSearch, stringifySearch } from "./address.ts";
import { readAdminSearch } from "./admin/admin-search.ts";

/** A part of the desk with an address of its own. */
export interface Section {
  path: string;
  label: string;
  Icon: LucideIcon;
  /** The letter that leads there after `g`. */
  key: string;
  /** What one must be allowed to do to be offered it; null where everybody is who is signed in. */
  needs: Permission | null;
  /** Reads the parameters that are its own from the address. */
  search: (raw: Record<string, unknown>) => object;
  /** Fetches its screen; while there is none, what is said instead. */
  load: (() => Promise<ComponentType>) | string;
}

export const sectionIds = [
  "dashboard",
  "tickets",
  "customers",
  "orders",
  "messages",
  "reports",
  "knowledge",
  "admin",
  "help",
] as const;
export type SectionId = (typeof sectionIds)[number];

const nothing = () => ({});
/** Offered to everybody, with no parameters of its own. */
const plain = { needs: null, search: nothing } as const;

/** The sections in the order of the sidebar (docs/product.md#the-frame): router, sidebar, palette and keys are made of them. */
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
  messages: {
    ...plain,
    path: "/dashboard/messages",
    label: "Messages",
    Icon: MessagesSquare,
    key: "m",
    load: "Message center coming soon...",
  },
  reports: {
    ...plain,
    path: "/dashboard/reports",
    label: "Reports",
    Icon: ChartColumn,
    key: "r",
    load: "Advanced reporting coming soon...",
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
    // Everybody reads there; what one may do each part says.
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

/** The sections that somebody is offered who can do this and that, in order. */
export function offeredSections(can: (permission: Permission) => boolean): SectionId[] {
  return sectionIds.filter((id) => {
    const { needs } = sections[id];
    return needs === null || can(needs);
  });
}

/** Where an address leads that names its section in `?section=`, as all did once, with all else that it says; null for any other. */
export function addressInstead(href: string): string | null {
  const { pathname, search, hash } = new URL(href, "http://desk");
  const { section, ...rest } = parseSearch(search);
  if (pathname !== sections.dashboard.path || section === undefined) return null;
  return sections[oneOf(section, sectionIds) ?? "dashboard"].path + stringifySearch(rest) + hash;
}

/** Pressed before the letter of a section. */
export const goKey = "g";

/** The two keys that lead to a section, as they stand on the keyboard. */
export function sectionKeys(id: SectionId): string[] {
  return [...keyNames({ key: goKey }), ...keyNames(sections[id])];
}

/** What the address of the tickets says, and the view that it opens. */
export type ViewedSearch = ReturnType<typeof readTicketsSearch> & { saved?: string | undefined };

/** Reads the list's parameters and the saved view that is open. */
export function readViewedSearch(raw: Record<string, unknown>): ViewedSearch {
  return { ...readTicketsSearch(raw), saved: textOf(raw.saved) };
}

/** A view's filter as the list has it. */
export function filterOfView({ search, ...filter }: Partial<ViewFilter>): TicketListFilter {
  return filterOfSearch(readTicketsSearch({ ...filter, q: search }));
}

/** A filter as the address has it, in which equal ones are equal, wherever one came from. */
export function addressOf(filter: TicketListFilter): string {
  return stringifySearch({ ...searchOfFilter({ ...filter, from: null }) });
}
