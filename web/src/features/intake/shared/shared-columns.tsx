import { shownText } from "@deskhand/contract/addresses/shown-address";
import type { SharedSender } from "@deskhand/contract/admin/shared-senders";
import { formatDate, formatDateTime } from "../../../lib/format.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import type { Column } from "../../../ui/table.tsx";
import { inertText } from "../inert-text.ts";

interface Acting {
  /** Who is being taken off the list. */
  busyId: string | undefined;
  change: (sender: SharedSender) => void;
  remove: (sender: SharedSender) => void;
}

/** The columns of the list of senders that bring many people's mail. */
export function sharedColumns({ busyId, change, remove }: Acting): Column<SharedSender>[] {
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
