/** What is wrong with a file that its name promises otherwise: what its content looks like, or that it is nothing that is known. */
export function contentWords({ filename, actual }: { filename: string; actual: string | null }): string {
  if (actual !== null) return `It looks like a .${actual} file.`;
  const ending = /\.[^.]+$/.exec(filename)?.[0].toLowerCase() ?? "readable";
  return `It is no ${ending} file, or a broken one: see whether it opens.`;
}
