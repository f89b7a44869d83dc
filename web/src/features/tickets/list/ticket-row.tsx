import { limits } from "@deskhand/contract/limits";
import type { TicketCard } from "@deskhand/contract/tickets";
import { ticketDigits } from "@deskhand/contract/vocabulary";
import { Clock, MessageSquare, Paperclip } from "lucide-react";
import { memo } from "react";
import { customerLabel } from "../../../entities/customer/customer-label.ts";
import { TicketLink } from "../../../entities/ticket/ticket-link.tsx";
import { PriorityPill, StatusPill, subjectOnCard, UnverifiedBadge } from "../../../entities/ticket/ticket-pills.tsx";
import { isArchived, isOverdue } from "../../../entities/ticket/ticket-state.ts";
import { counted, truncate } from "../../../lib/format.ts";
import { Badge } from "../../../ui/badge.tsx";
import { cx } from "../../../ui/cx.ts";
import { loadAfterFirst, loadLater } from "../../../ui/load-later.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { RelativeTime } from "../../../ui/time/relative-time.tsx";
import { useNow } from "../../../ui/time/use-now.ts";
import { AssigneeMark, WrittenFromBadge } from "./row-marks.tsx";

const SnoozeMark = loadLater(() => import("./snooze-mark.tsx").then(({ SnoozeMark }) => SnoozeMark));
const DraftMark = loadAfterFirst(() => import("./draft-mark.tsx").then(({ DraftMark }) => DraftMark));
const TeamMark = loadAfterFirst(() => import("./team-mark.tsx").then(({ TeamMark }) => TeamMark));
const TargetMark = loadAfterFirst(() =>
  import("../../../entities/ticket/target-mark.tsx").then(({ TargetMark }) => TargetMark),
);
const RowPresence = loadAfterFirst(() => import("../presence/row-presence.tsx").then(({ RowPresence }) => RowPresence));

/**
 * Layout by the width of the list: a card on phones, two lines on narrow screens with the subject on the first, seven
 * columns on wide ones.
 */
const rowClass =
  "flex flex-wrap items-center gap-x-2 gap-y-1 py-2.5 px-4 " +
  "@2xl:grid @2xl:grid-cols-[90px_112px_minmax(0,1fr)_auto_auto_20px_98px_72px] @2xl:items-start @2xl:gap-x-2.5 @2xl:gap-y-0.5 @2xl:py-2 @2xl:pl-9 " +
  "@min-[60rem]:grid-cols-[90px_minmax(0,1fr)_160px_108px_92px_84px_76px] @min-[60rem]:gap-x-3.5";

/** The place of each cell; on cards the order is the reading order. */
const cellClass = {
  // Beside the row's checkbox, which on cards is in this line only.
  identifier: "@max-2xl:-order-1 @max-2xl:ml-5 @2xl:col-start-1 @2xl:row-start-1 @2xl:leading-5",
  customer:
    "@max-2xl:-order-1 min-w-0 flex-1 @2xl:col-start-2 @2xl:row-start-2 @2xl:leading-5 " +
    "@min-[60rem]:col-start-3 @min-[60rem]:row-start-1",
  // With the name where nothing is below the customer.
  assignee:
    "@max-2xl:-order-1 @2xl:col-start-6 @2xl:row-start-2 @2xl:self-center " +
    "@min-[60rem]:col-start-3 @min-[60rem]:row-start-2 @min-[60rem]:self-center @min-[60rem]:justify-self-start",
  created:
    "@max-2xl:-order-1 @2xl:col-start-8 @2xl:row-start-1 @2xl:leading-5 @2xl:text-right @min-[60rem]:col-start-7",
  subject: "basis-full @2xl:col-start-2 @2xl:row-start-1 @min-[60rem]:col-end-3",
  // On cards its parts mix with the others.
  detail:
    "@max-2xl:contents @2xl:min-h-5 @2xl:col-start-3 @2xl:col-end-5 @2xl:row-start-2 " +
    "@min-[60rem]:col-start-2 @min-[60rem]:col-end-3",
  status: "flex @2xl:col-start-7 @2xl:row-start-1 @min-[60rem]:col-start-4",
  priority: "flex @2xl:col-start-7 @2xl:row-start-2 @min-[60rem]:col-start-5 @min-[60rem]:row-start-1",
  counts:
    "ml-auto @2xl:col-start-5 @2xl:row-start-2 @2xl:ml-0 @2xl:leading-5 @min-[60rem]:col-start-6 @min-[60rem]:row-start-1",
  // Below the other age, which stands alone if nothing happened since.
  activity:
    "@max-2xl:ml-auto @2xl:col-start-8 @2xl:row-start-2 @2xl:justify-self-end @2xl:self-center @min-[60rem]:col-start-7",
  needsReply: "@2xl:col-start-1 @2xl:row-start-2 @2xl:self-center",
  // At the end of the subject's line on narrow screens.
  overdue:
    "@2xl:col-start-4 @2xl:col-end-7 @2xl:row-start-1 @2xl:self-center @2xl:justify-self-end " +
    "@min-[60rem]:col-start-5 @min-[60rem]:col-end-6 @min-[60rem]:row-start-2 @min-[60rem]:justify-self-start",
} as const;

const HOUR_MS = 3_600_000;

interface TicketRowProps {
  ticket: TicketCard;
  /** The assignee's name. */
  assignee: string | null;
  isOpen: boolean;
  /** Whether the Tab key stops here. */
  isTabStop: boolean;
  /** Whether it left the list and stays only until rows may move. */
  isGone: boolean;
}

/** A row of the list (docs/product.md#the-list). The link on its subject covers the whole row. */
export const TicketRow = memo(function TicketRow(props: TicketRowProps) {
  const { ticket, assignee, isOpen, isTabStop, isGone } = props;
  const now = useNow();
  const overdue = isOverdue(ticket, now);
  const isArchivedNow = isArchived(ticket.status);
  // An archived ticket is recognized by its first message.
  const newest = isArchivedNow ? null : ticket.newestWords;
  const words = truncate(newest ?? ticket.preview, limits.descriptionOnCard);

  return (
    <article
      data-ticket={ticket.id}
      className={cx(
        rowClass,
        "relative transition-colors duration-120 has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:-outline-offset-2",
        overdue ? "on-raised bg-red/8 hover:bg-red/12" : "hover:on-raised hover:bg-hover",
        isOpen && "shadow-[inset_2px_0_var(--color-accent)]",
        isGone && "opacity-50",
      )}
    >
      <span className={cx(cellClass.identifier, "font-mono text-faint text-xs")}>
        {/* On cards only the first row shows what the number is; the others tell screen readers. */}
        <span className="@max-2xl:in-[li:not(:first-child)]:sr-only">Ticket: </span>
        {ticketDigits(ticket.ticketNumber)}
      </span>
      <h2
        className={cx(
          cellClass.subject,
          overdue ? "@2xl:col-end-4" : "@2xl:col-end-7",
          "flex min-w-0 items-center gap-2",
        )}
      >
        <TicketLink
          ticketId={ticket.id}
          tabIndex={isTabStop ? 0 : -1}
          dir="auto"
          className={cx("min-w-0 truncate text-left in-line covers", ticket.isNewReply ? "font-bold" : "font-[550]")}
        >
          {subjectOnCard(ticket.subject)}
        </TicketLink>
        {ticket.isNewReply && <Badge tone="accent">New reply</Badge>}
        {ticket.isUnverified ? (
          <UnverifiedBadge />
        ) : (
          ticket.writtenFrom !== null &&
          !ticket.writtenFrom.isStores && (
            <WrittenFromBadge writtenFrom={ticket.writtenFrom} answersTo={ticket.customer?.email} />
          )
        )}
        {isArchivedNow && <Badge>Archived</Badge>}
        {isGone && <Badge>Left the list</Badge>}
        <DraftMark ticketId={ticket.id} />
        <RowPresence ticketId={ticket.id} />
      </h2>
      <div className={cx(cellClass.detail, "flex min-w-0 items-center gap-2 text-sm")}>
        {ticket.due && <TargetMark due={ticket.due} />}
        {(ticket.snoozedUntil !== null || ticket.isWoken) && <SnoozeMark until={ticket.snoozedUntil} />}
        <p
          dir="auto"
          className={cx(
            "min-w-0 flex-1 text-left @max-2xl:line-clamp-2 @max-2xl:basis-full @max-2xl:text-sm @2xl:truncate",
            ticket.isNewReply ? "text-soft" : "text-faint",
          )}
        >
          {words}
        </p>
        {ticket.teamId !== null && <TeamMark teamId={ticket.teamId} />}
        <TicketTags tags={ticket.tags} />
      </div>
      {ticket.waitingSince !== null && !isArchivedNow && (
        // A press opens the ticket with the focus in its reply, as `r` does.
        <span
          data-answer
          title="Open and write a reply"
          className={cx(
            cellClass.needsReply,
            "relative z-1 inline-flex cursor-pointer items-center gap-1.5 text-soft text-xs leading-5 touch:-my-2.5 touch:py-2.5 hover:text-ink hover:underline",
          )}
        >
          <span aria-hidden className="size-1.5 rounded-full bg-amber" />
          Needs reply
        </span>
      )}
      <span dir="auto" className={cx(cellClass.customer, "truncate text-left text-sm text-soft")}>
        {customerLabel(ticket)}
      </span>
      {assignee !== null && <AssigneeMark name={assignee} className={cellClass.assignee} />}
      <RelativeTime at={ticket.createdAt} className={cx(cellClass.created, "text-sm text-soft tabular")} />
      <RelativeTime
        at={ticket.updatedAt}
        of="Last activity"
        // The other age counts whole hours; minutes beside it would seem to disagree.
        smallest={now - Date.parse(ticket.createdAt) < HOUR_MS ? "hour" : "minute"}
        className={cx(cellClass.activity, "text-faint text-xs tabular")}
      />
      <span aria-hidden className="basis-full @2xl:hidden" />
      <span className={cellClass.status}>
        <StatusPill status={ticket.status} />
      </span>
      <span className={cellClass.priority}>
        <PriorityPill priority={ticket.priority} />
      </span>
      {overdue && (
        <Badge tone="red" icon={<Clock size={11} aria-hidden />} className={cellClass.overdue}>
          Overdue
        </Badge>
      )}
      <span
        className={cx(
          cellClass.counts,
          "flex gap-2.5 text-sm text-soft tabular @2xl:grid @2xl:grid-cols-[minmax(2.25rem,auto)_1fr] @2xl:gap-x-1.5",
        )}
      >
        <Count count={ticket.messageCount} noun="message" Icon={MessageSquare} />
        {ticket.attachmentCount > 0 && <Count count={ticket.attachmentCount} noun="attachment" Icon={Paperclip} />}
      </span>
    </article>
  );
});

function Count({ count, noun, Icon }: { count: number; noun: string; Icon: typeof Paperclip }) {
  return (
    <span title={counted(count, noun)} className="relative inline-flex items-center gap-1">
      <Icon size={13} aria-hidden className="shrink-0 text-faint" />
      {count}
      <span className="sr-only">{count === 1 ? noun : `${noun}s`}</span>
    </span>
  );
}

/** A ticket's first tags, then how many more there are. */
function TicketTags({ tags }: { tags: readonly string[] }) {
  const hidden = tags.slice(limits.tagsOnCard);
  if (tags.length === 0) return null;
  return (
    <ul aria-label="Tags" className="flex min-w-0 max-w-full shrink-0 gap-1.5 @2xl:max-w-4/5 @min-[60rem]:max-w-3/5">
      {tags.slice(0, limits.tagsOnCard).map((tag) => (
        <li key={tag} className="flex min-w-0">
          <Badge className="shrink">
            <span dir="auto" title={tag} className="max-w-28 truncate">
              {tag}
            </span>
          </Badge>
        </li>
      ))}
      {hidden.length > 0 && (
        <li title={hidden.join(", ")} className="shrink-0 whitespace-nowrap text-faint text-xs leading-4.5">
          +{hidden.length} more
        </li>
      )}
    </ul>
  );
}

/** `count` placeholder rows while tickets load. */
export function RowSkeleton({ count }: { count: number }) {
  return Array.from({ length: count }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: all rows are alike and never reorder.
    <div key={row} aria-hidden className={cx(rowClass, "border-line border-t first:border-t-0")}>
      <Skeleton className={cx(cellClass.identifier, "my-1 h-3 w-17")} />
      <Skeleton className={cx(cellClass.created, "my-1 h-3 w-12 @max-2xl:ml-auto @2xl:w-full")} />
      <Skeleton className={cx(cellClass.subject, "@2xl:col-end-7 my-1 h-3 w-3/5 @max-2xl:basis-3/5")} />
      <Skeleton className={cx(cellClass.detail, "my-0.75 h-3 w-4/5 @max-2xl:basis-4/5")} />
      <span className="basis-full @2xl:hidden">
        <Skeleton className="my-1 h-3 w-2/5" />
      </span>
      <span className="flex basis-full gap-1.5 @2xl:hidden">
        <Skeleton className="h-5 w-16" />
        <Skeleton className="h-5 w-12" />
      </span>
      <Skeleton className={cx(cellClass.customer, "my-1 h-3 w-4/5 @max-2xl:hidden")} />
      <Skeleton className={cx(cellClass.status, "h-5.5 w-20 rounded-full!")} />
      <Skeleton className={cx(cellClass.priority, "h-5.5 w-17 rounded-full!")} />
      <Skeleton className={cx(cellClass.counts, "my-1 h-3 w-10")} />
    </div>
  ));
}
