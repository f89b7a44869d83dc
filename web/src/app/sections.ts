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

/** The tabs of the sidebar, in order (spec part 1, section 2.3, reading B), each with the letter that leads there after `g`. */
export const sections: Record<SectionId, { label: string; Icon: LucideIcon; key: string }> = {
  dashboard: { label: "Dashboard", Icon: LayoutDashboard, key: "d" },
  tickets: { label: "Tickets", Icon: Ticket, key: "t" },
  customers: { label: "Customers", Icon: Users, key: "c" },
  orders: { label: "Orders", Icon: ShoppingBag, key: "o" },
  messages: { label: "Messages", Icon: MessagesSquare, key: "m" },
  reports: { label: "Reports", Icon: ChartColumn, key: "r" },
  knowledge: { label: "Agent Resources", Icon: BookOpen, key: "k" },
  admin: { label: "Admin", Icon: ShieldCheck, key: "a" },
  help: { label: "Help & Knowledge", Icon: CircleHelp, key: "h" },
};
