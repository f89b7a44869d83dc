import type { Attachment } from "@deskhand/contract/messages";

/** What is said beside a file that is better left alone, and what is asked before it is downloaded: nothing where nobody can. */
export type FileWarning = { words: string; ask: { title: string; question: string } | null };

/** What is wrong with a file that a stranger sent; null for nothing. */
export function fileWarning({
  filename,
  isProgram,
  scan,
  virus,
}: Pick<Attachment, "filename" | "isProgram" | "scan" | "virus">): FileWarning | null {
  if (virus !== null) return { words: `Virus found: ${virus}`, ask: null };
  if (isProgram) {
    const question = `"${filename}" is a program, or holds one. Whoever opens it lets it do on their computer what it wants.`;
    return {
      words: "Program: opening it can harm your computer",
      ask: { title: "Download a program?", question },
    };
  }
  if (scan !== "waiting" && scan !== "too_large") return null;
  const words = scan === "waiting" ? "Not scanned for viruses yet" : "Too large to be scanned for viruses";
  const question = `Nobody knows yet whether "${filename}" holds a virus.`;
  return { words, ask: { title: "Download a file that was not scanned?", question } };
}
