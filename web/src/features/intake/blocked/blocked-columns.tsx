import { shownText } from "@deskhand/contract/addresses/shown-address";
import type { BlockedSender } from "@deskhand/contract/admin/blocked-senders";
import type { ReactNode } from "react";
import { counted, formatDate, formatDateTime } from "../../../lib/format.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import type { Column } from "../../../ui/table.tsx";
import { inertText } from "../inert-text.ts";

interface Acting {
  logLink: ((block: BlockedSender, words: string) => ReactNode) | null;
  /** Who is being unblocked. */
  busyId: string | undefined;
  unblock: (block: BlockedSender) => void;
}

/** The columns of the list of blocked senders. */
export function blockedColumns({ logLink, busyId, unblock }: Acting): Column<BlockedSender>[] {
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

function HeldBack({ block, logLink }: Pick<Acting, "logLink"> & { block: BlockedSender }) {
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
