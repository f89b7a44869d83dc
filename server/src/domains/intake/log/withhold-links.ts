/** Quoted-printable may end a line anywhere (RFC 2045, section 6.7). */
const softBreak = "(?:=\\r?\\n)?";
const pages = ["confirm", "reset-password", "invitation", "change-email"].map((page) => [...page].join(softBreak));

/** What opens a page by a token of ours: 43 letters behind the page's address, as plain text, quoted-printable or in another address. */
const link = new RegExp(
  `((?:${pages.join("|")})${softBreak}(?:#|=23|%23)${softBreak})((?:[\\w*-]|=\\r?\\n){40,200})`,
  "gi",
);
/** Longer than any such link with its line ends. */
const longest = 2_000;

/** A part of a mail, a byte a character, with stars for the secret part of our links that work once. */
export function withoutLinks(text: string): string {
  return text.replace(link, (_, page: string, token: string) => page + token.replace(/[\w-]/g, "*"));
}

/** The same of a stream: as many bytes come out as went in. */
export async function* withholdLinks(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let kept = "";
  for await (const chunk of source) {
    const text = withoutLinks(kept + chunk.toString("latin1"));
    const end = Math.max(0, text.length - longest);
    yield Buffer.from(text.slice(0, end), "latin1");
    kept = text.slice(end);
  }
  yield Buffer.from(kept, "latin1");
}

/** Whether a stream holds a link of ours that works once. */
export async function holdsLink(source: AsyncIterable<Buffer>): Promise<boolean> {
  let kept = "";
  for await (const chunk of source) {
    const text = kept + chunk.toString("latin1");
    if (withoutLinks(text) !== text) return true;
    kept = text.slice(-longest);
  }
  return false;
}
