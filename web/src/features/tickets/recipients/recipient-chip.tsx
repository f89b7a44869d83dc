import type { Mailbox } from "@deskhand/contract/recipients";
import { X } from "lucide-react";
import { mailboxName, mailboxText } from "../../../entities/person/mailbox-words.ts";
import { isRepeatedClick } from "../../../ui/button.tsx";
import { cx } from "../../../ui/cx.ts";
import { Tooltip } from "../../../ui/overlay/tooltip.tsx";

interface RecipientChipProps {
  mailbox: Mailbox;
  /** What the recipient is new to, as they appear on no message yet; null if they are not new. */
  newWords: string | null;
  /** Whether the last mail to them bounced. */
  hasFailed: boolean;
  /** Whether the name alone could be mistaken; then the address is shown, as for anybody new. */
  isNamesake: boolean;
  isReadOnly: boolean;
  onRemove: () => void;
}

/** A recipient: the name, the address on hover and focus, and a remove button. */
export function RecipientChip({ mailbox, newWords, hasFailed, isNamesake, isReadOnly, onRemove }: RecipientChipProps) {
  const text = mailboxText(mailbox);
  const isNew = newWords !== null;
  const showsAddress = isNamesake || isNew;
  return (
    <li className="flex min-w-0 max-w-[calc(100%-2.75rem)]">
      <Tooltip text={[text, newWords, hasFailed && "Last mail bounced"].filter(Boolean).join(" · ")}>
        <span
          className={cx(
            "inline-flex h-6 min-w-0 items-center rounded-tag border text-xs",
            showsAddress ? "max-w-full" : "max-w-60",
            isReadOnly ? "px-1.5" : "pl-1.5",
            hasFailed ? "border-red/50 bg-red/10" : isNew ? "border-amber/50 bg-amber/10" : "border-line bg-raised",
          )}
        >
          <bdi className="min-w-0 truncate">{showsAddress ? text : mailboxName(mailbox)}</bdi>
          {isNew && (
            <span className="ml-1.5 shrink-0 font-medium text-amber">
              <span aria-hidden>New</span>
              <span className="sr-only">{newWords}</span>
            </span>
          )}
          {hasFailed && (
            <span className="ml-1.5 shrink-0 font-medium text-red">
              <span aria-hidden>Bounced</span>
              <span className="sr-only">Last mail bounced</span>
            </span>
          )}
          {!isReadOnly && (
            <button
              type="button"
              data-chip
              aria-label={`Remove ${text}`}
              onClick={(event) => isRepeatedClick(event) || onRemove()}
              onKeyDown={(event) => {
                if (event.key !== "Backspace" && event.key !== "Delete") return;
                event.preventDefault();
                onRemove();
              }}
              className="grid h-full w-5.5 shrink-0 place-items-center rounded-tag text-faint hover:bg-hover hover:text-ink touch:-my-2"
            >
              <X size={11} aria-hidden />
            </button>
          )}
        </span>
      </Tooltip>
    </li>
  );
}
