import { shownText } from "@deskhand/contract/addresses/shown-address";
import type { AuditEntry } from "@deskhand/contract/admin/audit";
import {
  type AuditKind,
  actionWords,
  actorWords,
  auditKinds,
  detailWords,
} from "@deskhand/contract/admin/audit-actions";
import { auditExportUrl } from "@deskhand/contract/pages";
import { useQuery } from "@tanstack/react-query";
import { Download, ScrollText } from "lucide-react";
import { api } from "../../lib/api.ts";
import { formatDateTime } from "../../lib/format.ts";
import { FailureBanner } from "../../screens/failure-banner.tsx";
import { LogFilters, momentOfDay } from "../../screens/log-filters.tsx";
import { usePages } from "../../screens/use-pages.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Field } from "../../ui/form/field.tsx";
import { Select } from "../../ui/form/select.tsx";
import { PartHeader } from "../../ui/part-header.tsx";
import { TableSkeleton } from "../../ui/skeleton.tsx";
import { type Column, Table } from "../../ui/table.tsx";

interface AuditScreenProps {
  filter: ShownFilter;
  onFilter: (filter: ShownFilter) => void;
}

/** The audit log: who did what, when, from where and to whom (docs/product.md#the-audit-log). */
export function AuditScreen({ filter, onFilter }: AuditScreenProps) {
  const input = auditInput(filter);
  const pages = usePages({
    queryKey: api.audit.list.key({ type: "infinite", input }),
    fetchPage: (page, signal) => api.audit.list.call({ ...input, ...page }, { signal }),
  });
  const { items, error, isLoading } = pages;
  return (
    <>
      <PartHeader
        title="Audit Log"
        subtitle="What was done here, by whom and from where. Nobody can change or delete an entry."
        action={
          <ButtonLink href={auditExportUrl(input)} download icon={<Download size={15} aria-hidden />}>
            Export CSV
          </ButtonLink>
        }
      />
      <div className="flex flex-col gap-3">
        <AuditFilters filter={filter} onChange={onFilter} />
        <FailureBanner error={error} title="The audit log could not be loaded" onRetry={pages.retry} />
        {items === undefined ? (
          error === null && <TableSkeleton />
        ) : items.length === 0 ? (
          <EmptyState icon={<ScrollText size={20} aria-hidden />} title="No entries found">
            Nothing of this kind was done by them in this time.
          </EmptyState>
        ) : (
          <div className={pages.isOutdated ? "opacity-60" : undefined}>
            <Table label="Audit log" columns={columns} rows={items} />
          </div>
        )}
        {pages.hasMore && (
          <Button className="self-center" busy={isLoading} busyText="Loading..." onClick={pages.loadMore}>
            Show more
          </Button>
        )}
      </div>
    </>
  );
}

const columns: Column<AuditEntry>[] = [
  {
    heading: "What",
    onCard: "title",
    cell: ({ action, details, times, since }) => (
      <span className="flex min-w-0 flex-col">
        <span className="font-medium">{actionWords(action)}</span>
        {times > 1 && <span className="text-xs">{`${times} times since ${formatDateTime(since)}`}</span>}
        <span className="break-anywhere text-soft text-xs">{shownText(detailWords(details))}</span>
      </span>
    ),
  },
  {
    heading: "Who",
    cell: (entry) => <bdi className="break-anywhere">{actorWords(entry)}</bdi>,
  },
  {
    heading: "To",
    cell: ({ subject }) => (subject === null ? "—" : <bdi className="break-anywhere">{shownText(subject)}</bdi>),
  },
  {
    heading: "From where",
    cell: ({ ip, device }) =>
      ip === null && device === null ? (
        "—"
      ) : (
        <span className="flex flex-col">
          <span>{device}</span>
          <span className="break-anywhere font-mono text-soft text-xs">{ip}</span>
        </span>
      ),
  },
  {
    heading: "When",
    onCard: "plain",
    cell: ({ createdAt }) => (
      <time dateTime={createdAt} className="whitespace-nowrap text-soft tabular">
        {formatDateTime(createdAt)}
      </time>
    ),
  },
];

interface AuditFiltersProps {
  filter: ShownFilter;
  onChange: (filter: ShownFilter) => void;
}

const kinds: { value: AuditKind | ""; label: string }[] = [
  { value: "", label: "Everything" },
  ...Object.entries(auditKinds).map(([value, label]) => ({ value: value as AuditKind, label })),
];

/** Filters the audit log by person, kind and days. */
function AuditFilters({ filter, onChange }: AuditFiltersProps) {
  const { data } = useQuery(api.audit.people.queryOptions());
  const { person = "", kind = "" } = filter;
  const people = data?.items.map(({ id, name }) => ({ value: id, label: name })) ?? [];
  const isUnknown = person !== "" && !people.some(({ value }) => value === person);
  const change = (part: ShownFilter) => onChange({ ...filter, ...part });
  return (
    <LogFilters filter={filter} onChange={onChange}>
      <Field label="Person">
        {(control) => (
          <Select
            {...control}
            value={person}
            onChange={(id) => change({ person: id || undefined })}
            options={[
              { value: "", label: "Everybody" },
              ...(isUnknown ? [{ value: person, label: data === undefined ? "…" : "Unknown" }] : []),
              ...people,
            ]}
          />
        )}
      </Field>
      <Field label="Kind">
        {(control) => (
          <Select
            {...control}
            value={kind}
            onChange={(chosen) => change({ kind: chosen || undefined })}
            options={kinds}
          />
        )}
      </Field>
    </LogFilters>
  );
}

/** The screen's filters; days as "2026-11-22". */
interface ShownFilter {
  person?: string | undefined;
  kind?: AuditKind | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/** Converts the filter for the server: days run in the reader's time zone, and the last one is included. */
export function auditInput({ person, kind, from, to }: ShownFilter) {
  const start = momentOfDay(from);
  const end = momentOfDay(to, 1);
  return {
    ...(person && { userId: person }),
    ...(kind && { kind }),
    ...(start && { from: start }),
    ...(end && { until: end }),
  };
}
