/** The files that a page names, from the root on. */
export function pathsIn(page: string): string[] {
  return [...page.matchAll(/`((?:[\w.-]+\/)+[\w.-]+\.\w+|package-lock\.json)`/g)].map(([, path = ""]) => path);
}
