import { shownText } from "@deskhand/contract/addresses/shown-address";
import type { SharedSender } from "@deskhand/contract/admin/shared-senders";
import { useQuery } from "@tanstack/react-query";
import { Contact } from "lucide-react";
import { useState } from "react";
import { api } from "../../../lib/api.ts";
import { formatDate, formatDateTime } from "../../../lib/format.ts";
import { FailureBanner } from "../../../screens/failure-banner.tsx";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { PartHeader } from "../../../ui/part-header.tsx";
import { TableSkeleton } from "../../../ui/skeleton.tsx";
import { type Column, Table } from "../../../ui/table.tsx";
import { inertText } from "../inert-text.ts";
import { ShareDialog, useUnshare } from "./share-dialog.tsx";

/** The senders of many people's mail, each with its limit (docs/product.md#loops-and-bursts). */
export function SharedSendersScreen() {
  const [isAdding, setAdding] = useState(false);
  const [changed, setChanged] = useState<SharedSender | null>(null);
  const { data, error, refetch } = useQuery(api.sharedSenders.list.queryOptions());
  const unshare = useUnshare();
  const busyId = unshare.isPending ? unshare.variables.id : undefined;
  const columns = sharedColumns({ busyId, change: setChanged, remove: (sender) => unshare.mutate(sender) });
  return (
    <>
      <PartHeader
        title="Shared Senders"
        subtitle="Addresses that bring many people's mail, as a marketplace or a contact form does. Each has a number of its own; what is more is held back in the mail log."
        action={
          <Button variant="primary" icon={<Contact size={15} aria-hidden />} onClick={() => setAdding(true)}>
            Add a Sender
          </Button>
        }
      />
      <div className="flex flex-col gap-3">
        <FailureBanner error={unshare.error} title="Not removed" onDismiss={unshare.reset} />
        <FailureBanner error={error} title="The shared senders could not be loaded" onRetry={() => void refetch()} />
        {data === undefined ? (
          error === null && <TableSkeleton rows={4} />
        ) : data.items.length === 0 ? (
          <EmptyState icon={<Contact size={20} aria-hidden />} title="No shared senders">
            Most stores need none: other words and other people are no loop. Add a sender whose mail was held back.
          </EmptyState>
        ) : (
          <Table label="Shared senders" columns={columns} rows={data.items} />
        )}
      </div>
      {isAdding && <ShareDialog onClose={() => setAdding(false)} />}
      {changed !== null && (
        <ShareDialog sender={changed.sender} mails={changed.mails} onClose={() => setChanged(null)} />
      )}
    </>
  );
}

interface ColumnOptions {
  /** The sender being removed. */
  busyId: string | undefined;
  change: (sender: SharedSender) => void;
  remove: (sender: SharedSender) => void;
}

function sharedColumns({ busyId, change, remove }: ColumnOptions): Column<SharedSender>[] {
  return [
    {
      heading: "Sender",
      onCard: "title",
      cell: ({ sender, isDomain }) => (
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium break-anywhere lg:max-w-100">
          <bdi>{shownText(inertText(sender))}</bdi>
          {isDomain && <Badge tone="grey">Whole domain</Badge>}
        </span>
      ),
    },
    {
      heading: "Mails in 10 minutes",
      onCard: "line",
      cell: ({ mails }) => <span className="tabular">{mails.toLocaleString("en-US")}</span>,
    },
    {
      heading: "Named by",
      onCard: "line",
      cell: ({ namedBy, namedAt }) => (
        <span className="text-soft break-anywhere">
          <bdi>{namedBy}</bdi>,{" "}
          <time dateTime={namedAt} title={formatDateTime(namedAt)} className="whitespace-nowrap tabular">
            {formatDate(namedAt)}
          </time>
        </span>
      ),
    },
    {
      heading: "Actions",
      onCard: "actions",
      cell: (sender) => (
        <span className="inline-flex gap-2">
          <Button size="sm" aria-label={`Change ${shownText(sender.sender)}`} onClick={() => change(sender)}>
            Change
          </Button>
          <Button
            size="sm"
            busy={sender.id === busyId}
            busyText="Removing..."
            disabled={busyId !== undefined}
            aria-label={`Remove ${shownText(sender.sender)}`}
            onClick={() => remove(sender)}
          >
            Remove
          </Button>
        </span>
      ),
    },
  ];
}
