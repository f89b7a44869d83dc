/** "12345" of "ORD-12345", which a store may call #12345; null where there is nothing around the digits, or too few of them. */
export function digitsOf(number: string): string | null {
  const digits = /^\D{0,20}(\d{3,20})\D{0,20}$/.exec(number)?.[1];
  return digits === undefined || digits === number ? null : digits;
}
