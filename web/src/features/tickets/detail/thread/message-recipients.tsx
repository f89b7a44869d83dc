import type { Message } from "@deskhand/contract/messages";
import type { Mailbox, Recipient } from "@deskhand/contract/recipients";
import type { ChannelName, DeliveryState } from "@deskhand/contract/vocabulary";
import { useMutation } from "@tanstack/react-query";
import { Check, ChevronDown, CircleAlert, CirclePause, Clock, EyeOff } from "lucide-react";
import { useRef } from "react";
import { type IsKnown, mailboxName, mailboxText, namesOf } from "../../../../entities/person/mailbox-words.ts";
import { channels } from "../../../../entities/ticket/channels.ts";
import { OvertakenDialog, overtakenIn } from "../../../../entities/ticket/overtaken-dialog.tsx";
import { api } from "../../../../lib/api.ts";
import { formatDateTime } from "../../../../lib/format.ts";
import { FailureLine } from "../../../../screens/failure-line.tsx";
import { Badge } from "../../../../ui/badge.tsx";
import { Button } from "../../../../ui/button.tsx";
import { cx } from "../../../../ui/cx.ts";
import { toneClass } from "../../../../ui/tone.ts";

const kinds = [
  { kind: "from", label: "Also from" },
  { kind: "from-only", label: "Also from" },
  { kind: "to", label: "To" },
  { kind: "cc", label: "Cc" },
  { kind: "bcc", label: "Bcc" },
  { kind: "reply-to", label: "Answers also to" },
] as const;

interface MessageRecipientsProps {
  message: Message;
  isKnown: IsKnown;
  isOpen: boolean;
  onToggle: () => void;
}

/** A short, expandable list of a message's recipients besides the store; only a mark when there are none. */
export function RecipientsSummary({ message: { recipients }, isKnown, isOpen, onToggle }: MessageRecipientsProps) {
  if (recipients.length === 0) return null;
  const others = recipients.filter(({ isOurs }) => !isOurs);
  const isStoreOnly = others.length === 0;
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      aria-label={isStoreOnly ? "Show whom it was sent to" : undefined}
      title={recipients.map(mailboxText).join(", ")}
      onClick={onToggle}
      className={cx(
        "flex max-w-full items-center gap-1 rounded-tag text-left text-soft transition-colors duration-120 hover:text-ink",
        // Names may take two lines without touching the neighbours.
        isStoreOnly ? "touch:-my-2.5" : "min-w-0 touch:-my-1",
      )}
    >
      {!isStoreOnly && (
        <span className="flex min-w-0 flex-wrap gap-x-2">
          {kinds.map(({ kind, label }) => (
            <KindNamed key={kind} label={label} people={others.filter((one) => one.kind === kind)} isKnown={isKnown} />
          ))}
        </span>
      )}
      <ChevronDown
        size={12}
        aria-hidden
        className={cx("shrink-0 text-faint transition-transform duration-120", isOpen && "rotate-180")}
      />
    </button>
  );
}

/** All recipients of a message with address and delivery state; expanded by default where the states differ. */
export function RecipientsList({ message: { channel, recipients }, isOpen }: { message: Message; isOpen: boolean }) {
  const states = new Set(
    recipients.filter(({ isOurs }) => !isOurs).map(({ deliveryState, heldUntil }) => heldUntil ?? deliveryState),
  );
  if (!isOpen && states.size < 2) return null;
  return (
    <ul aria-label="Recipients" className="-mt-0.5 flex min-w-0 flex-col gap-0.5 text-soft text-xs">
      {recipients.map((one) => (
        <li key={one.email} className="flex min-w-0 flex-wrap items-center gap-x-2">
          <span className="min-w-0 break-anywhere">
            {kinds.find(({ kind }) => kind === one.kind)?.label} <bdi className="text-ink">{mailboxText(one)}</bdi>
            {one.isOurs && <span className="text-faint"> (this store)</span>}
          </span>
          {one.deliveryState !== null && (
            <DeliveryMark channel={channel} state={one.deliveryState} heldUntil={one.heldUntil} />
          )}
        </li>
      ))}
    </ul>
  );
}

/**
 * Names the mailing list that a mail came by, recipients that are no address, and how many more recipients than are
 * stored.
 */
export function PeopleBesides({ message }: { message: Message }) {
  const { list, unreadAddresses, leftOutAddresses } = message;
  const unread = unreadAddresses.length;
  return (
    <>
      {list !== null && (
        <span className="min-w-0 break-anywhere">
          By the list <bdi>{mailboxText(list)}</bdi>
        </span>
      )}
      {unread > 0 && (
        <span className={cx("min-w-0 break-anywhere", toneClass.amber)}>
          {unread === 1 ? "1 address" : `${unread} addresses`} could not be read:{" "}
          <bdi>{unreadAddresses.join(", ")}</bdi>
        </span>
      )}
      {leftOutAddresses > 0 && (
        <span className={cx("min-w-0", toneClass.amber)}>
          and {leftOutAddresses.toLocaleString("en-US")} more, who are not kept
        </span>
      )}
    </>
  );
}

function KindNamed({ label, people, isKnown }: { label: string; people: readonly Recipient[]; isKnown: IsKnown }) {
  if (people.length === 0) return null;
  return (
    <span className="min-w-0 break-anywhere">
      {label} <bdi>{namesOf(people, isKnown)}</bdi>
    </span>
  );
}

/** Says that the customer, and others on their conversation, are not on this message. */
export function SideMark({ message, leftOut }: { message: Message; leftOut: readonly Mailbox[] | undefined }) {
  if (leftOut === undefined) return null;
  const isToStoreOnly = message.isFromCustomer && message.recipients.every(({ isOurs }) => isOurs);
  return (
    <Badge tone="amber" icon={<EyeOff size={11} aria-hidden className="shrink-0" />} className="whitespace-normal!">
      <span className="min-w-0 break-anywhere">
        {isToStoreOnly && "To you only: "}
        <bdi>{namesOf(leftOut)}</bdi> {leftOut.length === 1 ? "is" : "are"} not on it
      </span>
    </Badge>
  );
}

/** The recipients that a mail did not reach, each with the reason. */
function failedRecipients({ recipients }: Pick<Message, "recipients">): { name: string; reason: string }[] {
  return recipients
    .filter(({ deliveryState }) => deliveryState === "failed")
    .map((one) => ({ name: mailboxName(one), reason: one.deliveryError ?? "The mail server gave no reason." }));
}

/** Says why a mail was not delivered and offers to send it again. */
export function FailedDelivery(props: { message: Message; onRetried: (message: Message) => void }) {
  const { id, ticketId, deliveryError, recipients } = props.message;
  const failed = failedRecipients(props.message);
  const isToSome = failed.length > 0 && recipients.length > 1;
  const box = useRef<HTMLDivElement>(null);
  const retry = useMutation(
    api.messages.retryDelivery.mutationOptions({
      onSuccess(sent) {
        // The button disappears with the failure, so the thread takes the focus.
        box.current?.closest("section")?.focus({ preventScroll: true });
        props.onRetried(sent);
      },
    }),
  );
  const overtaken = overtakenIn(retry.error);
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
        <FailureLine error={overtaken === null ? retry.error : null} />
      </div>
      <Button
        size="sm"
        busy={retry.isPending}
        busyText="Trying again..."
        onClick={() => retry.mutate({ ticketId, id })}
      >
        Try again
      </Button>
      {overtaken !== null && (
        <OvertakenDialog
          mails={[{ id, to: failed.map(({ name }) => name).join(", "), overtaken }]}
          onSend={() => retry.mutate({ ticketId, id, sendAnyway: true })}
          onClose={retry.reset}
        />
      )}
    </div>
  );
}

const marks = {
  sending: { Icon: Clock, className: "text-soft" },
  sent: { Icon: Check, className: "text-soft" },
  failed: { Icon: CircleAlert, className: "font-medium text-red" },
} satisfies Record<DeliveryState, object>;

interface DeliveryMarkProps {
  channel: ChannelName;
  state: DeliveryState;
  /** When the store's limit releases it; null if no limit holds it back. */
  heldUntil?: string | null;
}

/** The delivery state of a message of the store. */
export function DeliveryMark({ channel, state, heldUntil = null }: DeliveryMarkProps) {
  const { label, Icon, className } =
    heldUntil === null
      ? { label: channels[channel].delivery[state], ...marks[state] }
      : { label: `Held back until ${formatDateTime(heldUntil)}`, Icon: CirclePause, className: "text-amber" };
  return (
    <span className={cx("inline-flex items-center gap-1", className)}>
      <Icon size={12} aria-hidden />
      {label}
    </span>
  );
}
