/** Returns the files that a page names by their paths from the root. */
export function pathsIn(page: string): string[] {
  return [...page.matchAll(/`((?:[\w.-]+\/)+[\w.-]+\.\w+|package-lock\.json)`/g)].map(([, path = ""]) => path);
}
