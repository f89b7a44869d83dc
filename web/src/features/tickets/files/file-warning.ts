import type { Attachment } from "@deskhand/contract/messages";

/** What is said beside a file that is better left alone, and what is asked before it is downloaded. */
export type FileWarning = { words: string; title: string; question: string };

/** What is wrong with a file that a stranger sent; null for nothing. */
export function fileWarning({ filename, isProgram }: Pick<Attachment, "filename" | "isProgram">): FileWarning | null {
  if (!isProgram) return null;
  return {
    words: "Program: opening it can harm your computer",
    title: "Download a program?",
    question: `"${filename}" is a program, or holds one. Whoever opens it lets it do on their computer what it wants.`,
  };
}
