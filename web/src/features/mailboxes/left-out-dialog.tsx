import type { LeftOutReason, Mailbox } from "@deskhand/contract/mailboxes/mailboxes";
import { api } from "../../lib/api.ts";
import { formatDateTime, formatFileSize } from "../../lib/format.ts";
import { FailureBanner } from "../../screens/failure-banner.tsx";
import { usePages } from "../../screens/use-pages.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/overlay/dialog.tsx";
import { TableSkeleton } from "../../ui/skeleton.tsx";
import type { Tone } from "../../ui/tone.ts";

const reasons: Record<LeftOutReason, { label: string; tone: Tone; words: string }> = {
  copy: { label: "Copy", tone: "grey", words: "It was taken before, under another number" },
  own: { label: "Sent copy", tone: "grey", words: "It was sent from this mailbox to somebody else" },
  too_large: { label: "Too large", tone: "amber", words: "It is larger than a mail may be here" },
  failing: { label: "Tried again", tone: "amber", words: "It could not be read, and is tried again soon" },
  unreadable: {
    label: "Not readable",
    tone: "red",
    words: "It could not be read several times, and is tried again at night",
  },
};

/** The mails of a mailbox that were not taken, and why. */
export function LeftOutDialog({ mailbox: { id, name }, onClose }: { mailbox: Mailbox; onClose: () => void }) {
  const input = { id };
  const pages = usePages({
    queryKey: api.mailboxes.leftOut.key({ type: "infinite", input }),
    fetchPage: (page, signal) => api.mailboxes.leftOut.call({ ...input, ...page }, { signal }),
  });
  const { items, error } = pages;
  return (
    <Dialog size="lg" title={`Not taken from ${name}`} onClose={onClose}>
      <FailureBanner error={error} title="The mails could not be loaded" onRetry={pages.retry} />
      {items === undefined && error === null && <TableSkeleton rows={4} />}
      {items?.length === 0 && <p className="text-soft">Everything was taken.</p>}
      <ul aria-label="Mails that were not taken" className="flex flex-col divide-y divide-line">
        {items?.map(({ id: key, uid, reason, size, at }) => (
          <li key={key} className="py-2.5">
            <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
              <Badge tone={reasons[reason].tone}>{reasons[reason].label}</Badge>
              <span>{reasons[reason].words}</span>
            </p>
            <p className="mt-0.5 text-faint text-xs">
              Number {uid} of the mailbox{size !== null && `, ${formatFileSize(size)}`} · {formatDateTime(at)}
            </p>
          </li>
        ))}
      </ul>
      {pages.hasMore && (
        <Button className="mt-3" busy={pages.isLoading} busyText="Loading..." onClick={pages.loadMore}>
          Show more
        </Button>
      )}
    </Dialog>
  );
}
