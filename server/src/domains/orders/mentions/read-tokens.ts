/** A word, a row of digits, or another sign; and what stands before it: nothing, blanks, or the end of a line. */
export type Token = {
  kind: "digits" | "word" | "sign";
  text: string;
  gap: "" | " " | "\n";
  start: number;
  end: number;
};

// What is written without blanks are words of their own beside Latin letters: 订单1042. So are those of "orderNo".
const unspaced = "\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Hangul}\\p{sc=Thai}ー";
const small = `(?:(?![${unspaced}\\p{Lu}])[\\p{L}\\p{M}])+`;
const pieces = new RegExp(`\\n|[ ]+|[0-9]+|[${unspaced}]+|\\p{Lu}+(?:${small})?|${small}|.`, "gsu");

/** The words, numbers and signs of a plain text, in order. */
export function readTokens(text: string): Token[] {
  const tokens: Token[] = [];
  let gap: Token["gap"] = "\n";
  for (const { 0: piece, index: start } of text.matchAll(pieces)) {
    if (piece === "\n") gap = "\n";
    else if (piece.startsWith(" ")) gap = gap === "\n" ? "\n" : " ";
    else {
      const kind = /^[0-9]/.test(piece) ? "digits" : /^[\p{L}\p{M}]/u.test(piece) ? "word" : "sign";
      tokens.push({ kind, text: piece, gap, start, end: start + piece.length });
      gap = "";
    }
  }
  return tokens;
}
