import type { Effect } from "@deskhand/contract/admin/effects";
import type { Webhook } from "@deskhand/contract/admin/webhooks";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { TicketLink } from "../../entities/ticket/ticket-link.tsx";
import { api } from "../../lib/api.ts";
import { formatDateTime } from "../../lib/format.ts";
import { failsOffline } from "../../lib/retries.ts";
import { FailureBanner } from "../../screens/failure-banner.tsx";
import { usePages } from "../../screens/use-pages.ts";
import { announce } from "../../ui/announcer.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/overlay/dialog.tsx";
import { TableSkeleton } from "../../ui/skeleton.tsx";
import { deliveryStates } from "./delivery-states.ts";

/** What was sent to a webhook, what it answered, and a way to send it again. */
export function DeliveriesDialog({ webhook: { id, name }, onClose }: { webhook: Webhook; onClose: () => void }) {
  const cache = useQueryClient();
  const [testKey, setTestKey] = useState(() => crypto.randomUUID());
  const input = { id };
  const pages = usePages({
    queryKey: api.webhooks.deliveries.key({ type: "infinite", input }),
    fetchPage: (page, signal) => api.webhooks.deliveries.call({ ...input, ...page }, { signal }),
  });
  const refresh = () => void cache.invalidateQueries({ queryKey: api.webhooks.key() });
  const test = useMutation({
    ...failsOffline,
    mutationFn: () => api.webhooks.test.call({ id, idempotencyKey: testKey }),
    onSuccess: () => setTestKey(crypto.randomUUID()),
    onSettled: refresh,
  });
  const replay = useMutation(api.effects.replay.mutationOptions({ ...failsOffline, onSettled: refresh }));
  const replayAll = useMutation({
    ...failsOffline,
    mutationFn: () => api.webhooks.replay.call({ id, from: new Date(0).toISOString() }),
    onSuccess: ({ count }) =>
      announce(count === 1 ? "1 delivery is sent again" : `${count.toLocaleString("en-US")} deliveries are sent again`),
    onSettled: refresh,
  });
  const { items, error } = pages;
  const hasUndelivered = items?.some(({ state }) => state === "refused" || state === "unknown") === true;
  return (
    <Dialog
      size="lg"
      title={`Deliveries to ${name}`}
      onClose={onClose}
      footer={
        <>
          {hasUndelivered && (
            <Button busy={replayAll.isPending} busyText="Sending..." onClick={() => replayAll.mutate()}>
              Send Undelivered Again
            </Button>
          )}
          <Button busy={test.isPending} busyText="Sending..." onClick={() => test.mutate()}>
            Send a Test
          </Button>
        </>
      }
    >
      <FailureBanner error={test.error} title="No test was sent" onDismiss={test.reset} />
      <FailureBanner error={replay.error} title="Not sent again" onDismiss={replay.reset} />
      <FailureBanner error={replayAll.error} title="Not sent again" onDismiss={replayAll.reset} />
      <FailureBanner error={error} title="The deliveries could not be loaded" onRetry={pages.retry} />
      {items === undefined && error === null && <TableSkeleton rows={4} />}
      {items?.length === 0 && (
        <p className="text-soft">Nothing was sent in the last 30 days. A test shows whether it would come.</p>
      )}
      <ul aria-label="Deliveries" className="flex flex-col divide-y divide-line">
        {items?.map((delivery) => (
          <DeliveryRow
            key={delivery.id}
            delivery={delivery}
            isBusy={replay.isPending && replay.variables.id === delivery.id}
            onReplay={() => replay.mutate({ id: delivery.id })}
          />
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

interface DeliveryRowProps {
  delivery: Effect;
  isBusy: boolean;
  onReplay: () => void;
}

function DeliveryRow({ delivery, isBusy, onReplay }: DeliveryRowProps) {
  const { state, cause, ticketId, tries, createdAt, nextTryAt, answer } = delivery;
  const { label, tone } = deliveryStates[state];
  return (
    <li className="flex flex-wrap items-start gap-x-3 gap-y-1.5 py-2.5">
      <div className="min-w-60 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Badge tone={tone}>{label}</Badge>
          <bdi className="break-anywhere">{cause.kind === "person" ? `Test by ${cause.name}` : cause.name}</bdi>
          {ticketId !== null && (
            <TicketLink ticketId={ticketId} className="rounded-tag text-accent hover:underline">
              Open the ticket
            </TicketLink>
          )}
        </p>
        {answer !== null && <p className="mt-0.5 text-sm text-soft break-anywhere">{answer}</p>}
        <p className="mt-0.5 text-faint text-xs">
          {formatDateTime(createdAt)} · {tries === 1 ? "1 try" : `${tries.toLocaleString("en-US")} tries`}
          {nextTryAt !== null && tries > 0 && `, the next at ${formatDateTime(nextTryAt)}`}
        </p>
      </div>
      {state !== "sent" && (
        <Button size="sm" busy={isBusy} busyText="Sending..." onClick={onReplay}>
          Send again
        </Button>
      )}
    </li>
  );
}
