/** "MC" from "Mina Castellanos", "J" from "jo": the first letters of the first and the last word. */
export function initialsOf(name: string): string {
  const words = name.match(/[\p{L}\p{N}][^\s._-]*/gu) ?? [];
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => [...(word ?? "")][0] ?? "");
  return letters.join("").toLocaleUpperCase("en-US") || "?";
}
