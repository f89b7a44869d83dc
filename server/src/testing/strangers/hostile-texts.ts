/** What mail syntax and our patterns look for; each is repeated, as a pattern often stumbles over many of one kind. */
export const delimiters: readonly string[] = [
  ...["-", "- ", "_", "=", "*", "*:", "|", ">", "> ", ">\n", "> > ", "--\n", "-- \n", "-----a-----\n"],
  ...["- - - -:\n", "<", ">", "<a", "<a ", "<a b=c ", "<a href='", "<div>", "<div></b>", "<p></b>"],
  ...["<div></p>", "</div>", "<b><p>", "<br>", "<blockquote>", "<table><tr><td>", "<svg><title>", "<form>"],
  ...["<!--", "<![CDATA[", "<style>", "<pre>\n", '<p style="a:b">', "&", "&amp", "&amp;", "&#", "&#1", "&#x1;"],
  ...["%", "%25", "%2541", "=41", "= \n", "=\n", "\\", '\\"', '"', "'", '"a" ', "(", ")", "((", "()", "(a) "],
  ...["[", "[]", "{", "@", "a@", "a@b ", "@a.b ", "a@b.c,", "<a@b.c> ", '"a" <a@b.c>, ', "<@", ",", ", ", ";"],
  ...["; a=b", "; a*0=b", "; a*1*=x'y'%41", "; a*=''", "=?", "?=", "=?a?q?", "=?utf-8?q?a?= ", "=?utf-8?b?"],
  ...[" ", "\t", "\n", "\r", "\r\n", "  \n", "\t\n", "\u00a0 ", "\0", "\u200b", "a", "a ", "A", "a.", "a. "],
  ...["a-", "a\n", "я ", "日本 ", "İ", "ﷺ", "😀", "\ud800", "0", "01", "1 ", "1.", "1-", "1/1/", "1,1", "12:00 "],
  ...["#1 ", "$1 ", "1Z", "1Z999AA1", "order 1 ", "On 1 May 2024 ", "1 May 2024 ", "May 1, ", "2024-01-01 "],
  ...["On Mon, a ", "On 1 May 2024 a wrote:\n", "wrote: ", "i wrote ", "From: ", "From: a\n"],
  ...["From: a@b.c\nTo: a@b.c\n", "Sent: 1 May 2024 10:00 ", "From: a Sent: ", "a: b\n", "a:", "X: y\n "],
  ...["Re: ", "re ", "Fwd: ", "RE[1]: ", "[Ticket: 1] ", "[ticket: ", "auto", "out of office "],
  ...["do not reply ", "hello ", "dear ", "http://", "http://a ", "http://a(", "http://a)))", "https://a.b/"],
  ...["www.", "www.a) ", "mailto:", "confirm#", "confirm=", "dhtest-", "aHR0c", "aHR0cA", "YWFh\n"],
  ...["u=https-3A__", "550 ", "550-5.1.1 ", "rfc822; ", "Final-Recipient: ", "message-id: <a@b> "],
  ...["begin 644 a\n", "begin 644 a\nM", "~{", "\u001b$B", "\u000e", "+AGE-", "+A", "a*0*=", "by a ", "pass "],
  ...["{@a:pass}"],
];

/** Fills a text of this many characters with one delimiter. */
type Shape = (delimiter: string, length: number) => string;

const repeated: Shape = (delimiter, length) => delimiter.repeat(Math.ceil(length / delimiter.length)).slice(0, length);
/** Writes lines of this many characters, filled with the delimiter between `before` and `after`. */
const inLines =
  (width: number, before = "", after = ""): Shape =>
  (delimiter, length) =>
    repeated(`${before}${repeated(delimiter, width)}${after}\n`, length);

/** How a delimiter is repeated: on one endless line, on many lines, and on lines that make a reader look closer. */
export const shapes = {
  run: repeated,
  "run that nothing ends": (delimiter, length) => `x${repeated(delimiter, length - 2)}!`,
  "short lines": inLines(60),
  "long lines": inLines(400),
  "lines that end as an attribution": inLines(380, "", " wrote:"),
  "lines that begin and end as one": inLines(250, "On 1 May 2024 at 10:00 ", " a@b.c wrote:"),
} satisfies Readonly<Record<string, Shape>>;
