import { domainsPath, folderIn } from "../find-room.ts";
import type { Rule } from "../rule.ts";
import type { SourceFile } from "../source-tree.ts";

/** A domain's file is named for what it exports: the whole name of a single export, a word of several. */
export const verbNames: Rule = {
  name: "verb-names",
  why: "change-status.ts holds changeStatus: whoever sees the call can open the file without searching",
  good: [
    { path: "server/src/domains/tickets/change-status.ts", source: "export function changeStatus() {}\n" },
    {
      path: "server/src/domains/tickets/reopen.ts",
      source: "export interface Input {}\nexport async function reopen() {}\n",
    },
    { path: "server/src/domains/tickets/ticket-label.ts", source: "export type TicketLabel = string;\n" },
    { path: "server/src/domains/tenants/mail-domains.ts", source: "export const isWebmailDomain = 1;\n" },
    {
      path: "server/src/domains/intake/parse/bounce-signs.ts",
      source: "export const hasBounceSubject = 1;\nexport const hasBounceText = 2;\n",
    },
  ],
  bad: [
    { path: "server/src/domains/tickets/change-status.ts", source: "export function closeTicket() {}\n" },
    { path: "server/src/domains/tickets/types.ts", source: "export type Ticket = string;\n" },
    {
      path: "server/src/domains/intake/parse/tools.ts",
      source: "export const decode = 1;\nexport const strip = 2;\n",
    },
  ],
  check: (tree) =>
    tree.code
      .filter(
        ({ path }) => folderIn(domainsPath, path) && /\/[a-z0-9-]+\.ts$/.test(path) && !path.endsWith("/index.ts"),
      )
      .flatMap((file) => {
        const words = (file.path.split("/").pop() ?? "").replace(/\.ts$/, "").split("-");
        const names = mainNames(file);
        if (isNamedFor(words, names)) return [];
        const exported = names.join(", ") || "nothing";
        return [{ path: file.path, line: 1, detail: `it is not named for what it exports: ${exported}` }];
      }),
};

// Case does not count: parse-html-mail.ts may contain parseHTMLMail.
function isNamedFor(words: string[], names: string[]): boolean {
  const lower = names.map((name) => name.toLowerCase());
  const has = (words: string) => lower.some((name) => name.includes(words.replace(/s$/, "")));
  return lower.length > 1 ? words.some(has) : has(words.join(""));
}

/** Returns the names that the file is for: its values, or its types if it has no values. */
function mainNames({ parsed }: SourceFile): string[] {
  const entries = parsed.module.staticExports.flatMap((each) => each.entries);
  const values = entries.filter(({ isType }) => !isType);
  return (values.length > 0 ? values : entries).flatMap(({ exportName }) => exportName.name ?? []);
}
