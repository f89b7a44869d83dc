import type { SendStatus } from "@deskhand/contract/desk/desk-choices";
import { ChevronDown } from "lucide-react";
import { useState } from "react";
import { ticketShortcuts } from "../../../../entities/ticket/ticket-shortcuts.ts";
import { keyNames } from "../../../../lib/shortcuts.ts";
import { Button, isRepeatedClick } from "../../../../ui/button.tsx";
import { Menu } from "../../../../ui/overlay/menu.tsx";
import { SendLaterDialog } from "../../sending/send-later-dialog.tsx";
import type { ReplyInHand } from "./use-composer.ts";

/** The text beside "Send Reply" is the end of the label in the menu. */
const choices: { status: SendStatus; label: string; beside: string | null }[] = [
  { status: "keep", label: "Send and keep the status", beside: null },
  { status: "pending", label: "Send and set Pending", beside: "and set Pending" },
  { status: "resolved", label: "Send and set Resolved", beside: "and set Resolved" },
];

/**
 * Sends the reply. Its menu sets the ticket's status with the reply; the last choice is remembered and becomes a button
 * of its own.
 */
export function SendButton({ composer, obstacleId }: { composer: ReplyInHand; obstacleId: string }) {
  const { draft, obstacle, lastStatus } = composer;
  const isDisabled = draft.text.trim() === "" || obstacle !== null;
  const last = choices.find(({ status, beside }) => status === lastStatus && beside !== null);
  const keysOf = (status: SendStatus) => [
    ...(status === "keep" ? [keyNames(ticketShortcuts.send).join(" ")] : []),
    ...(status === lastStatus ? [keyNames(ticketShortcuts.sendThen).join(" ")] : []),
  ];
  const [isLater, setLater] = useState(false);
  return (
    <div className="flex">
      {isLater && (
        <SendLaterDialog
          title="Send later"
          onChoose={(until) => {
            setLater(false);
            composer.sendLater(until);
          }}
          onClose={() => setLater(false)}
        />
      )}
      <Button
        variant="primary"
        className="rounded-r-none @max-xl:px-2.5"
        disabled={isDisabled}
        aria-describedby={obstacle === null ? undefined : obstacleId}
        busy={draft.isSending}
        busyText="Sending..."
        // The second click of a double click may land in the next ticket, which has its own draft.
        onClick={(event) => isRepeatedClick(event) || composer.send("keep")}
      >
        Send Reply
      </Button>
      {last !== undefined && (
        <Button
          variant="primary"
          aria-label={last.label}
          title={`${last.label} (${keyNames(ticketShortcuts.sendThen).join(" ")})`}
          className="-ml-px rounded-none border-l border-l-white/25 max-sm:hidden @max-xl:px-2.5"
          disabled={isDisabled || draft.isSending}
          onClick={(event) => isRepeatedClick(event) || composer.sendThen(last.status)}
        >
          {last.beside}
        </Button>
      )}
      <Menu
        label="More ways to send"
        className="min-w-64"
        trigger={(props) => (
          <Button
            {...props}
            variant="primary"
            aria-label="More ways to send"
            title="More ways to send"
            className="-ml-px rounded-l-none px-1.5!"
            disabled={isDisabled || draft.isSending}
          >
            <ChevronDown size={15} aria-hidden />
          </Button>
        )}
        items={[
          ...choices.map(({ status, label }) => ({
            id: status,
            label,
            onChoose: () => composer.sendThen(status),
            description: keysOf(status).join(" or ") || undefined,
            isFirst: status === lastStatus,
          })),
          { id: "later", label: "Send later", onChoose: () => setLater(true) },
        ]}
      />
    </div>
  );
}
