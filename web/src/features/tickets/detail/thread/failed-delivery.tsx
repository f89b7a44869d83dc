import type { Message } from "@deskhand/contract/messages";
import { useMutation } from "@tanstack/react-query";
import { useRef } from "react";
import { api } from "../../../../lib/api.ts";
import { failureText } from "../../../../lib/failure.ts";
import { Button } from "../../../../ui/button.tsx";

interface FailedDeliveryProps {
  message: Message;
  onRetried: (message: Message) => void;
}

/** Why a reply did not reach the customer, and the way to send it again. */
export function FailedDelivery({ message: { id, ticketId, deliveryError }, onRetried }: FailedDeliveryProps) {
  const box = useRef<HTMLDivElement>(null);
  const retry = useMutation(
    api.messages.retryDelivery.mutationOptions({
      onSuccess(sent) {
        // The button goes with the failure; the thread takes the focus.
        box.current?.closest("section")?.focus({ preventScroll: true });
        onRetried(sent);
      },
    }),
  );
  return (
    <div
      ref={box}
      className="flex items-start gap-3 rounded-control border border-red/35 bg-canvas/40 px-2.5 py-2 text-sm"
    >
      <div className="min-w-0 flex-1 break-anywhere">
        <p>
          <span className="font-semibold text-red">Not delivered.</span>{" "}
          {deliveryError ?? "The mail server gave no reason."}
        </p>
        {retry.error !== null && (
          <p role="alert" className="text-red">
            {failureText(retry.error)}
          </p>
        )}
      </div>
      <Button
        size="sm"
        busy={retry.isPending}
        busyText="Trying again..."
        onClick={() => retry.mutate({ ticketId, id })}
      >
        Try again
      </Button>
    </div>
  );
}
