import { limits } from "@deskhand/contract/limits";
import type { Message } from "@deskhand/contract/messages";
import type { TicketDetail } from "@deskhand/contract/tickets";
import { Forward } from "lucide-react";
import { type ReactNode, type Ref, useId, useImperativeHandle, useRef } from "react";
import { isSendKey } from "../../../entities/ticket/ticket-shortcuts.ts";
import { formatDateTime, truncate } from "../../../lib/format.ts";
import { useSession } from "../../../lib/session.ts";
import { FailureBanner } from "../../../screens/failure-banner.tsx";
import { Button } from "../../../ui/button.tsx";
import { CharacterCount } from "../../../ui/form/character-count.tsx";
import { Checkbox } from "../../../ui/form/checkbox.tsx";
import { isRepeatedClick } from "../../../ui/form/is-repeated-click.ts";
import { Textarea } from "../../../ui/form/textarea.tsx";
import { useIsLow } from "../../../ui/use-room.ts";
import { ownAddresses } from "./answered.ts";
import { RecipientRows } from "./recipient-rows.tsx";
import { unreadRecipient } from "./unread-recipient.ts";
import { useForward } from "./use-forward.ts";

/** What the form of a forward can be told from around it. */
export interface ForwardFormHandle {
  /** Leads to whom it goes. */
  focus: () => void;
}

interface ForwardFormProps {
  ticket: TicketDetail;
  /** What is known of the thread, oldest first. */
  messages: readonly Message[];
  /** The one that is chosen at first. */
  message: Message;
  /** Begins the line below its text. */
  head: ReactNode;
  /** It went, or was given up. */
  onDone: () => void;
  ref: Ref<ForwardFormHandle>;
}

/** Sends messages of a ticket to somebody else, with words of one's own (docs/product.md#forwarding-messages). */
export function ForwardForm({ ticket, messages, message, head, onDone, ref }: ForwardFormProps) {
  const { client } = useSession();
  const forward = useForward({ ticket, message, onDone });
  const { draft, change, faults, error, isSending, discard } = forward;
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

  return (
    <section
      ref={section}
      aria-label="Forward"
      data-composer
      className="row-[around/end] flex shrink-0 flex-col gap-2 border-line border-t bg-panel px-4 py-3 low:gap-1.5 low:py-2 lowest:gap-1 lowest:py-1 sm:px-5"
    >
      <FailureBanner error={error} title="Not forwarded" />
      <RecipientRows
        recipients={draft}
        isOwn={ownAddresses(messages, client)}
        isReadOnly={isSending}
        offers="above"
        fault={faults.to}
        onChange={({ to, cc, bcc }) => change({ to, cc, bcc })}
        onLeave={() => field.current?.focus()}
      />
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
      <ChosenMessages
        messages={messages}
        chosen={draft.messageIds}
        isReadOnly={isSending}
        onChange={(messageIds) => change({ messageIds })}
      />
      {[faults.messages, faults.content].map(
        (fault) =>
          fault !== undefined && (
            <p key={fault} role="alert" className="text-red text-xs">
              {fault}
            </p>
          ),
      )}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <div className="empty:hidden lowest:max-sm:hidden">{head}</div>
        {fileCount > 0 && (
          <Checkbox
            label={`With their files (${fileCount})`}
            className="text-xs"
            checked={draft.withFiles}
            disabled={isSending}
            onChange={(event) => change({ withFiles: event.target.checked })}
          />
        )}
        <p className="text-soft text-xs lowest:sr-only">
          Answers come back to this ticket and are not shown to the customer.
        </p>
        <span id={countId} className="ml-auto whitespace-nowrap">
          <CharacterCount count={draft.content.length} limit={limits.replyLength} />
        </span>
      </div>
      <div className="sticky bottom-0 -mb-1 flex items-center justify-end gap-2 bg-panel pb-1">
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
          Forward
        </Button>
      </div>
    </section>
  );
}

/** Enough of a message to know it by. */
const SHOWN = 120;

interface ChosenMessagesProps {
  messages: readonly Message[];
  chosen: readonly string[];
  isReadOnly: boolean;
  onChange: (messageIds: string[]) => void;
}

/** The messages of the thread, each with a tick: those that are forwarded. */
function ChosenMessages({ messages, chosen, isReadOnly, onChange }: ChosenMessagesProps) {
  return (
    <fieldset
      disabled={isReadOnly}
      className="flex max-h-24 min-w-0 flex-col gap-0.5 overflow-y-auto low:max-h-17 lowest:max-h-14"
    >
      <legend className="sr-only">Messages that are forwarded</legend>
      {messages.toReversed().map(({ id, authorName, createdAt, content }) => (
        <Checkbox
          key={id}
          className="min-w-0 max-w-full shrink-0 text-xs"
          checked={chosen.includes(id)}
          onChange={({ target }) => onChange(target.checked ? [...chosen, id] : chosen.filter((one) => one !== id))}
          label={
            <span className="min-w-0 truncate">
              <bdi className="text-ink">{authorName}</bdi>, {formatDateTime(createdAt)}:{" "}
              <bdi>{truncate(content, SHOWN)}</bdi>
            </span>
          }
        />
      ))}
    </fieldset>
  );
}
