import type { TicketList } from "@deskhand/contract/tickets";
import { Archive, Inbox } from "lucide-react";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { SupportAddress } from "./support-address.tsx";
import { isFiltered, type TicketListFilter } from "./ticket-list-filter.ts";

interface ListEmptyProps {
  filter: TicketListFilter;
  loaded: TicketList | undefined;
  onClear: () => void;
}

/** Why there is no ticket, and what to do next. */
export function ListEmpty({ filter, loaded, onClear }: ListEmptyProps) {
  const isArchive = filter.view === "archive";
  const Icon = isArchive ? Archive : Inbox;
  const common = {
    icon: <Icon size={20} aria-hidden />,
    title: isArchive ? "No archived tickets found" : "No active tickets found",
  };
  if (isFiltered(filter)) {
    return (
      <EmptyState {...common} action={<Button onClick={onClear}>Clear Filters</Button>}>
        Try adjusting your filter criteria
      </EmptyState>
    );
  }
  const isNew = loaded?.archivedCount === 0 && loaded.snoozedCount === 0;
  return (
    <EmptyState {...common} action={!isArchive && <SupportAddress isNew={isNew} />}>
      {isArchive
        ? "No tickets have been resolved or closed yet"
        : "No active tickets at the moment. Tickets created via email will appear here automatically."}
    </EmptyState>
  );
}
