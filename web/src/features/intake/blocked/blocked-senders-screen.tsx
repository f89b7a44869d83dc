import type { BlockedSender } from "@deskhand/contract/admin/blocked-senders";
import { limits } from "@deskhand/contract/limits";
import { Ban } from "lucide-react";
import { type ReactNode, useState } from "react";
import { api } from "../../../lib/api.ts";
import { FailureBanner } from "../../../screens/failure-banner.tsx";
import { SearchBox } from "../../../screens/search/search-box.tsx";
import { usePages } from "../../../screens/use-pages.ts";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { PartHeader } from "../../../ui/part-header.tsx";
import { TableSkeleton } from "../../../ui/skeleton.tsx";
import { Table } from "../../../ui/table.tsx";
import { BlockDialog } from "./block-dialog.tsx";
import { blockedColumns } from "./blocked-columns.tsx";
import { useUnblock } from "./use-blocking.tsx";

interface BlockedSendersScreenProps {
  /** What is searched for. */
  search: string;
  onSearch: (search: string) => void;
  /** Leads to the mails of a sender in the mail log; null for who may not read that. */
  logLink: ((block: BlockedSender, words: string) => ReactNode) | null;
}

/** Whose mail is held back, by whom, since when and why, and the way to change that. */
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
