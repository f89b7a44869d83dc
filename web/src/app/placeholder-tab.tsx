import { type SectionId, sections } from "./sections.ts";

const lines: Record<Exclude<SectionId, "dashboard" | "tickets">, string> = {
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
        <p className="flex flex-col items-center gap-3 px-6 py-14 text-center text-soft">
          <span className="grid size-11 place-items-center rounded-panel border border-line bg-raised">
            <Icon size={20} aria-hidden />
          </span>
          {lines[section]}
        </p>
      </div>
    </>
  );
}
