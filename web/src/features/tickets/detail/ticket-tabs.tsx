import type { TicketDetail } from "@deskhand/contract/tickets";
import { PackageSearch, ReceiptText } from "lucide-react";
import { type RefObject, useId } from "react";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { TabPanel, Tabs } from "../../../ui/tabs.tsx";
import type { ComposerHandle } from "./composer/composer.tsx";
import type { ComposerTools } from "./composer/reply-draft.ts";
import type { NoteFormHandle } from "./notes/note-form.tsx";
import { NotesTab } from "./notes/notes-tab.tsx";
import { MessagesTab } from "./thread/messages-tab.tsx";

export type TicketTab = "messages" | "notes" | "tracking" | "order-info";

interface TicketTabsProps {
  ticket: TicketDetail;
  active: TicketTab;
  onSelect: (tab: TicketTab) => void;
  composer: RefObject<ComposerHandle | null>;
  noteForm: RefObject<NoteFormHandle | null>;
  tools: ComposerTools;
}

/** The tabs of a ticket and what the active one shows (spec part 1, section 2.8). */
export function TicketTabs({ ticket, active, onSelect, composer, noteForm, tools }: TicketTabsProps) {
  const group = useId();
  return (
    <>
      <Tabs
        group={group}
        label="Ticket"
        active={active}
        onSelect={onSelect}
        className="shrink-0"
        tabs={[
          { id: "messages", label: "Messages", count: ticket.messageCount },
          { id: "notes", label: "Internal Notes", count: ticket.noteCount },
          { id: "tracking", label: "Tracking" },
          { id: "order-info", label: "Order Info" },
        ]}
      />
      <TabPanel group={group} id={active} className="flex min-h-60 flex-1 flex-col overflow-y-auto">
        {active === "messages" && <MessagesTab ticket={ticket} composer={composer} tools={tools} />}
        {active === "notes" && <NotesTab ticket={ticket} form={noteForm} />}
        {active === "tracking" && (
          <EmptyState icon={<PackageSearch size={20} aria-hidden />} title="No Shopify Customer Found">
            No Shopify customer data was found for this ticket. Orders and their shipments will appear here when
            available.
          </EmptyState>
        )}
        {active === "order-info" && (
          <EmptyState icon={<ReceiptText size={20} aria-hidden />} title="No Shopify Order Information">
            No Shopify customer or order data was found for this ticket. Order information will appear here when
            available.
          </EmptyState>
        )}
      </TabPanel>
    </>
  );
}
