import { DeliveryMark } from "./delivery-mark.tsx";
import { MessageText } from "./message-text.tsx";

interface ReplyOnItsWayProps {
  id: string;
  authorName: string;
  content: string;
}

/** A reply shown before the server has answered. */
export function ReplyOnItsWay({ id, authorName, content }: ReplyOnItsWayProps) {
  return (
    <li
      data-message-id={id}
      className="flex w-[94%] flex-col gap-1.5 self-end rounded-panel border border-accent/30 border-dashed bg-accent/10 px-3.5 py-2.5 sm:w-[76%]"
    >
      <div className="flex items-center justify-between gap-4 text-soft text-xs">
        <span className="min-w-0 break-anywhere">
          From: <bdi className="font-medium text-ink">{authorName}</bdi>
        </span>
        <DeliveryMark state="sending" />
      </div>
      <MessageText label="Message Text:" text={content} />
    </li>
  );
}
