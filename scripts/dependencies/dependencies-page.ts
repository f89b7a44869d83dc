import type { Installed } from "./installed.ts";
import { heldBack, otherLicences } from "./judged.ts";

const intro = `# Dependencies

Written by \`npm run packages\` from the lock file, with the day on which npm got each version; it also prints which have a newer
version, and which got none for two years. Versions are exact, and a test holds this page and the licences against the lock file.

A version that closes a known hole is taken within 7 days where the hole is critical, within 30 where it is high, within 90 otherwise; the
others are looked at once a quarter.
`;

/** Writes the page about all packages that the workspaces ask for; `published` has the day of each "name@version". */
export function dependenciesPage(installed: Installed[], published: ReadonlyMap<string, string>): string {
  const direct = installed.filter(({ asked }) => asked.length > 0);
  const rows = direct.map(({ name, version, licence, asked }) => [
    name,
    version,
    licence,
    published.get(`${name}@${version}`) ?? "unknown",
    asked.join(", "),
  ]);
  return [
    intro,
    table(["Package", "Version", "Licence", "Published", "Asked for by"], rows),
    "## Not the newest, and why\n",
    table(["Package", "Why"], Object.entries(heldBack)),
    "## Licences of everything installed\n",
    table(["Licence", "Packages that run", "Packages that build and test"], licenceCounts(installed)),
    "Under another licence, or without one where it is looked for:\n",
    table(["Package", "Why it is used"], Object.entries(otherLicences)),
  ].join("\n");
}

function licenceCounts(installed: Installed[]): string[][] {
  const licences = Object.groupBy(installed, ({ licence }) => licence || "not said");
  return Object.entries(licences)
    .map(([licence, packages = []]) => {
      const run = packages.filter(({ isRun }) => isRun).length;
      return [licence, String(run), String(packages.length - run)];
    })
    .sort(([a = ""], [b = ""]) => (a < b ? -1 : 1));
}

function table(head: string[], rows: string[][]): string {
  const widths = head.map((_, column) => Math.max(3, ...[head, ...rows].map((cells) => cells[column]?.length ?? 0)));
  const line = (cells: string[]) => `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`;
  return [line(head), line(widths.map((width) => "-".repeat(width))), ...rows.map(line), ""].join("\n");
}
