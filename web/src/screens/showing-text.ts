interface Found {
  total: number;
  /** Whether the server stopped counting there. */
  totalIsCapped: boolean;
}

/** "Showing 3 of 48 tickets": how many fit what is asked for, "10,000+" where the server stopped counting, of all; null asks for all. */
export function showingText(found: Found | null, all: number, noun: string): string {
  const { total, totalIsCapped } = found ?? { total: all, totalIsCapped: false };
  // What is counted by another request may be a moment older.
  const [fitting, most] = [total, Math.max(all, total)].map((count) => count.toLocaleString("en-US"));
  return `Showing ${fitting}${totalIsCapped ? "+" : ""} of ${most} ${noun}`;
}
