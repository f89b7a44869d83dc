import { figures, type Trait } from "@deskhand/contract/reports/figures";
import type { Report } from "@deskhand/contract/reports/reports";
import { HeatMap } from "../../ui/charts/heat-map.tsx";
import { FigureLink, whereOf } from "./figure-link.tsx";
import { weekDays, writeCount } from "./report-words.ts";

/** What the map shows. */
export const figureOfWeek = "created";
const figure = figureOfWeek;
const hourNames = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, "0")}:00`);
const hourOf = (day: number, hour: number) => `${day + 1}-${String(hour).padStart(2, "0")}`;

/** When tickets come in, by the hours of the week on the store's clocks. */
export function WeekMap({ report, where }: { report: Report; where: readonly Trait[] }) {
  const counts = new Map(report.week?.map(({ value, count }) => [value, count]));
  const values = weekDays.map((_, day) => hourNames.map((_name, hour) => counts.get(hourOf(day, hour)) ?? 0));
  return (
    <HeatMap
      title="When tickets come in"
      heading="Day"
      rows={weekDays.map((day) => day.slice(0, 3))}
      columns={hourNames.map((name, at) => ({ name, label: at % 3 === 0 ? name : "" }))}
      values={values}
      describe={(day, hour) =>
        `${weekDays[day]}, ${hourNames[hour]}: ${writeCount(values[day]?.[hour] ?? 0)} ${figures[figure].label.toLowerCase()}`
      }
      link={(day, hour, cell) => (
        <FigureLink
          counted={{ figure, span: report.range, where: whereOf(where, "hour", hourOf(day, hour)) }}
          className="block rounded-tag"
        >
          {cell}
        </FigureLink>
      )}
    />
  );
}
