import { codeSpans } from "../protect/code-spans.ts";

/** The sign that stands for a protected piece in what a model sees. */
export function placeholder(index: number): string {
  return `⟦${index + 1}⟧`;
}

const link = /:\/\/|\bwww\.|@|\bmailto:/i;

/**
 * A model's answer with the protected pieces back in their places; null unless each stands in it once and in order, no
 * number or link is new, and it is about as long as what was asked.
 */
export function unmaskAnswer(answer: string, asked: string, pieces: readonly string[]): string | null {
  const text = answer.trim();
  const found = [...text.matchAll(/⟦(\d+)⟧/g)].map(([, number]) => Number(number));
  if (found.length !== pieces.length || found.some((number, index) => number !== index + 1)) return null;
  const own = text.replace(/⟦\d+⟧/g, " ");
  if (/[⟦⟧\d]/.test(own) || link.test(own) || hasNewAddress(own)) return null;
  if (text.length < asked.length * 0.5 || text.length > asked.length * 1.6 + 80) return null;
  return text.replace(/⟦(\d+)⟧/g, (_, number: string) => pieces[Number(number) - 1] ?? "");
}

// What looks like a web address was protected in the text, so one among the model's own words is invented.
function hasNewAddress(own: string): boolean {
  return codeSpans(own).some(({ start, end }) => /\w\.\w/.test(own.slice(start, end)));
}
