/** A piece of RTF: a brace, a word with its number, a byte by its number, or letters as they stand. */
export type RtfToken =
  | { kind: "open" | "close" }
  | { kind: "word"; word: string; number: number | null }
  | { kind: "byte"; byte: number }
  | { kind: "text"; text: string };

const word = /\\([a-zA-Z]{1,32})(-?\d{1,10})? ?/y;
const text = /[^\\{}\r\n]+/y;
const hex = /\\'([\da-fA-F]{2})/y;

/** The pieces of RTF, a character a byte (RTF 1.9.1, "Basic Entities"); what is in binary is passed over. */
export function* rtfTokens(rtf: string): Generator<RtfToken> {
  let at = 0;
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const match = pattern.exec(rtf);
    if (match) at = pattern.lastIndex;
    return match;
  };
  while (at < rtf.length) {
    const sign = rtf[at];
    if (sign === "{" || sign === "}") {
      at += 1;
      yield { kind: sign === "{" ? "open" : "close" };
    } else if (sign === "\r" || sign === "\n") at += 1;
    else if (sign !== "\\") yield { kind: "text", text: take(text)?.[0] ?? "" };
    else {
      const byte = take(hex);
      const control = byte ? null : take(word);
      if (byte) yield { kind: "byte", byte: Number.parseInt(byte[1] ?? "", 16) };
      else if (control) {
        const number = control[2] === undefined ? null : Number(control[2]);
        if (control[1] === "bin") at += Math.max(0, number ?? 0);
        else yield { kind: "word", word: control[1] ?? "", number };
      } else {
        yield symbol(rtf[at + 1] ?? "");
        at += 2;
      }
    }
  }
}

const symbols: Readonly<Record<string, string>> = { "~": "\u00a0", _: "\u2011", "-": "" };

/** What a backslash makes of the sign behind it: a brace or backslash that is meant, a blank, a group that may be passed over. */
function symbol(sign: string): RtfToken {
  if (sign === "*") return { kind: "word", word: "*", number: null };
  if (sign === "\r" || sign === "\n") return { kind: "word", word: "par", number: null };
  return { kind: "text", text: symbols[sign] ?? sign };
}
