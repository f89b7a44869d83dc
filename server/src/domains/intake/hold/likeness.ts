import { createHash } from "node:crypto";
import type { ReadMail } from "../read/read-mail.ts";

/** A person as a mail names one. */
type Named = { name: string | null; email: string } | null;

/** Of a longer text the beginning tells enough. */
const readLength = 20_000;

/**
 * What two mails have in common that say the same (docs/product.md#loops-and-bursts). Of what begins a conversation that is who is shown and
 * answered, the subject, the words and the sizes of the files. An answer says the same under any subject, and with other numbers: so do programs
 * that answer by themselves.
 */
export function likenessOf(
  { cleanSubject, newText, fullText, parsed }: Pick<ReadMail, "cleanSubject" | "newText" | "fullText" | "parsed">,
  { sender, customer }: { sender: Named; customer: Named },
  isAnswer: boolean,
): Buffer {
  const who = [sender, customer].map((person) => [person?.name ?? null, person?.email ?? null]);
  const words = wordsOf(newText.trim() === "" ? fullText : newText);
  const said = isAnswer ? words.filter((word) => !/\d/.test(word)) : [...wordsOf(cleanSubject), "\n", ...words];
  const files = parsed.attachments.map(({ size }) => size);
  const all = JSON.stringify([isAnswer, who, said.join(" "), files]);
  return createHash("sha256").update(all).digest().subarray(0, 16);
}

function wordsOf(text: string): string[] {
  return text.slice(0, readLength).normalize("NFKC").toLowerCase().split(/\s+/).filter(Boolean);
}
