import type { ResourceList } from "@deskhand/contract/knowledge";
import { counted } from "../../lib/format.ts";

/** How many resources there are: "12 resources found (filtered)", and how many of them are shown when not all are. */
export function foundText({ total, items }: Pick<ResourceList, "total" | "items">, isFiltered: boolean): string {
  const found = `${counted(total, "resource")} found${isFiltered ? " (filtered)" : ""}`;
  return items.length < total ? `${found}, the ${items.length} most used are shown` : found;
}
