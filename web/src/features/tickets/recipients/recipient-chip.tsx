import type { Mailbox } from "@deskhand/contract/recipients";
import { X } from "lucide-react";
import { mailboxName, mailboxText } from "../../../entities/person/mailbox-words.ts";
import { cx } from "../../../ui/cx.ts";
import { isRepeatedClick } from "../../../ui/form/is-repeated-click.ts";
import { Tooltip } from "../../../ui/overlay/tooltip.tsx";

interface RecipientChipProps {
  mailbox: Mailbox;
  /** Whether no message of the conversation so far has them. */
  isNew: boolean;
  /** Whether somebody else is called the same: the address tells them apart. */
  isNamesake: boolean;
  isReadOnly: boolean;
  onRemove: () => void;
}

/** Somebody whom a mail goes to: the name, the address on hover and focus, and what takes them off. */
export function RecipientChip({ mailbox, isNew, isNamesake, isReadOnly, onRemove }: RecipientChipProps) {
  const text = mailboxText(mailbox);
  return (
    <li className="flex min-w-0 max-w-[calc(100%-2.75rem)]">
      <Tooltip text={isNew ? `${text} · New in this conversation` : text}>
        <span
          className={cx(
            "inline-flex h-6 min-w-0 items-center rounded-tag border text-xs",
            isNamesake ? "max-w-full" : "max-w-60",
            isReadOnly ? "px-1.5" : "pl-1.5",
            isNew ? "border-amber/50 bg-amber/10" : "border-line bg-raised",
          )}
        >
          <bdi className="min-w-0 truncate">{isNamesake ? text : mailboxName(mailbox)}</bdi>
          {isNew && (
            <span className="ml-1.5 shrink-0 font-medium text-amber">
              <span aria-hidden>New</span>
              <span className="sr-only">New in this conversation</span>
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
