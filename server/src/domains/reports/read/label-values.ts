import { type FigureDimension, figureDimensions } from "@deskhand/contract/reports/figures";
import type { Read } from "../../../platform/db/tenant.ts";
import { namesQuery } from "./report.queries.ts";

const isId = (value: string) => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value);
const weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
const languages = new Intl.DisplayNames("en-US", { type: "language" });
const channels: Readonly<Record<string, string>> = { email: "E-mail", agent: "Made by a colleague" };

/** What people call the values of a dimension. */
export async function labelValues(
  read: Read,
  dimension: FigureDimension,
  values: readonly string[],
): Promise<(value: string) => string> {
  const ids = dimension === "person" || dimension === "team" ? values.filter(isId) : [];
  const named = ids.length === 0 ? [] : await read(namesQuery(ids));
  const names = new Map(named.map(({ id, name }) => [id, name]));
  return (value) => {
    if (value === "") return figureDimensions[dimension].none;
    switch (dimension) {
      case "person":
        return names.get(value) ?? leftLabel(value);
      case "team":
        return names.get(value) ?? "A deleted team";
      case "language":
        return languages.of(value) ?? value;
      case "channel":
        return channels[value] ?? value;
      case "hour":
        return `${weekdays[Number(value[0]) - 1] ?? ""} ${value.slice(2)}:00`;
      default:
        return value;
    }
  };
}

const leftLabel = (value: string) =>
  value.startsWith("left:") ? `${value.slice("left:".length)} (left)` : "Somebody who left";
