import { shownText } from "@deskhand/contract/addresses/shown-address";
import type { RecentActivity as Step } from "@deskhand/contract/dashboard";
import { ticketLabel } from "@deskhand/contract/vocabulary";
import { activityIcon, activitySentence } from "../../entities/ticket/activity-words.ts";
import { TicketLink } from "../../entities/ticket/ticket-link.tsx";
import { RelativeTime } from "../../ui/time/relative-time.tsx";
import { coveredClass, listClass, rowClass } from "./panel.tsx";

/** Activities of several tickets, each linking to its ticket. */
export function ActivitySteps({ steps }: { steps: readonly Step[] }) {
  return (
    <ol aria-label="Recent activity" className={listClass}>
      {steps.map((step) => (
        <StepRow key={step.id} step={step} />
      ))}
    </ol>
  );
}

function StepRow({ step }: { step: Step }) {
  const Icon = activityIcon(step.kind);
  return (
    <li data-ticket={step.ticketId} className={`${rowClass} ${coveredClass}`}>
      <Icon size={15} aria-hidden className="mt-0.5 shrink-0 text-faint" />
      <div className="min-w-0 flex-1 text-sm">
        <p className="flex items-baseline gap-2">
          <span dir="auto" className="min-w-0 flex-1 text-soft break-anywhere">
            <span className="font-medium text-ink">{shownText(step.actorName)}</span> {activitySentence(step)}
          </span>
          <RelativeTime at={step.createdAt} smallest="minute" className="shrink-0 text-faint text-xs tabular" />
        </p>
        <TicketLink ticketId={step.ticketId} className="flex min-w-0 items-baseline gap-1.5 text-faint in-line covers">
          <span className="shrink-0 font-mono text-xs">{ticketLabel(step.ticketNumber)}</span>
          <span dir="auto" className="truncate">
            {step.subject}
          </span>
        </TicketLink>
      </div>
    </li>
  );
}
