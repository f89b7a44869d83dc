import { limits } from "@deskhand/contract/limits";
import type { Message } from "@deskhand/contract/messages";
import type { AnswerMode } from "@deskhand/contract/recipients";
import type { TicketDetail } from "@deskhand/contract/tickets";
import { type ReactNode, type Ref, useId, useImperativeHandle, useState } from "react";
import type { ComposerTools, ReplyDraft, UnsentMail } from "../../../../entities/ticket/reply-draft.ts";
import { isSendKey, ticketShortcuts } from "../../../../entities/ticket/ticket-shortcuts.ts";
import { isPressed } from "../../../../lib/shortcuts.ts";
import { CharacterCount, Textarea } from "../../../../ui/form/textarea.tsx";
import { loadLater } from "../../../../ui/load-later.tsx";
import { useIsLow } from "../../../../ui/use-room.ts";
import { AttachFileButton, ReplyFileList } from "../../files/reply-file-list.tsx";
import { AnsweredNotice } from "../../presence/answered-notice.tsx";
import { aroundClass } from "../../recipients/recipient-rows.tsx";
import { ReplyRecipientsArea } from "../../recipients/reply-recipients.tsx";
import { SendingPlace } from "../../sending/sending-place.tsx";
import { useKept } from "../../sending/use-kept-replies.ts";
import { CheckLine } from "../checking/check-line.tsx";
import { AttachedResources } from "./attached-resources.tsx";
import { ComposerNotices, ReplacedText, StillMentioned } from "./composer-notices.tsx";
import { SendButton } from "./send-button.tsx";
import { type ReplyInHand, useComposer } from "./use-composer.ts";

const MacroActions = loadLater(() => import("./macro-actions.tsx").then(({ MacroActions }) => MacroActions));

export interface ComposerHandle {
  focus: () => void;
  /** Attaches files dropped beside the composer. */
  attach: (files: File[]) => void;
  /** Starts an answer to a message of the thread. */
  answer: (message: Message, mode: AnswerMode) => void;
  /** Sets the recipients to the sender or to all, unless that would drop somebody from a reply already begun. */
  prefer: (mode: AnswerMode) => void;
  /** Records that the writer has seen the thread up to this message. */
  acknowledge: (messageId: string | null) => void;
}

interface ComposerProps {
  ticket: TicketDetail;
  /** The loaded messages of the thread. */
  messages: readonly Message[];
  tools: ComposerTools;
  newestShown: () => string | null;
  /** Scrolls to the messages that arrived while the reply was written. */
  onReview: () => void;
  /** Called with the names of the recipients, or null for a reply kept until its time. */
  onSent: (to: string | null) => void;
  /** Starts the line below the text. */
  head?: ReactNode;
  ref: Ref<ComposerHandle>;
}

const mailOf = ({ ticket, text, recipients, focus }: ReplyDraft): UnsentMail => ({
  ticketId: ticket.id,
  text,
  recipients,
  focus,
});

/** The form in which a reply is written and sent (docs/product.md#a-reply). */
export function Composer({ tools, head, ref, ...setting }: ComposerProps) {
  const { ticket, onReview } = setting;
  const [above, setAbove] = useState<HTMLElement | null>(null);
  const [isPicking, setPicking] = useState(false);
  const composer = useComposer({ ...setting, above });
  const { draft } = composer;
  const ids = { countId: useId(), obstacleId: useId() };

  useImperativeHandle(ref, () => ({
    focus: draft.focus,
    attach: composer.attach,
    answer: composer.recipients.answer,
    prefer: composer.recipients.prefer,
    acknowledge: composer.acknowledge,
  }));

  return (
    // Not a form element: Enter in a field of a tool's dialog would submit it.
    <section
      aria-label="Reply"
      data-composer
      className="row-[around/end] grid grid-cols-1 grid-rows-subgrid border-line border-t bg-panel px-4 sm:px-5"
    >
      {/* The text keeps its lines; the notices above it scroll before the text shrinks. */}
      <div className={aroundClass}>
        {composer.newMessages === null && (
          <AnsweredNotice
            ticketId={ticket.id}
            messages={ticket.messages}
            isWriting={draft.text.trim() !== ""}
            onShow={(messageId) => {
              composer.acknowledge(messageId);
              onReview();
              draft.focus();
            }}
          />
        )}
        <ComposerNotices composer={composer} />
        <div ref={setAbove} className="flex flex-col gap-2.5 empty:hidden" />
        <ReplacedText composer={composer} />
        <StillMentioned composer={composer} />
        <AttachedResources composer={composer} />
        {draft.macro !== null && draft.macro.actions.length > 0 && <MacroActions draft={draft} macro={draft.macro} />}
        <ReplyRecipientsArea
          recipients={composer.recipients}
          isSending={draft.isSending}
          showsFault={composer.wantsRecipients}
          onLeave={draft.focus}
        />
      </div>
      <div className="relative">
        {isPicking && (
          // Overlays the thread, so that it is fully visible in the lowest window and shifts nothing.
          <div className="absolute inset-x-0 bottom-full z-2 mb-1.5">
            {tools.quickPicker(draft, () => {
              setPicking(false);
              draft.focus();
            })}
          </div>
        )}
        <ComposerField composer={composer} countId={ids.countId} onPick={() => setPicking(true)} />
      </div>
      <div className="max-h-[20dvh] overflow-y-auto pt-2.5 low:pt-1.5 lowest:pt-1 empty:hidden">
        <ReplyFileList
          files={composer.files}
          obstacle={composer.obstacle}
          obstacleId={ids.obstacleId}
          isLocked={draft.isSending}
          onRemove={composer.removeFile}
          onRetry={composer.retryFile}
          onEmpty={draft.focus}
        />
        <CheckLine
          findings={composer.check.findings}
          isLocked={draft.isSending}
          onShow={({ start, end }) => draft.select(start, end)}
          onTake={composer.check.take}
          onDismiss={(finding) => {
            composer.check.dismiss(finding);
            draft.focus();
          }}
        />
      </div>
      <div className="row-[foot] @container flex flex-col gap-2.5 py-2.5 low:gap-1.5 low:py-1.5 lowest:gap-1 lowest:py-1">
        <ComposerLine
          composer={composer}
          head={head}
          preview={composer.recipients.channel.hasPreview && tools.preview(mailOf(draft))}
          countId={ids.countId}
        />
        <ComposerBar composer={composer} tools={tools.buttons(draft)} obstacleId={ids.obstacleId} />
      </div>
    </section>
  );
}

/** The line below the text: the writing switch, the mail preview, replies on their way, and the counter. */
function ComposerLine(props: { composer: ReplyInHand; head: ReactNode; preview: ReactNode; countId: string }) {
  const { composer, head, preview, countId } = props;
  const isWaiting = useKept().length > 0;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 max-sm:gap-x-2">
      <div className="empty:hidden max-sm:order-2 lowest:max-sm:hidden">{head}</div>
      {/* A phone's keyboard leaves no room for the preview. */}
      <div className="contents lowest:max-sm:hidden">{preview}</div>
      {/* There is more room between the tools' icons, except on phones. */}
      <SendingPlace className="sm:@max-3xl:hidden" />
      {!composer.isOnline && (
        // On phones it shares that line instead of taking another.
        <span className="text-amber text-xs max-sm:min-w-0 max-sm:flex-99 max-sm:truncate max-sm:text-right">
          {isWaiting ? "Offline. What you sent leaves all the same." : "Offline. Your text is kept."}
        </span>
      )}
      <span aria-hidden className="order-1 basis-full sm:hidden lowest:hidden" />
      <span id={countId} className="ml-auto whitespace-nowrap max-sm:order-2">
        <CharacterCount count={composer.draft.text.length} limit={limits.replyLength} />
      </span>
    </div>
  );
}

function ComposerBar(props: { composer: ReplyInHand; tools: ReactNode; obstacleId: string }) {
  const { composer, tools, obstacleId } = props;
  const { isSending } = composer.draft;
  return (
    <div className="@container">
      <div className="flex flex-wrap items-center justify-end gap-x-3 gap-y-1.5 @max-2xl:gap-x-1.5">
        <div className="mr-auto -ml-2 flex items-center">
          <AttachFileButton disabled={isSending} onFiles={composer.attach} />
          {tools}
        </div>
        <SendingPlace className="max-sm:hidden @3xl:hidden" />
        <SendButton composer={composer} obstacleId={obstacleId} />
      </div>
    </div>
  );
}

/** The text field of the reply. It accepts pasted files, and its keys send the reply or open the quick picker. */
function ComposerField(props: { composer: ReplyInHand; countId: string; onPick: () => void }) {
  const { composer, countId, onPick } = props;
  const { text, isSending } = composer.draft;
  const isLow = useIsLow();
  return (
    <Textarea
      ref={composer.field}
      aria-label="Your reply"
      aria-describedby={countId}
      aria-invalid={composer.hasFault || undefined}
      placeholder="Type your response..."
      dir="auto"
      rows={isLow ? 1 : 3}
      maxRows={10}
      className="text-room overflow-y-auto!"
      value={text}
      readOnly={isSending}
      onFocus={() => composer.recipients.look(true)}
      onBlur={() => composer.recipients.look(false)}
      onChange={(event) => composer.write(event.target.value, event.nativeEvent)}
      onPaste={(event) => {
        const { files: pasted } = event.clipboardData;
        if (pasted.length === 0 || isPictureOfText(event.clipboardData)) return;
        composer.attach([...pasted]);
        // Text on the clipboard beside the files is pasted too.
        if (event.clipboardData.getData("text/plain") === "") event.preventDefault();
      }}
      onKeyDown={(event) => {
        if (isPressed(event, ticketShortcuts.cannedResponse) && text === "") {
          event.preventDefault();
          return onPick();
        }
        if (!isSendKey(event)) return;
        event.preventDefault();
        // A held key would also send the next reply.
        if (event.repeat) return;
        composer.send(isPressed(event, ticketShortcuts.sendThen) ? composer.lastStatus : "keep");
      }}
    />
  );
}

/**
 * Whether the clipboard's files only depict its text: a spreadsheet copies cells as text, a table and a picture of it.
 */
function isPictureOfText(clipboard: DataTransfer): boolean {
  const html = clipboard.getData("text/html");
  return clipboard.getData("text/plain") !== "" && /<table[\s>]/i.test(html) && !/<img[\s>]/i.test(html);
}
