import { truncate } from "../../../../lib/format.ts";
import { Banner } from "../../../../ui/banner.tsx";
import { Button } from "../../../../ui/button.tsx";
import type { NewMessage } from "./reply-failure.ts";

/** Enough of a message to judge whether the reply still fits. */
const SHOWN = 240;

interface MovedOnNoticeProps {
  newMessages: readonly NewMessage[];
  onSendAnyway: () => void;
  onReview: () => void;
  onDismiss: () => void;
}

/** Shows what others wrote since the reply was begun; nothing was sent, and the text is kept. */
export function MovedOnNotice({ newMessages, onSendAnyway, onReview, onDismiss }: MovedOnNoticeProps) {
  return (
    <Banner kind="warning" title="The conversation moved on since you started writing" onDismiss={onDismiss}>
      <p className="text-soft">Your reply was not sent. It is kept below.</p>
      <ul className="mt-1.5 flex max-h-36 flex-col gap-1.5 overflow-y-auto">
        {newMessages.map(({ id, authorName, content }) => (
          <li key={id} className="border-amber/40 border-l-2 pl-2.5">
            <bdi className="font-medium">{authorName}</bdi>
            <p dir="auto" className="line-clamp-3 whitespace-pre-wrap text-sm text-soft">
              {truncate(content, SHOWN)}
            </p>
          </li>
        ))}
      </ul>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button size="sm" onClick={onReview}>
          Review
        </Button>
        <Button size="sm" variant="ghost" onClick={onSendAnyway}>
          Send anyway
        </Button>
      </div>
    </Banner>
  );
}
