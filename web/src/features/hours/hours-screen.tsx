import type { Calendar } from "@deskhand/contract/targets/hours";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { CalendarClock } from "lucide-react";
import { api } from "../../lib/api.ts";
import { counted, formatDay } from "../../lib/format.ts";
import { useSession } from "../../lib/session.ts";
import { SettingsScreen } from "../../screens/settings/settings-screen.tsx";
import { Badge } from "../../ui/badge.tsx";
import { HoursDialog } from "./hours-dialog.tsx";
import { openMinutes, weekText } from "./week-text.ts";

/** When the store works (docs/product.md#working-hours). */
export function HoursScreen() {
  const cache = useQueryClient();
  const { can } = useSession();
  const list = useQuery(api.hours.list.queryOptions());
  return (
    <SettingsScreen
      section="working-hours"
      title="Working Hours"
      subtitle="When your store works. The time of targets passes only in these hours."
      icon={CalendarClock}
      one="working hours"
      many="working hours"
      namedAs="calendar"
      list={list}
      onSettled={() => void cache.invalidateQueries({ queryKey: api.hours.list.key() })}
      remove={(id) => api.hours.remove.call({ id })}
      canChange={can("targets:manage")}
      emptyTitle="No working hours yet"
      emptyText="Draw a week, choose whose public holidays are days off, and use it in Targets."
      renderForm={(props) => <HoursDialog {...props} />}
      renderText={(calendar) => <CalendarText calendar={calendar} />}
      renderLoss={({ name }) => `“${name}” will be gone for good.`}
    />
  );
}

function CalendarText({ calendar }: { calendar: Calendar }) {
  const { name, timeZone, week, country, region, holidays, daysOff } = calendar;
  const today = new Date().toISOString().slice(0, 10);
  const [next] = [...holidays, ...daysOff]
    .filter(({ day }) => day >= today)
    .sort((one, other) => one.day.localeCompare(other.day));
  const countries = useQuery(
    api.hours.countries.queryOptions({ enabled: country !== null, staleTime: Number.POSITIVE_INFINITY }),
  );
  const named = countries.data?.items.find(({ code }) => code === country)?.name ?? country ?? "";
  const place = region === null ? named : `${named} (${region})`;
  return (
    <>
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
    </>
  );
}
