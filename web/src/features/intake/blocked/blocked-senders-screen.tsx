import { shownText } from "@deskhand/contract/addresses/shown-address";
import type { BlockedSender } from "@deskhand/contract/admin/blocked-senders";
import { limits } from "@deskhand/contract/limits";
import { Ban } from "lucide-react";
import { type ReactNode, useState } from "react";
import { api } from "../../../lib/api.ts";
import { counted, formatDate, formatDateTime } from "../../../lib/format.ts";
import { FailureBanner } from "../../../screens/failure-banner.tsx";
import { SearchBox } from "../../../screens/search/search-field.tsx";
import { usePages } from "../../../screens/use-pages.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { PartHeader } from "../../../ui/part-header.tsx";
import { TableSkeleton } from "../../../ui/skeleton.tsx";
import { type Column, Table } from "../../../ui/table.tsx";
import { inertText } from "../inert-text.ts";
import { BlockDialog, useUnblock } from "./block-dialog.tsx";

interface BlockedSendersScreenProps {
  /** The search text. */
  search: string;
  onSearch: (search: string) => void;
  /** Links to a sender's mails in the mail log; null without access to it. */
  logLink: ((block: BlockedSender, words: string) => ReactNode) | null;
}

/** The blocked senders: by whom, since when and why, with a way to change that. */
export function BlockedSendersScreen({ search, onSearch, logLink }: BlockedSendersScreenProps) {
  const [isAdding, setAdding] = useState(false);
  const unblock = useUnblock();
  const input = search === "" ? {} : { search };
  const pages = usePages({
    queryKey: api.blockedSenders.list.key({ type: "infinite", input }),
    fetchPage: (page, signal) => api.blockedSenders.list.call({ ...input, ...page }, { signal }),
  });
  const { items, error, isLoading } = pages;
  const busyId = unblock.isPending ? unblock.variables.id : undefined;
  return (
    <>
      <PartHeader
        title="Blocked Senders"
        subtitle="Mail of these senders becomes no ticket and notifies nobody. It is held back in the mail log, and they are told nothing."
        action={
          <Button variant="primary" icon={<Ban size={15} aria-hidden />} onClick={() => setAdding(true)}>
            Block a Sender
          </Button>
        }
      />
      <div className="flex flex-col gap-3">
        <SearchBox
          noun="blocked senders"
          delayMs={limits.searchDebounceMs}
          search={search}
          onSearch={onSearch}
          className="w-full sm:max-w-80"
        />
        <FailureBanner error={unblock.error} title="Not unblocked" onDismiss={unblock.reset} />
        <FailureBanner error={error} title="The blocked senders could not be loaded" onRetry={pages.retry} />
        {items === undefined ? (
          error === null && <TableSkeleton rows={4} />
        ) : items.length === 0 ? (
          <EmptyState
            icon={<Ban size={20} aria-hidden />}
            title={search === "" ? "Nobody is blocked" : "No blocked sender found"}
          >
            {search === ""
              ? "Block an address or a domain here, or the sender of a ticket in its menu."
              : "No address and no domain on the list has this in it."}
          </EmptyState>
        ) : (
          <div className={pages.isOutdated ? "opacity-60" : undefined}>
            <Table
              label="Blocked senders"
              columns={blockedColumns({ logLink, busyId, unblock: (block) => unblock.mutate(block) })}
              rows={items}
            />
          </div>
        )}
        {pages.hasMore && (
          <Button className="self-center" busy={isLoading} busyText="Loading..." onClick={pages.loadMore}>
            Show more
          </Button>
        )}
      </div>
      {isAdding && <BlockDialog onClose={() => setAdding(false)} />}
    </>
  );
}

interface ColumnOptions {
  logLink: ((block: BlockedSender, words: string) => ReactNode) | null;
  /** The sender being unblocked. */
  busyId: string | undefined;
  unblock: (block: BlockedSender) => void;
}

function blockedColumns({ logLink, busyId, unblock }: ColumnOptions): Column<BlockedSender>[] {
  return [
    {
      heading: "Sender",
      onCard: "title",
      cell: ({ sender, isDomain, reason }) => (
        <span className="flex min-w-0 flex-col items-start gap-0.5 lg:max-w-100">
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium break-anywhere">
            <bdi>{shownText(inertText(sender))}</bdi>
            {isDomain && <Badge tone="grey">Whole domain</Badge>}
          </span>
          {reason !== "" && (
            <span className="text-soft text-xs break-anywhere">
              <bdi>{inertText(reason)}</bdi>
            </span>
          )}
        </span>
      ),
    },
    {
      heading: "Blocked by",
      onCard: "line",
      cell: ({ blockedBy, blockedAt }) => (
        <span className="text-soft break-anywhere">
          <bdi>{blockedBy}</bdi>,{" "}
          <time dateTime={blockedAt} title={formatDateTime(blockedAt)} className="whitespace-nowrap tabular">
            {formatDate(blockedAt)}
          </time>
        </span>
      ),
    },
    {
      heading: "Since then",
      onCard: "line",
      cell: (block) => <HeldBack block={block} logLink={logLink} />,
    },
    {
      heading: "Actions",
      onCard: "actions",
      cell: (block) => (
        <Button
          size="sm"
          busy={block.id === busyId}
          busyText="Unblocking..."
          disabled={busyId !== undefined}
          aria-label={`Unblock ${shownText(block.sender)}`}
          onClick={() => unblock(block)}
        >
          Unblock
        </Button>
      ),
    },
  ];
}

function HeldBack({ block, logLink }: Pick<ColumnOptions, "logLink"> & { block: BlockedSender }) {
  const { mails, lastMailAt } = block;
  if (lastMailAt === null) return <span className="text-faint">No mail</span>;
  const words = counted(mails, "mail");
  return (
    <span className="text-soft tabular">
      {logLink === null ? words : logLink(block, words)}, last{" "}
      <time dateTime={lastMailAt} title={formatDateTime(lastMailAt)} className="whitespace-nowrap">
        {formatDate(lastMailAt)}
      </time>
    </span>
  );
}
