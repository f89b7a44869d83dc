import { shownText } from "@deskhand/contract/addresses/shown-address";
import type { LeavingMail } from "@deskhand/contract/desk/message-center";
import { ticketLabel } from "@deskhand/contract/vocabulary";
import { memo, type ReactNode } from "react";
import { TicketLink } from "../../entities/ticket/ticket-link.tsx";
import { wantMessage } from "../../entities/ticket/wanted.ts";
import { formatDateTime } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { cx } from "../../ui/cx.ts";
import { Pill } from "../../ui/pill.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import type { DraftRow } from "./list-drafts.ts";
import { folderWords, recipientWords, stageLabel, stageReason } from "./message-words.ts";

/** A card on phones; on wide screens the mail, its stage and its time side by side. */
const rowClass =
  "relative grid grid-cols-1 has-[>[data-tick]]:grid-cols-[auto_minmax(0,1fr)] items-start gap-x-3 gap-y-1 px-4 py-2.5 transition-colors duration-120 " +
  "hover:on-raised hover:bg-hover has-[a:focus-visible]:outline-2 has-[a:focus-visible]:outline-accent has-[a:focus-visible]:-outline-offset-2 " +
  "@2xl:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_10.5rem] @2xl:has-[>[data-tick]]:grid-cols-[auto_minmax(0,1fr)_minmax(0,1fr)_10.5rem] @2xl:gap-x-4";

interface MailRowProps {
  mail: LeavingMail;
  /** Whether some rows of the list can be chosen, so that this one leaves room for its checkbox. */
  hasTicks: boolean;
  /** Whether it is chosen for another try; null where it cannot be tried. */
  isChosen: boolean | null;
  onChoose: (id: string, isChosen: boolean) => void;
  isTrying: boolean;
  onTryAgain: (id: string) => void;
  /** What can be done with a scheduled reply. */
  actions: ReactNode;
  /** Whether the Tab key stops here. */
  isTabStop: boolean;
}

/** A mail that leaves, with what became of it. The link on its subject covers the row. */
export const MailRow = memo(function MailRow(props: MailRowProps) {
  const { mail, hasTicks, isChosen, onChoose, isTrying, onTryAgain, actions, isTabStop } = props;
  const { id, stage, ticket, messageId, author, writtenAt, sentAt, isAutomatic } = mail;
  const tabIndex = isTabStop ? 0 : -1;
  // The ticket's number stands below.
  const subject = mail.subject.replace(` [${ticketLabel(ticket.ticketNumber)}]`, "");
  const name = `${subject}, to ${shownText(recipientWords(mail))}`;
  const when = (
    <time
      dateTime={sentAt ?? writtenAt}
      title={sentAt === null ? "Written" : `Written ${formatDateTime(writtenAt)}`}
      className="whitespace-nowrap tabular"
    >
      {formatDateTime(sentAt ?? writtenAt)}
    </time>
  );
  return (
    <article className={rowClass}>
      {hasTicks && (
        <span data-tick className="flex min-h-5 w-4 items-center">
          {isChosen !== null && (
            <label className="relative z-1 -m-3 cursor-pointer p-3">
              <input
                type="checkbox"
                aria-label={`Choose ${name}`}
                tabIndex={tabIndex}
                checked={isChosen}
                onChange={({ target }) => onChoose(id, target.checked)}
                className="tick block cursor-pointer"
              />
            </label>
          )}
        </span>
      )}
      <div className="min-w-0">
        <h2 className="line-clamp-2 break-anywhere">
          <TicketLink
            ticketId={ticket.id}
            tabIndex={tabIndex}
            className="covers font-[550]"
            onClick={() => messageId !== null && wantMessage({ ticketId: ticket.id, messageId })}
          >
            <bdi>{shownText(subject)}</bdi>
          </TicketLink>
        </h2>
        <p className="truncate text-sm">
          <span className="text-soft">To </span>
          <bdi>{shownText(recipientWords(mail))}</bdi>
        </p>
        <p className="flex min-w-0 gap-x-3 text-soft text-xs">
          <span className="shrink-0">{ticketLabel(ticket.ticketNumber)}</span>
          <bdi className="truncate">{isAutomatic ? "Automatic reply" : shownText(author.name)}</bdi>
          <span className="ml-auto shrink-0 @2xl:hidden">{when}</span>
        </p>
      </div>
      <div className="flex min-w-0 flex-col items-start gap-1 @max-2xl:-col-end-1">
        <Pill tone={mail.isInOutbox ? "grey" : folderWords[stage].tone}>{stageLabel(mail)}</Pill>
        {stage !== "sent" && (
          <p className="line-clamp-3 break-anywhere text-soft text-xs">{shownText(stageReason(mail))}</p>
        )}
        {(isChosen !== null || stage === "scheduled") && (
          <div className="relative z-1 mt-0.5 flex flex-wrap gap-1.5">
            {isChosen !== null && (
              <Button size="sm" tabIndex={tabIndex} busy={isTrying} busyText="Trying..." onClick={() => onTryAgain(id)}>
                Try again<span className="sr-only"> {name}</span>
              </Button>
            )}
            {actions}
          </div>
        )}
      </div>
      <p className="text-right text-soft text-sm @max-2xl:hidden">{when}</p>
    </article>
  );
});

interface DraftItemProps {
  draft: DraftRow;
  isTabStop: boolean;
  /** Has the ticket's composer take the focus. */
  onWriteOn: (ticketId: string) => void;
}

/** A reply of one's own that was not sent; its ticket opens with it in the composer. */
export function DraftItem({ draft, isTabStop, onWriteOn }: DraftItemProps) {
  const { ticketId, ticket, text, reason } = draft;
  return (
    <article className={rowClass}>
      <div className="min-w-0">
        <h2 className="line-clamp-2 break-anywhere">
          <TicketLink
            ticketId={ticketId}
            tabIndex={isTabStop ? 0 : -1}
            className="covers font-[550]"
            onClick={() => onWriteOn(ticketId)}
          >
            <bdi>{ticket === null ? "A ticket that was deleted" : shownText(ticket.subject)}</bdi>
          </TicketLink>
        </h2>
        <p className="line-clamp-2 break-anywhere text-soft text-sm">
          <bdi>{shownText(text)}</bdi>
        </p>
        {ticket !== null && <p className="text-soft text-xs">{ticketLabel(ticket.ticketNumber)}</p>}
      </div>
      <div className="flex min-w-0 flex-col items-start gap-1 @max-2xl:-col-end-1">
        <Pill tone={reason === null ? "grey" : "amber"}>{reason === null ? "Draft" : "Not sent"}</Pill>
        {reason !== null && <p className="line-clamp-3 break-anywhere text-soft text-xs">{shownText(reason)}</p>}
      </div>
    </article>
  );
}

/** Outlines of rows that load. */
export function RowSkeleton({ count }: { count: number }) {
  return Array.from({ length: count }, (_, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: outlines are all alike.
    <div key={place} className={cx(rowClass, "border-line not-first:border-t")}>
      <div className="flex flex-col gap-1.5">
        <Skeleton className="h-4 w-3/4" />
        <Skeleton className="h-4 w-1/2" />
      </div>
      <Skeleton className="h-5 w-24 @max-2xl:hidden" />
    </div>
  ));
}
