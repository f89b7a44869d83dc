/** "#1042" of "#1042" as well as of "1042". */
export function orderTitle(name: string): string {
  return `#${name.trim().replace(/^#+\s*/, "")}`;
}
