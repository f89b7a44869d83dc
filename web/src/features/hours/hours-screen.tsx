import type { Calendar } from "@deskhand/contract/targets/hours";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { CalendarClock } from "lucide-react";
import { useState } from "react";
import { api } from "../../lib/api.ts";
import { counted, formatDay } from "../../lib/format.ts";
import { failsOffline } from "../../lib/retries.ts";
import { FailureBanner } from "../../screens/failure-banner.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { DangerDialog } from "../../ui/overlay/dialog.tsx";
import { PartHeader } from "../../ui/part-header.tsx";
import { TableSkeleton } from "../../ui/skeleton.tsx";
import { HoursDialog } from "./hours-dialog.tsx";
import { openMinutes, weekText } from "./week-text.ts";

type Asking = { kind: "edit"; calendar?: Calendar } | { kind: "delete"; calendar: Calendar };

/** When the store works (docs/product.md#working-hours). */
export function HoursScreen() {
  const cache = useQueryClient();
  const refresh = () => void cache.invalidateQueries({ queryKey: api.hours.list.key() });
  const { data, error, refetch } = useQuery(api.hours.list.queryOptions());
  const [asking, setAsking] = useState<Asking | null>(null);
  const remove = useMutation(
    api.hours.remove.mutationOptions({ ...failsOffline, onSettled: refresh, onSuccess: () => setAsking(null) }),
  );
  return (
    <>
      <PartHeader
        title="Working Hours"
        subtitle="When your store works. The time of targets passes only in these hours."
        action={
          <Button
            variant="primary"
            icon={<CalendarClock size={15} aria-hidden />}
            onClick={() => setAsking({ kind: "edit" })}
          >
            New Working Hours
          </Button>
        }
      />
      <div className="flex flex-col gap-3">
        <FailureBanner error={error} title="The working hours could not be loaded" onRetry={() => void refetch()} />
        {data === undefined ? (
          error === null && <TableSkeleton rows={3} />
        ) : data.items.length === 0 ? (
          <EmptyState icon={<CalendarClock size={20} aria-hidden />} title="No working hours yet">
            Draw a week, choose whose public holidays are days off, and use it in Targets.
          </EmptyState>
        ) : (
          <ul aria-label="Working hours" className="flex flex-col gap-2">
            {data.items.map((calendar) => (
              <CalendarRow
                key={calendar.id}
                calendar={calendar}
                onEdit={() => setAsking({ kind: "edit", calendar })}
                onDelete={() => setAsking({ kind: "delete", calendar })}
              />
            ))}
          </ul>
        )}
      </div>
      {asking?.kind === "edit" && (
        <HoursDialog calendar={asking.calendar} onClose={() => setAsking(null)} onSaved={refresh} />
      )}
      {asking?.kind === "delete" && (
        <DangerDialog
          title="Delete Working Hours"
          confirmText="Delete Working Hours"
          busyText="Deleting..."
          isBusy={remove.isPending}
          onConfirm={() => remove.mutate({ id: asking.calendar.id })}
          onClose={() => {
            remove.reset();
            setAsking(null);
          }}
        >
          <p className="break-anywhere">“{asking.calendar.name}” will be gone for good.</p>
          <FailureBanner error={remove.error} title="The working hours were not deleted" onDismiss={remove.reset} />
        </DangerDialog>
      )}
    </>
  );
}

interface CalendarRowProps {
  calendar: Calendar;
  onEdit: () => void;
  onDelete: () => void;
}

function CalendarRow({ calendar, onEdit, onDelete }: CalendarRowProps) {
  const { name, timeZone, week, country, region, holidays, daysOff } = calendar;
  const today = new Date().toISOString().slice(0, 10);
  const [next] = [...holidays, ...daysOff]
    .filter(({ day }) => day >= today)
    .sort((one, other) => one.day.localeCompare(other.day));
  const place = [country, region].filter((part) => part !== null).join("-");
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 rounded-panel border border-line bg-panel p-3">
      <div className="min-w-60 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <bdi className="font-semibold break-anywhere">{name}</bdi>
          {openMinutes(week) === 0 && <Badge tone="amber">Never open: targets with these hours are never due</Badge>}
        </p>
        <p className="mt-0.5 text-sm tabular">{weekText(week)}</p>
        <p className="mt-1 text-faint text-xs">
          {timeZone.replaceAll("_", " ")}
          {place !== "" && ` · Public holidays of ${place}`}
          {daysOff.length > 0 && ` · ${counted(daysOff.length, "own day")} off`}
          {next && ` · Next day off: ${formatDay(next.day)}, ${next.name}`}
        </p>
      </div>
      <div className="flex items-center gap-2">
        <Button size="sm" aria-label={`Edit ${name}`} onClick={onEdit}>
          Edit
        </Button>
        <Button size="sm" variant="ghost" aria-label={`Delete ${name}`} onClick={onDelete}>
          Delete
        </Button>
      </div>
    </li>
  );
}
