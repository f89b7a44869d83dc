import { Mails } from "lucide-react";
import { api } from "../../lib/api.ts";
import { FailureBanner } from "../../screens/failure-banner.tsx";
import { usePages } from "../../screens/use-pages.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { PartHeader } from "../../ui/part-header.tsx";
import { TableSkeleton } from "../../ui/skeleton.tsx";
import { Table } from "../../ui/table.tsx";
import { DoorNotice, HeldNotice } from "./held/held-notice.tsx";
import { mailColumns } from "./mail-columns.tsx";
import { MailDialog } from "./mail-dialog.tsx";
import { asked, type ShownFilter } from "./mail-filter.ts";
import { MailFilters } from "./mail-filters.tsx";

interface MailLogScreenProps {
  filter: ShownFilter;
  onFilter: (filter: ShownFilter) => void;
  /** The mail that is open. */
  openId: string | null;
  onOpen: (id: string | null) => void;
  onOpenTicket: (ticketId: string) => void;
}

/** Every mail in and out with its state and reason (docs/product.md#the-mail-log). */
export function MailLogScreen({ filter, onFilter, openId, onOpen, onOpenTicket }: MailLogScreenProps) {
  const input = asked(filter);
  const isNarrowed = Object.keys(input).length > 0;
  const pages = usePages({
    queryKey: api.mail.log.key({ type: "infinite", input }),
    fetchPage: (page, signal) => api.mail.log.call({ ...input, ...page }, { signal }),
  });
  const { items, error, isLoading } = pages;
  return (
    <>
      <PartHeader
        title="Mail Log"
        subtitle="Every mail that came and every one that goes out, with what became of it and why. They are kept until the customer is erased."
      />
      <div className="flex flex-col gap-3">
        <HeldNotice days={{ from: filter.from, to: filter.to }} />
        <DoorNotice />
        <MailFilters filter={filter} onChange={onFilter} />
        <FailureBanner error={error} title="The mail log could not be loaded" onRetry={pages.retry} />
        {items === undefined ? (
          error === null && <TableSkeleton />
        ) : items.length === 0 ? (
          <EmptyState icon={<Mails size={20} aria-hidden />} title={isNarrowed ? "No mails found" : "No mails yet"}>
            {isNarrowed
              ? "No mail fits these filters."
              : "Mails that customers write to your support address, and those that you send, stand here."}
          </EmptyState>
        ) : (
          <div className={pages.isOutdated ? "opacity-60" : undefined}>
            <Table label="Mail log" columns={mailColumns(onOpen)} rows={items} />
          </div>
        )}
        {pages.hasMore && (
          <Button className="self-center" busy={isLoading} busyText="Loading..." onClick={pages.loadMore}>
            Show more
          </Button>
        )}
      </div>
      {openId !== null && (
        <MailDialog key={openId} id={openId} onOpen={onOpen} onOpenTicket={onOpenTicket} onClose={() => onOpen(null)} />
      )}
    </>
  );
}
