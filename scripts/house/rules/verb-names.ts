import { parseSync } from "oxc-parser";
import { domainsPath, folderIn } from "../find-room.ts";
import type { Rule } from "../rule.ts";

/** A file of a domain is named for what it exports. */
export const verbNames: Rule = {
  name: "verb-names",
  why: "change-status.ts holds changeStatus: whoever sees the call can open the file without searching",
  good: [
    { path: "server/src/domains/tickets/change-status.ts", source: "export function changeStatus() {}\n" },
    { path: "server/src/domains/tickets/ticket-label.ts", source: "export type TicketLabel = string;\n" },
  ],
  bad: [
    { path: "server/src/domains/tickets/change-status.ts", source: "export function closeTicket() {}\n" },
    { path: "server/src/domains/tickets/types.ts", source: "export type Ticket = string;\n" },
  ],
  check: (tree) =>
    tree.code
      .filter(
        ({ path }) => folderIn(domainsPath, path) && /\/[a-z0-9-]+\.ts$/.test(path) && !path.endsWith("/index.ts"),
      )
      .flatMap((file) => {
        const expected = (file.path.split("/").pop() ?? "").replace(/\.ts$/, "").replaceAll("-", "");
        const names = exportedNames(file.path, file.text);
        // Compared without case: parse-html-mail.ts may hold parseHTMLMail.
        if (names.some((name) => name.toLowerCase() === expected)) return [];
        return [
          {
            path: file.path,
            line: 1,
            detail: `nothing here is named for the file; it exports ${names.join(", ") || "nothing"}`,
          },
        ];
      }),
};

function exportedNames(path: string, text: string): string[] {
  const { staticExports } = parseSync(path, text).module;
  return staticExports.flatMap(({ entries }) => entries.flatMap(({ exportName }) => exportName.name ?? []));
}
