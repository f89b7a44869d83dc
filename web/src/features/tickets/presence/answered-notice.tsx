import type { Message } from "@deskhand/contract/messages";
import { MessageSquareReply, X } from "lucide-react";
import { useSyncExternalStore } from "react";
import { presence } from "../../../lib/presence/presence.ts";
import { useSession } from "../../../lib/session.ts";
import { Button } from "../../../ui/button.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { relativeText } from "../../../ui/time/relative-time.tsx";
import { useNow } from "../../../ui/time/use-now.ts";

interface AnsweredNoticeProps {
  ticketId: string;
  messages: readonly Message[];
  /** Whether a reply is being written: then the notice stays until it was seen. */
  isWriting: boolean;
  /** Scrolls to the message with this id. */
  onShow: (messageId: string) => void;
}

const JUST_NOW_MS = 60_000;

/**
 * Says at once, above the reply, that somebody else answered since the ticket was opened (docs/product.md#presence).
 */
export function AnsweredNotice({ ticketId, messages, isWriting, onShow }: AnsweredNoticeProps) {
  const answer = useSyncExternalStore(presence.subscribeToAnswers, () => presence.answerAt(ticketId));
  const { user } = useSession();
  const now = useNow();
  if (answer === undefined || user === null || answer.authorId === user.id) return null;
  // After a lost connection the message is older than its arrival here.
  const message = messages.find(({ id }) => id === answer.id);
  const at = Math.min(answer.heardAt, message === undefined ? answer.heardAt : Date.parse(message.createdAt));
  if (!isWriting && now - at > JUST_NOW_MS) return null;
  const dismiss = () => presence.dismissAnswer(ticketId);
  return (
    // The thread announces the message itself to screen readers.
    <div
      data-answered
      className="flex items-center gap-2 rounded-control border border-accent/35 bg-accent/10 px-3 py-1 text-sm"
    >
      <MessageSquareReply size={15} aria-hidden className="shrink-0 text-accent" />
      <p className="min-w-0 flex-1 truncate">
        <bdi className="font-medium">{answer.authorName}</bdi>{" "}
        {`answered ${relativeText(at, now, "minute").toLowerCase()}`}
      </p>
      <Button
        size="sm"
        variant="ghost"
        onClick={() => {
          dismiss();
          onShow(answer.id);
        }}
      >
        Show
      </Button>
      <IconButton label="Dismiss" icon={<X size={14} aria-hidden />} onClick={dismiss} />
    </div>
  );
}
