/** The product's mark, as the file that browsers have as their icon anyway. */
export function Mark({ size }: { size: number }) {
  return <img src="/icon.svg" alt="" width={size} height={size} className="shrink-0" />;
}
