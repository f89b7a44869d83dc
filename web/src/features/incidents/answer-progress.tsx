import type { IncidentAnswer } from "@deskhand/contract/desk/incidents";
import { ticketLabel } from "@deskhand/contract/vocabulary";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { TicketLink } from "../../entities/ticket/ticket-link.tsx";
import { api } from "../../lib/api.ts";
import { counted, formatDateTime } from "../../lib/format.ts";
import { failsOffline } from "../../lib/retries.ts";
import { useSession } from "../../lib/session.ts";
import { FailureBanner } from "../../screens/failure-banner.tsx";
import { Button } from "../../ui/button.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";

const ends = { sending: "Being sent", done: "Sent", stopped: "Stopped" } as const;

/** How far an answer is, and who did not get it. */
export function AnswerProgress({ answer }: { answer: IncidentAnswer }) {
  const { can } = useSession();
  const cache = useQueryClient();
  const listId = useId();
  const [isOpen, setOpen] = useState(false);
  const stop = useMutation({
    ...failsOffline,
    mutationFn: () => api.incidents.stop.call({ id: answer.id }),
    onSettled: () => cache.invalidateQueries({ queryKey: api.incidents.key() }),
  });
  const { state, sent, held, planned, writtenBy, createdAt } = answer;
  const all = sent + held + planned;
  return (
    <section aria-label="Answer" className="rounded-panel border border-line bg-panel p-3.5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <p role="status" className="mr-auto min-w-0">
          <span className="font-semibold">{ends[state]}</span> to {sent.toLocaleString("en-US")} of{" "}
          {counted(all, "customer")}
          {held > 0 && `, ${held.toLocaleString("en-US")} held back`}
        </p>
        <Button
          size="sm"
          aria-expanded={isOpen}
          aria-controls={isOpen ? listId : undefined}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? "Hide Each" : "Show Each"}
        </Button>
        {state === "sending" && can("incidents:answer") && (
          <Button size="sm" busy={stop.isPending} busyText="Stopping..." onClick={() => stop.mutate()}>
            Stop
          </Button>
        )}
      </div>
      {state === "sending" && (
        <ProgressBar label="Answers sent or held back" part={all === 0 ? 0 : (sent + held) / all} className="mt-2" />
      )}
      <p className="mt-1 text-sm text-soft">
        By <bdi>{writtenBy ?? "somebody who left"}</bdi>, {formatDateTime(createdAt)}
      </p>
      <FailureBanner error={stop.error} title="It was not stopped" onDismiss={stop.reset} />
      {isOpen && <Recipients id={answer.id} listId={listId} />}
    </section>
  );
}

const stateWords = { planned: "Has its turn yet", sent: "Sent", held: "Held back" } as const;

function Recipients({ id, listId }: { id: string; listId: string }) {
  const { data, error, refetch } = useQuery(api.incidents.progress.queryOptions({ input: { id } }));
  return (
    <div id={listId} className="mt-2">
      <FailureBanner error={error} title="They could not be loaded" onRetry={() => void refetch()} />
      {data === undefined ? (
        error === null && <Skeleton className="h-16 w-full" />
      ) : (
        <ul aria-label="Whom it goes to" className="max-h-80 overflow-y-auto">
          {data.recipients.map(({ id, ticketId, ticketNumber, orderName, name, state, reason }) => (
            <li key={id} className="border-line border-t py-1.5 text-sm first:border-t-0 break-anywhere">
              <bdi className="font-medium">{name ?? orderName ?? "Unknown customer"}</bdi>
              {ticketId !== null && ticketNumber !== null && (
                <>
                  {" · "}
                  <TicketLink ticketId={ticketId} className="rounded-tag text-accent hover:underline">
                    {ticketLabel(ticketNumber)}
                  </TicketLink>
                </>
              )}
              {orderName !== null && ticketNumber === null && ` · ${orderName}`}
              <span className={state === "held" ? "text-amber" : "text-soft"}>
                {" "}
                · {stateWords[state]}
                {reason !== null && `: ${reason}`}
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
