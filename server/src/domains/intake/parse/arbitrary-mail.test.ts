import fc from "fast-check";
import { expect, test } from "vitest";
import { safeHtml } from "../../../platform/mail-html/safe-html.ts";
import { previewText } from "../../tickets/index.ts";
import { classifyMail } from "../classify/classify-mail.ts";
import { chooseAuthor, findAuthorCandidates } from "../classify/find-author.ts";
import { stripQuotedHistory } from "../text/strip-quotes.ts";
import { discardAttachment } from "./collect-part.ts";
import { parseMail, readMessage } from "./parse-mail.ts";
import { UnparsableMail } from "./parsed-mail.ts";

// Pieces with a meaning to a parser, in any order, between arbitrary bytes.
const piece = fc.oneof(
  fc
    .constantFrom(
      "From: a@b.example\r\n",
      "To: ",
      "Content-Type: multipart/mixed; boundary=b\r\n",
      "Content-Type: message/delivery-status\r\n",
      "Content-Type: text/html; charset=utf-7\r\n",
      "Content-Transfer-Encoding: base64\r\n",
      "Content-Transfer-Encoding: quoted-printable\r\n",
      "Content-Disposition: attachment; filename*0*=utf-8''%ff; filename*1=..\\..\\a\r\n",
      "\r\n",
      "\r\n\r\n",
      "--b\r\n",
      "--b--\r\n",
      "=?utf-8?B?",
      "?=",
      "=?x?q?=ff=?=",
      "Subject: ",
      "Message-ID: <",
      ">",
      "> ",
      "On 1/1/24 10:00 a@b.example wrote:\n",
      "<blockquote>",
      "</div>",
      "<img src=cid:a>",
      "--",
      "=",
      "\0",
      "Date: 99999\r\n",
      "Final-Recipient: rfc822; ",
      "Return-Path: <>\r\n",
    )
    .map((part) => Buffer.from(part)),
  fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
);
const anyMail = fc.array(piece, { maxLength: 40 }).map((pieces) => Buffer.concat(pieces));

test("reads any bytes as a message or refuses them with the one typed error", async () => {
  await fc.assert(
    fc.asyncProperty(anyMail, async (raw) => {
      try {
        const { parsed: mail, fingerprint } = await readMessage(raw, { onAttachment: discardAttachment });
        expect(fingerprint).toMatch(/^[\da-f]{64}$/);
        expect(["person", "auto_reply", "bounce", "loop"]).toContain(classifyMail(mail).kind);
        const author = chooseAuthor(findAuthorCandidates(mail), { isOwn: (email) => email.endsWith("@b.example") });
        expect(author?.address.email ?? "x@y").toMatch(/@/);
        expect(new Set(mail.attachments.map(({ name }) => name)).size).toBe(mail.attachments.length);
        for (const { name } of mail.attachments) expect(name).toMatch(/^(?!\.)[^/\\\0]+$/u);
        // Plain data must cross a thread unchanged.
        expect(structuredClone(mail)).toEqual(mail);
      } catch (error) {
        if (!(error instanceof UnparsableMail)) throw error;
      }
    }),
  );
});

const anyText = fc
  .array(
    fc.oneof(
      piece.map((bytes) => bytes.toString("utf8")),
      fc.string(),
      fc.constant("\n"),
    ),
    { maxLength: 30 },
  )
  .map((parts) => parts.join(""));

test("invents nothing when it strips quotes, and never empties a message", () => {
  fc.assert(
    fc.property(anyText, fc.constantFrom("text" as const, "html" as const), (input, kind) => {
      const { text } = stripQuotedHistory({ kind, input });
      if (kind === "html") return;
      if (input.trim() !== "") expect(text.trim()).not.toBe("");
      const words = new Set(input.split(/\s+/));
      for (const word of text.split(/\s+/))
        if (word !== "") expect([...words].some((known) => known.startsWith(word))).toBe(true);
    }),
  );
});

test("makes no active HTML of any text, and no preview beyond its length", () => {
  fc.assert(
    fc.property(anyText, (input) => {
      expect(safeHtml(`${input}<script>a</script><b onclick="a">`)).not.toMatch(/<script|<[^>]*\sonclick=/i);
      expect(previewText(input).length).toBeLessThanOrEqual(153);
    }),
  );
});

test.each([
  "On Mon, 1 Jan 2024 at 10:00 a\n",
  "> a\n",
  ">\n\n",
  "From: a@b.c\n",
  "a@",
  "- \n",
  "<div>",
  "<blockquote>a",
  "<pre>a\n",
  "--\n\n",
  " ",
  "\n",
])("reads two megabytes of %j, which quadratic work could not finish within a test", async (unit) => {
  const input = unit.repeat(2_000_000 / unit.length);
  stripQuotedHistory({ kind: "text", input });
  stripQuotedHistory({ kind: "html", input });
  classifyMail(await parseMail(Buffer.from(`From: a@b.example\n\n${input}`), { onAttachment: discardAttachment }));
});

test.each([
  ["Content-Id", `<a${">".repeat(32_000)}x`],
  ["Content-Type", `text/plain; boundary="${" ".repeat(16_000)}x"`],
  ["Content-ID", `\xE9\xF0\xD1${"\nContent-ID: \xE9\xF0\xD1".repeat(1_000)}`],
])("reads a hundred parts with a hostile %s", async (name, value) => {
  const head = "From: a@b.example\nContent-Type: multipart/mixed; boundary=b\n\n";
  await parseMail(Buffer.from(`${head}${`--b\n${name}: ${value}\n\nx\n`.repeat(100)}`, "latin1"), {
    onAttachment: discardAttachment,
  });
});
