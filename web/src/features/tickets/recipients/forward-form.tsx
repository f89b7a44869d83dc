import { limits } from "@deskhand/contract/limits";
import type { Message } from "@deskhand/contract/messages";
import type { TicketDetail } from "@deskhand/contract/tickets";
import { Forward } from "lucide-react";
import { type ReactNode, type Ref, useId, useImperativeHandle, useRef } from "react";
import type { ComposerTools } from "../../../entities/ticket/reply-draft.ts";
import { isSendKey } from "../../../entities/ticket/ticket-shortcuts.ts";
import { formatDateTime, truncate } from "../../../lib/format.ts";
import { useSession } from "../../../lib/session.ts";
import { FailureBanner } from "../../../screens/failure-banner.tsx";
import { Button, isRepeatedClick } from "../../../ui/button.tsx";
import { Checkbox } from "../../../ui/form/checkbox.tsx";
import { CharacterCount, Textarea } from "../../../ui/form/textarea.tsx";
import { useIsLow } from "../../../ui/use-room.ts";
import { namesakesOf, ownAddresses } from "./answered.ts";
import { aroundClass, RecipientRows, useRecipientNews } from "./recipient-rows.tsx";
import { unreadRecipient } from "./typed-mailboxes.ts";
import { forwardWarnings, useForward } from "./use-forward.ts";

/** Methods that the forward form offers its parent. */
export interface ForwardFormHandle {
  /** Focuses the recipients. */
  focus: () => void;
}

interface ForwardFormProps {
  ticket: TicketDetail;
  /** The loaded thread, oldest first. */
  messages: readonly Message[];
  /** The message selected first; undefined for none. */
  message: Message | undefined;
  tools: ComposerTools;
  /** Starts the line below the text. */
  head: ReactNode;
  /** Called when it was sent or discarded. */
  onDone: () => void;
  ref: Ref<ForwardFormHandle>;
}

/** Forwards messages of a ticket to somebody else, with a text above (docs/product.md#forwarding-messages). */
export function ForwardForm({ ticket, messages, message, tools, head, onDone, ref }: ForwardFormProps) {
  const { user, client } = useSession();
  const forward = useForward({ ticket, message, onDone });
  const { draft, change, faults, error, isSending, discard } = forward;
  const { news } = useRecipientNews(ticket, draft);
  const section = useRef<HTMLElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  function send() {
    const unread = unreadRecipient(field.current);
    if (unread === undefined) forward.send();
    else unread.focus();
  }
  const countId = useId();
  const isLow = useIsLow();
  useImperativeHandle(ref, () => ({
    focus: () => section.current?.querySelector<HTMLInputElement>("[data-recipients] input")?.focus(),
  }));
  const fileCount = messages
    .filter(({ id }) => draft.messageIds.includes(id))
    .reduce((sum, { attachmentCount }) => sum + attachmentCount, 0);

  const preview = tools.preview({
    ticketId: ticket.id,
    text: draft.content,
    recipients: { ...draft, answersId: null },
    forwards: draft.messageIds,
    focus: () => field.current?.focus(),
  });

  return (
    <section
      ref={section}
      aria-label="Forward"
      data-composer
      className="row-[around/end] grid grid-cols-1 grid-rows-subgrid border-line border-t bg-panel px-4 sm:px-5"
    >
      <div className={aroundClass}>
        <FailureBanner error={error} title="Not forwarded" />
        <RecipientRows
          recipients={draft}
          isOwn={ownAddresses(messages, client)}
          isKnown={forward.isKnown}
          news={news}
          namesakes={namesakesOf(ticket.customer, { user, client })}
          isReadOnly={isSending}
          offers="above"
          fault={faults.whom}
          onChange={({ to, cc, bcc }) => change({ to, cc, bcc })}
          onLeave={() => field.current?.focus()}
        />
      </div>
      <Textarea
        ref={field}
        aria-label="Your words above it"
        aria-describedby={countId}
        aria-invalid={faults.content !== undefined || undefined}
        placeholder="Words of your own, if you like..."
        dir="auto"
        rows={isLow ? 1 : 2}
        maxRows={8}
        className="text-room overflow-y-auto!"
        value={draft.content}
        readOnly={isSending}
        onChange={(event) => change({ content: event.target.value })}
        onKeyDown={(event) => {
          if (!isSendKey(event)) return;
          event.preventDefault();
          if (!event.repeat) send();
        }}
      />
      <div className="flex max-h-28 min-h-7 flex-col gap-1 overflow-y-auto pt-2 low:max-h-18 low:pt-1 lowest:max-h-12">
        {[faults.messages, faults.content].map(
          (fault) =>
            fault !== undefined && (
              <p key={fault} role="alert" className="shrink-0 text-red text-xs">
                {fault}
              </p>
            ),
        )}
        <ChosenMessages
          messages={messages}
          storeName={client?.storeName ?? "your store"}
          chosen={draft.messageIds}
          isReadOnly={isSending}
          onChange={(messageIds) => change({ messageIds })}
        />
      </div>
      <div className="row-[foot] flex flex-col gap-2 py-2.5 low:gap-1.5 low:py-1.5 lowest:gap-1 lowest:py-1">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <div className="empty:hidden lowest:max-sm:hidden">{head}</div>
          <div className="contents lowest:max-sm:hidden">{preview}</div>
          {fileCount > 0 && (
            <Checkbox
              label={`With their files (${fileCount})`}
              className="text-xs"
              checked={draft.withFiles}
              disabled={isSending}
              onChange={(event) => change({ withFiles: event.target.checked })}
            />
          )}
          <p className="text-soft text-xs low:sr-only">
            Answers come back to this ticket and are not shown to the customer.
          </p>
          <span id={countId} className="ml-auto whitespace-nowrap">
            <CharacterCount count={draft.content.length} limit={limits.replyLength} />
          </span>
        </div>
        <div className="flex items-center justify-end gap-2">
          <Button variant="ghost" disabled={isSending} onClick={discard}>
            Discard
          </Button>
          <Button
            variant="primary"
            icon={<Forward size={14} aria-hidden />}
            busy={isSending}
            busyText="Forwarding..."
            onClick={(event) => isRepeatedClick(event) || send()}
          >
            Send Forward
          </Button>
        </div>
      </div>
    </section>
  );
}

/** Enough of a message to recognize it. */
const SHOWN = 120;

interface ChosenMessagesProps {
  messages: readonly Message[];
  storeName: string;
  chosen: readonly string[];
  isReadOnly: boolean;
  onChange: (messageIds: string[]) => void;
}

/** The thread's messages as checkboxes, to select which ones are forwarded. */
function ChosenMessages({ messages, storeName, chosen, isReadOnly, onChange }: ChosenMessagesProps) {
  return (
    <fieldset disabled={isReadOnly} className="flex min-w-0 shrink-0 flex-col gap-0.5">
      <legend className="sr-only">Messages that are forwarded</legend>
      {messages.toReversed().map((message) => (
        <Checkbox
          key={message.id}
          className="min-w-0 max-w-full shrink-0 text-xs"
          checked={chosen.includes(message.id)}
          onChange={({ target }) =>
            onChange(target.checked ? [...chosen, message.id] : chosen.filter((one) => one !== message.id))
          }
          label={
            <span className="min-w-0 truncate">
              {forwardWarnings(message, storeName).map((warning) => (
                <span key={warning} className="text-amber">
                  <bdi>{warning}</bdi> ·{" "}
                </span>
              ))}
              <bdi className="text-ink">{message.authorName}</bdi>, {formatDateTime(message.createdAt)}:{" "}
              <bdi>{truncate(message.content, SHOWN)}</bdi>
            </span>
          }
        />
      ))}
    </fieldset>
  );
}
