import { type AuditKind, auditKinds } from "@deskhand/contract/admin/audit-actions";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../lib/api.ts";
import { LogFilters, momentOfDay } from "../../screens/log-filters.tsx";
import { Field } from "../../ui/form/field.tsx";
import { Select } from "../../ui/form/select.tsx";

interface AuditFiltersProps {
  filter: ShownFilter;
  onChange: (filter: ShownFilter) => void;
}

const kinds: { value: AuditKind | ""; label: string }[] = [
  { value: "", label: "Everything" },
  ...Object.entries(auditKinds).map(([value, label]) => ({ value: value as AuditKind, label })),
];

/** Narrows the audit log by person, kind and days. */
export function AuditFilters({ filter, onChange }: AuditFiltersProps) {
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

/** What the log's screen is narrowed to; days as "2026-11-22". */
export interface ShownFilter {
  person?: string | undefined;
  kind?: AuditKind | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/** The filter as the server takes it: days begin and end in the reader's time zone, and the last one is included. */
export function asked({ person, kind, from, to }: ShownFilter) {
  const start = momentOfDay(from);
  const end = momentOfDay(to, 1);
  return {
    ...(person && { userId: person }),
    ...(kind && { kind }),
    ...(start && { from: start }),
    ...(end && { until: end }),
  };
}
