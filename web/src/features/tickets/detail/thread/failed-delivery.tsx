import type { Message } from "@deskhand/contract/messages";
import { useMutation } from "@tanstack/react-query";
import { useRef } from "react";
import { api } from "../../../../lib/api.ts";
import { FailureLine } from "../../../../screens/failure-line.tsx";
import { Button } from "../../../../ui/button.tsx";
import { failedRecipients } from "./message-recipients.tsx";

/** Why a mail did not arrive, and the way to send it again. */
export function FailedDelivery(props: { message: Message; onRetried: (message: Message) => void }) {
  const { id, ticketId, deliveryError, recipients } = props.message;
  const failed = failedRecipients(props.message);
  const isToSome = failed.length > 0 && recipients.length > 1;
  const box = useRef<HTMLDivElement>(null);
  const retry = useMutation(
    api.messages.retryDelivery.mutationOptions({
      onSuccess(sent) {
        // The button goes with the failure; the thread takes the focus.
        box.current?.closest("section")?.focus({ preventScroll: true });
        props.onRetried(sent);
      },
    }),
  );
  return (
    <div
      ref={box}
      className="flex items-start gap-3 rounded-control border border-red/35 bg-canvas/40 px-2.5 py-2 text-sm"
    >
      <div className="min-w-0 flex-1 break-anywhere">
        {isToSome ? (
          failed.map(({ name, reason }) => (
            <p key={name}>
              <span className="font-semibold text-red">
                Not delivered to <bdi>{name}</bdi>.
              </span>{" "}
              {reason}
            </p>
          ))
        ) : (
          <p>
            <span className="font-semibold text-red">Not delivered.</span>{" "}
            {deliveryError ?? "The mail server gave no reason."}
          </p>
        )}
        <FailureLine error={retry.error} />
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
