import { Undo2 } from "lucide-react";
import { wordsOf } from "../../../../entities/person/mailbox-words.ts";
import type { ToldOrder } from "../../../../entities/ticket/told-order.ts";
import { truncate } from "../../../../lib/format.ts";
import { Banner } from "../../../../ui/banner.tsx";
import { Button } from "../../../../ui/button.tsx";
import { FileNotices } from "../../files/reply-file-list.tsx";
import type { NewMessage } from "./reply-failure.ts";
import type { ReplyInHand } from "./use-composer.ts";

/** Shows every notice about sending the reply, above the composer. */
export function ComposerNotices({ composer }: { composer: ReplyInHand }) {
  const { outcome, failure, sentTo, question, newMessages, notSent, dismissNotSent, fileNotices, dismiss } = composer;
  return (
    <>
      {failure !== null ? (
        <Banner kind="error" onDismiss={dismiss}>
          {failure}
        </Banner>
      ) : outcome === "sent" ? (
        <Banner kind="success" onDismiss={dismiss}>
          <span>Reply sent successfully!</span> <span className="text-soft">to {sentTo}</span>
        </Banner>
      ) : outcome === "earlier-sent" ? (
        <Banner kind="warning" onDismiss={dismiss}>
          Your earlier attempt had been sent after all; it is in the thread above. What you wrote since is kept below
          and was not sent.
        </Banner>
      ) : null}
      {notSent && newMessages === null && (
        <Banner kind="warning" title="Your reply was not sent" onDismiss={dismissNotSent}>
          {notSent.message}
        </Banner>
      )}
      {question !== null && (
        <Banner
          kind="warning"
          title="The reply was not sent yet"
          onDismiss={dismiss}
          action={
            <Button size="sm" onClick={composer.sendAsItIs}>
              Send anyway
            </Button>
          }
        >
          {question.told !== null && <p>{toldWords(question.told)}</p>}
          {question.missing.length > 0 && <p>{missingWords(question.missing)}</p>}
          {question.says.map((says) => (
            <p key={says} dir="auto">
              {says}.
            </p>
          ))}
          {question.placeholders.length > 0 && (
            <p>
              They would read {question.placeholders.map((name) => `{{${name}}}`).join(", ")} as it stands. Fill it in,
              or send it so.
            </p>
          )}
        </Banner>
      )}
      {newMessages !== null && <MovedOnNotice composer={composer} newMessages={newMessages} />}
      <FileNotices notices={fileNotices} onDismiss={composer.dismissFileNotices} />
    </>
  );
}

const toldWords = ({ values, owner }: ToldOrder) =>
  `This says ${wordsOf(values)} of ${owner}’s order, and ${owner} is not among the recipients. Change it, or send it so.`;

const missingWords = (names: readonly string[]) =>
  `It says “Attached file: ${wordsOf(names)}”, and no such file goes with it. Attach it, take that line out, or send it so.`;

/** Enough of a message to judge whether the reply still fits. */
const SHOWN = 240;

/** Shows what others wrote after the reply was begun. Nothing was sent, and the text is kept. */
function MovedOnNotice(props: { composer: ReplyInHand; newMessages: readonly NewMessage[] }) {
  const { sendAnyway, review, dismiss } = props.composer;
  return (
    <Banner kind="warning" title="The conversation moved on since you started writing" onDismiss={dismiss}>
      <p className="text-soft">Your reply was not sent. It is kept below.</p>
      <ul className="mt-1.5 flex max-h-36 flex-col gap-1.5 overflow-y-auto">
        {props.newMessages.map(({ id, authorName, content }) => (
          <li key={id} className="border-amber/40 border-l-2 pl-2.5">
            <bdi className="font-medium">{authorName}</bdi>
            <p dir="auto" className="line-clamp-3 whitespace-pre-wrap text-sm text-soft">
              {truncate(content, SHOWN)}
            </p>
          </li>
        ))}
      </ul>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button size="sm" onClick={review}>
          Review
        </Button>
        <Button size="sm" variant="ghost" onClick={sendAnyway}>
          Send anyway
        </Button>
      </div>
    </Banner>
  );
}

/** Says that a tool replaced the reply's text, and offers to restore the old one until the reply is sent. */
export function ReplacedText({ composer: { replaced, draft } }: { composer: ReplyInHand }) {
  if (!replaced) return null;
  return (
    <div role="status" className="-my-1 flex min-w-0 items-center gap-2 text-sm text-soft">
      <Undo2 size={14} aria-hidden className="shrink-0" />
      <span dir="auto" title={replaced.about} className="min-w-0 truncate">
        {replaced.about}
      </span>
      <Button size="sm" variant="ghost" disabled={draft.isSending} onClick={replaced.undo}>
        Undo
      </Button>
    </div>
  );
}

/**
 * Says that the text still mentions the resource removed last, since removing it does not change the text
 * (docs/product.md#resources-in-a-reply).
 */
export function StillMentioned({ composer: { removed, draft, dismissRemoved } }: { composer: ReplyInHand }) {
  const start = removed === null ? -1 : draft.text.indexOf(removed.title);
  if (removed === null || start < 0) return null;
  return (
    <Banner
      kind="warning"
      onDismiss={dismissRemoved}
      action={
        <Button size="sm" onClick={() => draft.select(start, start + removed.title.length)}>
          Show
        </Button>
      }
    >
      “{removed.title}” is no longer attached, but your text still mentions it.
    </Banner>
  );
}
