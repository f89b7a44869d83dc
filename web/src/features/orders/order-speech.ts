/** A word of the platform's as people say it: "in_transit" is "In Transit"; what is no such word stays as it is. */
export function spoken(word: string): string {
  if (!/^[a-z]{1,30}(?:_[a-z]{1,30}){0,5}$/.test(word)) return word;
  return word
    .split("_")
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join(" ");
}
