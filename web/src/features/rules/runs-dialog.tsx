import type { Rule } from "@deskhand/contract/admin/rules";
import { ticketLabel } from "@deskhand/contract/vocabulary";
import { useQuery } from "@tanstack/react-query";
import { TicketLink } from "../../entities/ticket/ticket-link.tsx";
import { api } from "../../lib/api.ts";
import { formatDateTime } from "../../lib/format.ts";
import { FailureBanner } from "../../screens/failure-banner.tsx";
import { Dialog } from "../../ui/overlay/dialog.tsx";
import { TableSkeleton } from "../../ui/skeleton.tsx";
import { outcomeWords } from "./outcome-words.ts";

/** The tickets that a rule ran on last. */
export function RunsDialog({ rule: { id, name }, onClose }: { rule: Rule; onClose: () => void }) {
  const { data, error, refetch } = useQuery(api.rules.runs.queryOptions({ input: { id } }));
  return (
    <Dialog title={`Runs of ${name}`} onClose={onClose}>
      <FailureBanner error={error} title="The runs could not be loaded" onRetry={() => void refetch()} />
      {data === undefined && error === null && <TableSkeleton rows={4} />}
      {data?.items.length === 0 && <p className="text-soft">It has not run yet.</p>}
      <ul className="flex flex-col divide-y divide-line">
        {data?.items.map(({ ticketId, ticketNumber, subject, at, outcome, reason }) => (
          <li key={`${ticketId} ${at}`} className="flex flex-wrap gap-x-3 py-2">
            <TicketLink ticketId={ticketId} className="min-w-0 flex-1 break-anywhere">
              {ticketLabel(ticketNumber)} · <bdi>{subject}</bdi>
            </TicketLink>
            <span className="text-soft text-sm">
              {outcomeWords[outcome]} · {formatDateTime(at)}
            </span>
            {reason !== null && <span className="basis-full text-amber text-sm">{reason}</span>}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
