import type { Message } from "@deskhand/contract/messages";
import { memo } from "react";
import { formatDateTime } from "../../../../lib/format.ts";
import { Badge } from "../../../../ui/badge.tsx";
import { cx } from "../../../../ui/cx.ts";
import { DeliveryMark } from "./delivery-mark.tsx";
import { FailedDelivery } from "./failed-delivery.tsx";
import { MessageFiles } from "./message-files.tsx";
import { MessageMore } from "./message-more.tsx";
import { MessageText } from "./message-text.tsx";
import { ThreadingMark } from "./threading-mark.tsx";

interface MessageCardProps {
  message: Message;
  /** Of the ticket's customer: another writer's address is shown. */
  customerEmail: string | null;
  onRetried: (message: Message) => void;
}

/** One message of the thread: customers' on the left, agents' on the right (spec part 1, section 2.8). */
export const MessageCard = memo(function MessageCard(props: MessageCardProps) {
  const { message, customerEmail, onRetried } = props;
  const { isFromCustomer, authorName, authorEmail, createdAt, deliveryState, threadingReason } = message;
  return (
    <li
      data-message-id={message.id}
      className={cx(
        // The layout of a mail that is shown as HTML is often 600 pixels wide and more.
        "flex w-[94%] flex-col gap-1.5 rounded-panel border px-3.5 py-2.5 has-[iframe]:w-full! sm:w-[76%]",
        isFromCustomer ? "self-start border-line bg-panel" : "self-end border-accent/30 bg-accent/10",
      )}
    >
      <div className="flex flex-wrap items-center gap-x-2 gap-y-0.5 text-soft text-xs">
        <span className="min-w-0 break-anywhere">
          From: <bdi className="font-medium text-ink">{authorName}</bdi>
          {authorEmail !== null && authorEmail !== customerEmail && authorEmail !== authorName && (
            <bdi>{` <${authorEmail}>`}</bdi>
          )}
        </span>
        {message.isAutomatic && <Badge tone="grey">Automatic reply</Badge>}
        <span className="ml-auto flex items-center gap-2 pl-4">
          {threadingReason !== null && <ThreadingMark reason={threadingReason} />}
          <time dateTime={createdAt}>{formatDateTime(createdAt)}</time>
          {deliveryState !== null && <DeliveryMark state={deliveryState} />}
          {deliveryState === null && !isFromCustomer && <span>Not e-mailed</span>}
        </span>
      </div>
      {message.content.trim() === "" ? (
        <p className="text-soft italic">This message has no text.</p>
      ) : (
        <MessageText label="Message Text:" text={message.content} />
      )}
      {(message.hasQuote || message.isCut || message.hasHtml) && <MessageMore message={message} />}
      {message.attachmentCount > 0 && <MessageFiles message={message} />}
      {deliveryState === "failed" && <FailedDelivery message={message} onRetried={onRetried} />}
    </li>
  );
});
