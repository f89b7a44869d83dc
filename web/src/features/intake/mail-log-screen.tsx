import { shownText } from "@deskhand/contract/addresses/shown-address";
import { limits } from "@deskhand/contract/limits";
import type { MailLogEntry } from "@deskhand/contract/mail";
import { type MailDirection, type MailLogState, mailLogStates, ticketLabel } from "@deskhand/contract/vocabulary";
import { ArrowDownLeft, ArrowUpRight, Mails } from "lucide-react";
import { TicketLink } from "../../entities/ticket/ticket-link.tsx";
import { api } from "../../lib/api.ts";
import { formatDateTime } from "../../lib/format.ts";
import { FailureBanner } from "../../screens/failure-banner.tsx";
import { LogFilters, momentOfDay } from "../../screens/log-filters.tsx";
import { SearchBox } from "../../screens/search/search-field.tsx";
import { usePages } from "../../screens/use-pages.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Field } from "../../ui/form/field.tsx";
import { Select } from "../../ui/form/select.tsx";
import { PartHeader } from "../../ui/part-header.tsx";
import { Pill } from "../../ui/pill.tsx";
import { TableSkeleton } from "../../ui/skeleton.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { DoorNotice, HeldNotice } from "./held/held-notice.tsx";
import { inertText } from "./inert-text.ts";
import { MailDialog } from "./mail-dialog.tsx";
import { mailReason, mailSender, mailTitle, shownState, stateWords } from "./mail-words.ts";

interface MailLogScreenProps {
  filter: ShownFilter;
  onFilter: (filter: ShownFilter) => void;
  /** The open mail. */
  openId: string | null;
  onOpen: (id: string | null) => void;
  onOpenTicket: (ticketId: string) => void;
}

/** The log of all mails in and out with state and reason (docs/product.md#the-mail-log). */
export function MailLogScreen({ filter, onFilter, openId, onOpen, onOpenTicket }: MailLogScreenProps) {
  const input = mailLogInput(filter);
  const isNarrowed = Object.keys(input).length > 0;
  const pages = usePages({
    queryKey: api.mail.log.key({ type: "infinite", input }),
    fetchPage: (page, signal) => api.mail.log.call({ ...input, ...page }, { signal }),
  });
  const { items, error, isLoading } = pages;
  return (
    <>
      <PartHeader
        title="Mail Log"
        subtitle="Every mail that came and every one that goes out, with what became of it and why. They are kept until the customer is erased."
      />
      <div className="flex flex-col gap-3">
        <HeldNotice days={{ from: filter.from, to: filter.to }} />
        <DoorNotice />
        <MailFilters filter={filter} onChange={onFilter} />
        <FailureBanner error={error} title="The mail log could not be loaded" onRetry={pages.retry} />
        {items === undefined ? (
          error === null && <TableSkeleton />
        ) : items.length === 0 ? (
          <EmptyState icon={<Mails size={20} aria-hidden />} title={isNarrowed ? "No mails found" : "No mails yet"}>
            {isNarrowed
              ? "No mail fits these filters."
              : "Mails that customers write to your support address, and those that you send, stand here."}
          </EmptyState>
        ) : (
          <div className={pages.isOutdated ? "opacity-60" : undefined}>
            <Table label="Mail log" columns={mailColumns(onOpen)} rows={items} />
          </div>
        )}
        {pages.hasMore && (
          <Button className="self-center" busy={isLoading} busyText="Loading..." onClick={pages.loadMore}>
            Show more
          </Button>
        )}
      </div>
      {openId !== null && (
        <MailDialog key={openId} id={openId} onOpen={onOpen} onOpenTicket={onOpenTicket} onClose={() => onOpen(null)} />
      )}
    </>
  );
}

/** The columns of the mail log; a mail's title opens it. */
function mailColumns(onOpen: (id: string) => void): Column<MailLogEntry>[] {
  return [
    {
      heading: "Mail",
      onCard: "title",
      cell: (mail) => (
        <span className="flex min-w-0 flex-col lg:max-w-100">
          <span className="flex min-w-0 items-start gap-1.5">
            <DirectionIcon direction={mail.direction} />
            <button
              type="button"
              onClick={() => onOpen(mail.id)}
              className="line-clamp-2 min-w-0 rounded-tag text-left font-medium break-anywhere hover:text-accent"
            >
              <bdi>{mailTitle(mail)}</bdi>
            </button>
          </span>
          <Address label="From" address={mailSender(mail)} />
          <Address label="To" address={mail.to || "Nobody any more"} />
        </span>
      ),
    },
    {
      heading: "State",
      onCard: "plain",
      cell: (mail) => (
        <span className="flex min-w-0 flex-col items-start gap-1 lg:max-w-90">
          <Pill tone={shownState(mail).tone}>{shownState(mail).label}</Pill>
          <span className="line-clamp-3 break-anywhere text-soft text-xs">
            <bdi>{mailReason(mail)}</bdi>
            {mail.nextTryAt !== null && ` Next try by ${formatDateTime(mail.nextTryAt)}.`}
          </span>
        </span>
      ),
    },
    {
      heading: "Ticket",
      onCard: "plain",
      cell: ({ ticket }) =>
        ticket === null ? (
          <span className="as-card:hidden">—</span>
        ) : (
          <TicketLink
            ticketId={ticket.id}
            className="line-alone whitespace-nowrap rounded-tag text-accent hover:underline"
          >
            {ticketLabel(ticket.ticketNumber)}
          </TicketLink>
        ),
    },
    {
      heading: "When",
      onCard: "plain",
      cell: ({ at }) => (
        <time dateTime={at} className="whitespace-nowrap text-soft tabular">
          {formatDateTime(at)}
        </time>
      ),
    },
  ];
}

function DirectionIcon({ direction }: Pick<MailLogEntry, "direction">) {
  const Arrow = direction === "in" ? ArrowDownLeft : ArrowUpRight;
  return (
    <>
      <Arrow size={14} aria-hidden className="mt-1 shrink-0 text-faint" />
      <span className="sr-only">{direction === "in" ? "Came in: " : "Goes out: "}</span>
    </>
  );
}

function Address({ label, address }: { label: string; address: string }) {
  return (
    <span className="line-clamp-1 break-all text-soft text-xs">
      {label} <bdi>{shownText(inertText(address))}</bdi>
    </span>
  );
}

interface MailFiltersProps {
  filter: ShownFilter;
  onChange: (filter: ShownFilter) => void;
}

const directions: { value: MailDirection | ""; label: string }[] = [
  { value: "", label: "In and out" },
  { value: "in", label: "Came in" },
  { value: "out", label: "Goes out" },
];

const states: { value: MailLogState | ""; label: string }[] = [
  { value: "", label: "Any state" },
  ...[...new Set(mailLogStates)].map((value) => ({ value, label: stateWords[value].label })),
];

/** Filters the mail log by text, direction, state and days. */
function MailFilters({ filter, onChange }: MailFiltersProps) {
  const { direction = "", state = "", q = "" } = filter;
  const change = (part: ShownFilter) => onChange({ ...filter, ...part });
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <SearchBox
          noun="mails"
          delayMs={limits.searchDebounceMs}
          search={q}
          onSearch={(text) => change({ q: text || undefined })}
        />
        <p className="text-soft text-sm">By subject, sender, recipient or Message-ID.</p>
      </div>
      <LogFilters filter={filter} onChange={onChange}>
        <Field label="Direction">
          {(control) => (
            <Select
              {...control}
              value={direction}
              onChange={(chosen) => change({ direction: chosen || undefined })}
              options={directions}
            />
          )}
        </Field>
        <Field label="State">
          {(control) => (
            <Select
              {...control}
              value={state}
              onChange={(chosen) => change({ state: chosen || undefined })}
              options={states}
            />
          )}
        </Field>
      </LogFilters>
    </div>
  );
}

/** The screen's filters; days as "2026-11-22". */
export interface ShownFilter {
  direction?: MailDirection | undefined;
  state?: MailLogState | undefined;
  /** The search text. */
  q?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/** Converts the filter for the server: days run in the reader's time zone, and the last one is included. */
function mailLogInput({ direction, state, q, from, to }: ShownFilter) {
  const start = momentOfDay(from);
  const end = momentOfDay(to, 1);
  return {
    ...(direction && { direction }),
    ...(state && { state }),
    // Cut to the search's maximum, as an address can be longer.
    ...(q && { search: q.slice(0, 200) }),
    ...(start && { from: start }),
    ...(end && { until: end }),
  };
}
