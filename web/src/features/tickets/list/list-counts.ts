import type { TicketList } from "@deskhand/contract/tickets";

type Counted = Pick<TicketList, "total" | "totalIsCapped"> & { items: readonly unknown[] };

/** "Showing 20 of 48 tickets"; "10,000+" where the server stopped counting (spec part 1, section 2.7). */
export function showingText({ items, total, totalIsCapped }: Counted): string {
  const all = `${total.toLocaleString("en-US")}${totalIsCapped ? "+" : ""}`;
  return `Showing ${items.length.toLocaleString("en-US")} of ${all} tickets`;
}
