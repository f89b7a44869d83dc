/** The moment so far from now, by the clock of the page or the one that a test turns; what is negative is past. */
export function fromNow({ days = 0, hours = 0, minutes = 0, seconds = 0 } = {}): Date {
  return new Date(Date.now() + (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1_000);
}
