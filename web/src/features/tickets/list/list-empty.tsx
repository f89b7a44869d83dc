import type { TicketList } from "@deskhand/contract/tickets";
import { Archive, Inbox, Mail } from "lucide-react";
import { useSession } from "../../../lib/session.ts";
import { CopiedAddress } from "../../../screens/copied-address.tsx";
import { Button, ButtonLink } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { isFiltered, type TicketListFilter } from "./ticket-list-filter.ts";

interface ListEmptyProps {
  filter: TicketListFilter;
  loaded: TicketList | undefined;
  onClear: () => void;
}

/** Says why there is no ticket and what to do next. */
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

const subject = "Where is my order?";
const body = "Hello,\n\nthis is a test that I sent myself, to see how a customer's mail becomes a ticket.\n";

/** The address that turns mail into tickets, which a new store has to know. A store without tickets can try it. */
function SupportAddress({ isNew }: { isNew: boolean }) {
  const { client } = useSession();
  if (client === null) return null;
  const { supportEmail } = client;
  // Some webmail programs read a plus as a space.
  const to = supportEmail.replaceAll("+", "%2B");
  return (
    <div className="flex w-120 max-w-full flex-col gap-3 text-left">
      <p className="text-center text-soft">Your support address:</p>
      <CopiedAddress address={supportEmail} verb="Copy" />
      {isNew && (
        <div className="flex flex-wrap items-center justify-center gap-x-3 gap-y-2 text-center">
          <ButtonLink
            href={`mailto:${to}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`}
            icon={<Mail size={15} aria-hidden />}
          >
            Send yourself a test
          </ButtonLink>
          <p className="basis-full text-balance text-faint text-sm">
            It opens your own mail program. What you send stands here as a ticket seconds after it arrives, and what you
            answer there comes to your inbox.
          </p>
        </div>
      )}
    </div>
  );
}
