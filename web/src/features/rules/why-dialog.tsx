import { triggerWords } from "@deskhand/contract/admin/rule-parts";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { api } from "../../lib/api.ts";
import { formatDateTime } from "../../lib/format.ts";
import { useSession } from "../../lib/session.ts";
import { FailureBanner } from "../../screens/failure-banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/overlay/dialog.tsx";
import { TableSkeleton } from "../../ui/skeleton.tsx";
import { outcomeWords } from "./outcome-words.ts";
import { beganRule, draftLike } from "./rule-draft.ts";

interface WhyDialogProps {
  ticket: { id: string; subject: string; sender: string | null };
  onClose: () => void;
}

/** Which rules ran on a ticket, and which did not and why; an admin begins one for such mails here. */
export function WhyDialog({ ticket, onClose }: WhyDialogProps) {
  const { can } = useSession();
  const navigate = useNavigate();
  const { data, error, refetch } = useQuery(api.rules.ofTicket.queryOptions({ input: { ticketId: ticket.id } }));
  return (
    <Dialog
      title="Rules on This Ticket"
      onClose={onClose}
      footer={
        can("rules:manage") && (
          <Button
            onClick={() => {
              beganRule.set(draftLike(ticket));
              void navigate({ to: "/dashboard/admin", search: { view: "rules" } });
            }}
          >
            New rule for such mails
          </Button>
        )
      }
    >
      <FailureBanner error={error} title="The rules could not be loaded" onRetry={() => void refetch()} />
      {data === undefined && error === null && <TableSkeleton rows={3} />}
      {data?.items.length === 0 && <p className="text-soft">No rule has looked at this ticket.</p>}
      <ol className="flex flex-col gap-4">
        {data?.items.map(({ id, trigger, at, isByRule, isCut, rules }) => (
          <li key={id}>
            <p className="font-medium text-sm">
              {triggerWords(trigger, null)}
              {isByRule && ", by a rule"} <span className="text-faint">{formatDateTime(at)}</span>
            </p>
            <ul className="mt-1 flex flex-col gap-1 text-sm">
              {rules.map(({ ruleId, version, name, outcome, reason, actions }) => (
                <li key={`${ruleId} ${version}`} className={outcome === "skipped" ? "text-soft" : "text-ink"}>
                  <bdi className="font-medium break-anywhere">{name}</bdi>: {outcomeWords[outcome]}
                  {actions.length > 0 && <span className="break-anywhere">. Its actions: {actions.join("; ")}</span>}
                  {reason !== null && <span className="text-soft break-anywhere">. {reason}</span>}
                </li>
              ))}
            </ul>
            {isCut && (
              <p className="mt-1 text-amber text-sm">
                What these rules changed started no others: rules start rules once more at most.
              </p>
            )}
          </li>
        ))}
      </ol>
    </Dialog>
  );
}
