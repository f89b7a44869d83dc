import { traitOf } from "@deskhand/contract/reports/figures";
import { languageOf } from "../../../platform/language/detect-language.ts";
import type { TicketHistory } from "./history.queries.ts";

/** What the orders of a ticket say: the products and carriers of those that its customer surely means. */
export type OrderedThings = { skus: string[]; carriers: string[] };

/** Of one ticket so many values of a dimension count, as a wholesaler's order may have hundreds of products. */
const most = 20;
const longest = 100;

/** By what the figures of a ticket can be divided, as it is now. */
export function traitsOf({ category, tags, teamId, channel, text }: TicketHistory, { skus, carriers }: OrderedThings) {
  return [
    traitOf("category", category),
    traitOf("team", teamId ?? ""),
    traitOf("channel", channel),
    traitOf("language", languageOf(text) ?? ""),
    ...valuesOf(tags).map((tag) => traitOf("tag", tag)),
    ...valuesOf(skus).map((sku) => traitOf("sku", sku)),
    ...valuesOf(carriers).map((carrier) => traitOf("carrier", carrier)),
  ];
}

/** Each once; the empty value for none. */
function valuesOf(all: readonly string[]): string[] {
  const values = [...new Set(all.map((value) => value.slice(0, longest)))].filter((value) => value !== "");
  return values.length === 0 ? [""] : values.slice(0, most);
}
