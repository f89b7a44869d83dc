interface Counted {
  items: readonly unknown[];
  total: number;
  /** Whether the server stopped counting there. */
  totalIsCapped: boolean;
}

/** "Showing 20 of 48 tickets"; "10,000+" where the server stopped counting. */
export function showingText({ items, total, totalIsCapped }: Counted, noun: string): string {
  const all = `${total.toLocaleString("en-US")}${totalIsCapped ? "+" : ""}`;
  return `Showing ${items.length.toLocaleString("en-US")} of ${all} ${noun}`;
}
