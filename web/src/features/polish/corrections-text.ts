/** How many corrections there are, as a person says it. */
export function correctionsText(corrections: number): string {
  return corrections === 1 ? "1 correction" : `${corrections.toLocaleString("en-US")} corrections`;
}
