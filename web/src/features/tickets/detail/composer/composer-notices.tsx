import { truncate } from "../../../../lib/format.ts";
import { Banner } from "../../../../ui/banner.tsx";
import { Button } from "../../../../ui/button.tsx";
import { FileNotices } from "../../files/file-notices.tsx";
import type { AttachedResource } from "./reply-draft.ts";
import type { NewMessage } from "./reply-failure.ts";
import type { ReplyInHand } from "./use-composer.ts";

/** All that is to be said about sending the reply, above it. */
export function ComposerNotices({ composer }: { composer: ReplyInHand }) {
  const { outcome, failure, toFillIn, newMessages, fileNotices, send, dismiss } = composer;
  return (
    <>
      <ReplyNotice outcome={outcome} error={failure} onDismiss={dismiss} />
      {toFillIn !== null && (
        <SendQuestion placeholders={toFillIn} onSendAnyway={() => send(false, true)} onDismiss={dismiss} />
      )}
      {newMessages !== null && (
        <MovedOnNotice
          newMessages={newMessages}
          onSendAnyway={() => send(true)}
          onReview={composer.review}
          onDismiss={dismiss}
        />
      )}
      <FileNotices notices={fileNotices} onDismiss={composer.dismissFileNotices} />
    </>
  );
}

interface ReplyNoticeProps {
  outcome: "sent" | "earlier-sent" | null;
  error: string | null;
  onDismiss: () => void;
}

/** What became of the last reply (spec part 1, section 8). */
function ReplyNotice({ outcome, error, onDismiss }: ReplyNoticeProps) {
  if (error !== null) {
    return (
      <Banner kind="error" onDismiss={onDismiss}>
        {error}
      </Banner>
    );
  }
  if (outcome === "sent") {
    return (
      <Banner kind="success" onDismiss={onDismiss}>
        Reply sent successfully!
      </Banner>
    );
  }
  if (outcome === "earlier-sent") {
    return (
      <Banner kind="warning" onDismiss={onDismiss}>
        Your earlier attempt had been sent after all; it is in the thread above. What you wrote since is kept below and
        was not sent.
      </Banner>
    );
  }
  return null;
}

interface SendQuestionProps {
  /** What the reply still has to be filled in, each once. */
  placeholders: readonly string[];
  onSendAnyway: () => void;
  onDismiss: () => void;
}

/** Asks before a customer gets a reply with something left to be filled in. */
function SendQuestion({ placeholders, onSendAnyway, onDismiss }: SendQuestionProps) {
  const list = placeholders.map((name) => `{{${name}}}`).join(", ");
  return (
    <Banner
      kind="warning"
      title="The reply was not sent yet"
      onDismiss={onDismiss}
      action={
        <Button size="sm" onClick={onSendAnyway}>
          Send anyway
        </Button>
      }
    >
      The customer would read {list} as it stands. Fill it in, or send it so.
    </Banner>
  );
}

/** Enough of a message to judge whether the reply still fits. */
const SHOWN = 240;

interface MovedOnNoticeProps {
  newMessages: readonly NewMessage[];
  onSendAnyway: () => void;
  onReview: () => void;
  onDismiss: () => void;
}

/** Shows what others wrote since the reply was begun; nothing was sent, and the text is kept. */
function MovedOnNotice({ newMessages, onSendAnyway, onReview, onDismiss }: MovedOnNoticeProps) {
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

interface StillMentionedProps {
  /** The resource that was taken off the reply last. */
  removed: AttachedResource | null;
  text: string;
  onShow: (start: number, end: number) => void;
  onDismiss: () => void;
}

/** Says that a resource taken off the reply still stands in its text: removing it leaves the text alone (spec part 1, section 2.8). */
export function StillMentioned({ removed, text, onShow, onDismiss }: StillMentionedProps) {
  const start = removed === null ? -1 : text.indexOf(removed.title);
  if (removed === null || start < 0) return null;
  return (
    <Banner
      kind="warning"
      onDismiss={onDismiss}
      action={
        <Button size="sm" onClick={() => onShow(start, start + removed.title.length)}>
          Show
        </Button>
      }
    >
      “{removed.title}” is no longer attached, but your text still mentions it.
    </Banner>
  );
}
