import { shownAddress } from "@deskhand/contract/addresses/shown-address";
import type { Message } from "@deskhand/contract/messages";
import { filesZipUrl } from "@deskhand/contract/pages";
import type { Mailbox } from "@deskhand/contract/recipients";
import type { ChannelName, ThreadingReason } from "@deskhand/contract/vocabulary";
import { useMutation } from "@tanstack/react-query";
import { Download, Waypoints } from "lucide-react";
import { memo, useState } from "react";
import type { IsKnown } from "../../../../entities/person/mailbox-words.ts";
import { channels } from "../../../../entities/ticket/channels.ts";
import { UnverifiedBadge } from "../../../../entities/ticket/ticket-pills.tsx";
import { WrittenFromLine } from "../../../../entities/ticket/written-from.tsx";
import { api } from "../../../../lib/api.ts";
import { counted, formatDateTime } from "../../../../lib/format.ts";
import { waitsForNetwork } from "../../../../lib/retries.ts";
import { FailureLine } from "../../../../screens/failure-line.tsx";
import { Badge } from "../../../../ui/badge.tsx";
import { Button } from "../../../../ui/button.tsx";
import { cx } from "../../../../ui/cx.ts";
import { loadLater } from "../../../../ui/load-later.tsx";
import { Tooltip } from "../../../../ui/overlay/tooltip.tsx";
import { AttachmentList } from "../../files/attachment-list.tsx";
import { EnclosedParts, ProtectionBadges } from "./enclosed-parts.tsx";
import type { MessageAnswer } from "./message-actions.tsx";
import { MessageMore } from "./message-more.tsx";
import {
  DeliveryMark,
  FailedDelivery,
  PeopleBesides,
  RecipientsList,
  RecipientsSummary,
  SideMark,
} from "./message-recipients.tsx";
import { MessageText } from "./message-text.tsx";
import { RuleName } from "./rule-name.tsx";

interface MessageCardProps {
  message: Message;
  customerEmail: string | null;
  /** Recognizes senders shown by name alone; others get their address too. */
  isKnown: IsKnown;
  /** Those left out of a message that does not go to the customer. */
  leftOut: readonly Mailbox[] | undefined;
  /** Answers or forwards the message; stable across messages. Absent where nothing can be written. */
  onAnswer: ((message: Message, how: MessageAnswer) => void) | undefined;
  onRetried: (message: Message) => void;
}

/** A message read this long after it was accepted shows when it joined the thread. */
const LATE_MS = 60_000;

/** One message of the thread: customers' on the left, agents' on the right (docs/product.md#messages). */
export const MessageCard = memo(function MessageCard(props: MessageCardProps) {
  const { message, customerEmail, isKnown, leftOut, onAnswer, onRetried } = props;
  const { isFromCustomer, authorName, authorEmail, createdAt, deliveryState, threadingReason } = message;
  const [showsRecipients, setShowsRecipients] = useState(false);
  return (
    <li
      data-entry-id={message.id}
      data-is-message
      className={cx(
        // HTML mail layouts are often 600 pixels wide or more.
        "flex w-[94%] flex-col gap-1.5 rounded-panel border px-3.5 py-2.5 has-[iframe]:w-full! sm:w-[76%]",
        isFromCustomer ? "self-start border-line bg-panel" : "self-end border-accent/30 bg-accent/10",
      )}
    >
      <div className="flex flex-wrap items-center gap-x-2 gap-y-0.5 text-soft text-xs">
        <span className="min-w-0 break-anywhere">
          From: <bdi className="font-medium text-ink">{shownAddress(authorName)}</bdi>
          {authorEmail !== null && !isKnown(authorEmail.toLowerCase()) && authorEmail !== authorName && (
            <bdi>{` <${shownAddress(authorEmail)}>`}</bdi>
          )}
        </span>
        <RecipientsSummary
          message={message}
          isKnown={isKnown}
          isOpen={showsRecipients}
          onToggle={() => setShowsRecipients(!showsRecipients)}
        />
        <PeopleBesides message={message} />
        {message.writtenFrom !== null && (
          <WrittenFromLine writtenFrom={message.writtenFrom} answersTo={message.answersTo?.email ?? customerEmail} />
        )}
        {message.isUnverified && <UnverifiedBadge />}
        {message.enclosed !== null && <ProtectionBadges enclosed={message.enclosed} />}
        {message.isAutomatic && <Badge tone="grey">Automatic reply</Badge>}
        {message.byRule !== null && (
          <span className="min-w-0 break-anywhere">
            by the rule <RuleName name={message.byRule} />
          </span>
        )}
        <SideMark message={message} leftOut={leftOut} />
        {Date.parse(message.addedAt) - Date.parse(createdAt) > LATE_MS && (
          <span>On this ticket since {formatDateTime(message.addedAt)}</span>
        )}
        <span className="ml-auto flex items-center gap-2 pl-4">
          {threadingReason !== null && <ThreadingMark reason={threadingReason} />}
          <time dateTime={createdAt}>{formatDateTime(createdAt)}</time>
          {deliveryState !== null && (
            <DeliveryMark channel={message.channel} state={deliveryState} heldUntil={message.heldUntil} />
          )}
          <ChannelMark channel={message.channel} />
          {isNotMailed(message) && <span>Not e-mailed</span>}
          {(onAnswer !== undefined || isMovable(message)) && (
            <MessageActions message={message} isMovable={isMovable(message)} onAnswer={onAnswer} />
          )}
        </span>
      </div>
      <RecipientsList message={message} isOpen={showsRecipients} />
      <MessageMore message={message}>{(text) => <MessageWords message={message} text={text} />}</MessageMore>
      {message.attachmentCount > 0 && <MessageFiles message={message} />}
      {deliveryState === "sending" && message.deliveryError !== null && (
        <p className="text-soft text-sm">{message.deliveryError}</p>
      )}
      {deliveryState === "failed" && <FailedDelivery message={message} onRetried={onRetried} />}
    </li>
  );
});

const MessageActions = loadLater(() => import("./message-actions.tsx").then((module) => module.MessageActions));
/** A message's text and enclosed parts, or only the latter when there is no text. */
function MessageWords({ message: { content, enclosed }, text }: { message: Message; text: string }) {
  if (content.trim() === "") return <p className="text-soft italic">This message has no text.</p>;
  return (
    <>
      {enclosed?.isInstead !== true && <MessageText label="Message Text:" text={text} />}
      {enclosed !== null && <EnclosedParts enclosed={enclosed} words={content} />}
    </>
  );
}

/** Whether the customer wrote it themselves and it did not begin the ticket. */
function isMovable({ isFromCustomer, isAutomatic, threadingReason }: Message): boolean {
  return isFromCustomer && !isAutomatic && threadingReason !== "new_conversation";
}

/** A message's first files, and the rest on request. */
function MessageFiles({ message: { id, ticketId, attachments, attachmentCount } }: { message: Message }) {
  const all = useMutation(api.messages.listAttachments.mutationOptions(waitsForNetwork));
  const files = all.data?.items ?? attachments;
  const left = attachmentCount - files.length;
  return (
    <>
      <AttachmentList attachments={files} />
      {left > 0 && (
        <Button
          size="sm"
          className="self-start"
          busy={all.isPending}
          busyText="Loading..."
          onClick={() => all.mutate({ ticketId, id })}
        >
          {`Show ${counted(left, "more file")}`}
        </Button>
      )}
      {attachmentCount > 1 && (
        <a
          href={filesZipUrl("message", id)}
          download
          className="flex w-fit items-center gap-1.5 rounded-tag text-soft text-xs hover:text-ink hover:underline"
        >
          <Download size={12} aria-hidden />
          {`Download all ${attachmentCount} files`}
        </a>
      )}
      <FailureLine error={all.error} />
    </>
  );
}

interface ReplyOnItsWayProps {
  id: string;
  authorName: string;
  content: string;
  /** The names of its recipients. */
  to: string | null;
  channel: ChannelName;
}

/** A reply shown before the server has responded. */
export function ReplyOnItsWay({ id, authorName, content, to, channel }: ReplyOnItsWayProps) {
  return (
    <li
      data-entry-id={id}
      data-is-message
      className="flex w-[94%] flex-col gap-1.5 self-end rounded-panel border border-accent/30 border-dashed bg-accent/10 px-3.5 py-2.5 sm:w-[76%]"
    >
      <div className="flex items-center justify-between gap-4 text-soft text-xs">
        <span className="min-w-0 break-anywhere">
          From: <bdi className="font-medium text-ink">{authorName}</bdi>
        </span>
        <DeliveryMark channel={channel} state="sending" />
      </div>
      {to !== null && (
        <p className="-mt-1 text-soft text-xs break-anywhere">
          To <bdi>{to}</bdi>
        </p>
      )}
      <MessageText label="Message Text:" text={content} />
    </li>
  );
}

/** Why a mail is on its ticket. */
const threadingWords: Record<ThreadingReason, string> = {
  new_conversation: "This mail began the ticket: it answered no earlier conversation.",
  reply_address: "On this ticket because the mail carries this ticket's signed reply address or Message-ID.",
  references: "On this ticket because the mail answers an earlier message of it.",
  subject_label: "On this ticket because the subject names it and the sender already takes part in it.",
  named_mail: "On this ticket because it and another mail of the same author belong to one conversation.",
};

/** Names the channel of a message, unless it is the usual one. */
function ChannelMark({ channel }: { channel: ChannelName }) {
  const { label, Mark } = channels[channel];
  if (!Mark) return null;
  return (
    <span className="inline-flex items-center gap-1">
      <Mark size={12} aria-hidden />
      {label}
    </span>
  );
}

/** Explains on hover and focus why a mail is on this ticket. */
function ThreadingMark({ reason }: { reason: ThreadingReason }) {
  return (
    <Tooltip text={threadingWords[reason]}>
      <button
        type="button"
        aria-label="Why this message is on this ticket"
        className="-my-1 grid size-6 cursor-help place-items-center rounded-control text-faint hover:bg-hover hover:text-soft"
      >
        <Waypoints size={13} aria-hidden />
      </button>
    </Tooltip>
  );
}

/**
 * Whether a message of the store was mailed to nobody. A colleague's own mail with the store in copy or blind copy did
 * go by mail.
 */
export function isNotMailed({ deliveryState, isFromCustomer, threadingReason }: Message): boolean {
  return deliveryState === null && !isFromCustomer && threadingReason === null;
}
