import { EmptyState } from "../ui/empty-state.tsx";
import { type SectionId, sections } from "./sections.ts";

const lines: Record<Exclude<SectionId, "tickets">, string> = {
  dashboard: "Ticket counts, response times and the most recently updated tickets will be shown here.",
  customers: "Your store's customers, with their orders and tickets, will be listed here.",
  orders: "Your store's orders, with payment, fulfillment and tracking, will be listed here.",
  messages: "Message center coming soon...",
  reports: "Advanced reporting coming soon...",
  knowledge: "Manuals, policies and files that agents attach to their replies will be kept here.",
  admin: "Your team, e-mail settings, store connection and plan will be managed here.",
  help: "Guides and answers for working with Deskhand will be found here.",
};

/** A tab that is still to come: its name and what will be there. */
export function PlaceholderTab({ section }: { section: keyof typeof lines }) {
  const { label, Icon } = sections[section];
  return (
    <>
      <h1 className="font-semibold text-xl">{label}</h1>
      <div className="mt-4 rounded-panel border border-line bg-panel">
        <EmptyState icon={<Icon size={20} aria-hidden />} title={lines[section]} />
      </div>
    </>
  );
}
