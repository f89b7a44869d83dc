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

/** The tabs of the sidebar, in order (spec part 1, section 2.3, reading B). */
export const sections: Record<SectionId, { label: string; Icon: LucideIcon }> = {
  dashboard: { label: "Dashboard", Icon: LayoutDashboard },
  tickets: { label: "Tickets", Icon: Ticket },
  customers: { label: "Customers", Icon: Users },
  orders: { label: "Orders", Icon: ShoppingBag },
  messages: { label: "Messages", Icon: MessagesSquare },
  reports: { label: "Reports", Icon: ChartColumn },
  knowledge: { label: "Agent Resources", Icon: BookOpen },
  admin: { label: "Admin", Icon: ShieldCheck },
  help: { label: "Help & Knowledge", Icon: CircleHelp },
};
