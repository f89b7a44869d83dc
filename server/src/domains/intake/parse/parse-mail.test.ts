import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { expect, test } from "vitest";
import { discardAttachment } from "./collect-part.ts";
import { parseMail } from "./parse-mail.ts";
import { UnparsableMail } from "./parsed-mail.ts";

const mail = (...lines: string[]) => Buffer.from(lines.join("\r\n"), "latin1");
const parse = (raw: Buffer) => parseMail(raw, { onAttachment: (_meta, bytes) => buffer(bytes) });
const mixed = (...parts: string[][]) =>
  mail(
    "From: Ann <ann@Example.com>",
    "Content-Type: multipart/mixed; boundary=b",
    "",
    ...parts.flatMap((part) => ["--b", ...part]),
    "--b--",
    "",
  );

test("reads the headers of a reply", async () => {
  const parsed = await parse(
    mail(
      "Message-ID: <2@example.com>",
      "In-Reply-To: <1@shop.example>",
      "References: <0@shop.example>",
      "\t<1@shop.example>",
      "From: =?utf-8?q?Ann_M=C3=BCller?= <ann@Example.COM>",
      'Reply-To: "Ann, at home" <ann@home.example>',
      "Subject: =?iso-8859-1?Q?Gr=FC=DFe?= =?utf-8?B?w6E=?=",
      "",
      "Hello",
      "there",
    ),
  );
  expect(parsed).toMatchObject({
    messageId: "<2@example.com>",
    inReplyTo: ["<1@shop.example>"],
    references: ["<0@shop.example>", "<1@shop.example>"],
    from: { name: "Ann Müller", email: "ann@example.com" },
    replyTo: [{ name: "Ann, at home", email: "ann@home.example" }],
    subject: "Grüßeá",
    text: "Hello\nthere",
    html: null,
    contentType: "text/plain",
  });
});

test.each([
  ["utf-8 declared", "utf-8", Buffer.from("Größe €"), "Größe €"],
  ["Windows bytes declared as Latin 1", "iso-8859-1", Buffer.from([0x80, 0x20, 0xe9]), "€ é"],
  ["Windows bytes declared as UTF-8", "utf-8", Buffer.from([0x47, 0x72, 0xfc, 0xdf, 0x65]), "Grüße"],
  ["bytes without a declaration", "us-ascii", Buffer.from("né"), "né"],
  ["an unknown character set", "x-nonsense", Buffer.from("né"), "né"],
  ["Japanese", "iso-2022-jp", Buffer.from("\u001b$B$3$s\u001b(B", "latin1"), "こん"],
  ["Russian", "koi8-r", Buffer.from([0xf0, 0xd2, 0xc9]), "При"],
  ["Chinese", "gb2312", Buffer.from([0xc4, 0xe3, 0xba, 0xc3]), "你好"],
])("reads %s", async (_, charset, bytes, expected) => {
  const head = mail("From: a@example.com", `Content-Type: text/plain; charset=${charset}`, "", "");
  expect((await parse(Buffer.concat([head, bytes]))).text).toBe(expected);
});

test("keeps attachments byte for byte, a named text and an enclosed message too", async () => {
  const bytes = Buffer.from(Array.from({ length: 5_000 }, (_, index) => (index * 7) % 256));
  const enclosed = ["From: b@example.com", "Content-Type: multipart/mixed; boundary=c", "", "--c", "", "x", "--c--"];
  const parsed = await parse(
    mixed(
      ["Content-Type: text/plain", "", "See attached"],
      ["Content-Type: image/png; name=../../a.png", "Content-Transfer-Encoding: base64", "", bytes.toString("base64")],
      [
        "Content-Type: text/plain; charset=iso-8859-1",
        "Content-Disposition: inline; filename=a.txt",
        "",
        "\u00fcber",
        "b",
      ],
      ["Content-Type: message/rfc822", "", ...enclosed],
    ),
  );
  expect(parsed.text).toBe("See attached");
  expect(parsed.attachments.map(({ name, contentType }) => [name, contentType])).toEqual([
    ["a.png", "image/png"],
    ["a.txt", "text/plain"],
    ["message.eml", "message/rfc822"],
  ]);
  expect(parsed.attachments[0]?.storedAs.equals(bytes)).toBe(true);
  expect(parsed.attachments[0]?.size).toBe(5_000);
  expect(parsed.attachments[1]?.storedAs.toString("latin1")).toBe("\u00fcber\r\nb");
  expect(parsed.attachments[2]?.storedAs.toString()).toBe(enclosed.join("\r\n"));
});

test("takes text and HTML of alternatives, and shows HTML alone as text", async () => {
  const both = await parse(
    mail(
      "Content-Type: multipart/alternative; boundary=b",
      "",
      "--b",
      "",
      "plain",
      "--b",
      "Content-Type: text/html",
      "",
      "<p>rich</p>",
      "--b--",
    ),
  );
  expect(both).toMatchObject({ text: "plain", html: "<p>rich</p>" });
  const only = await parse(
    mail("Content-Type: text/html", "", "<style>p{}</style><p>Hi&nbsp;there</p><blockquote>old</blockquote>"),
  );
  expect(only.text).toBe("Hi there\n\n> old");
});

test("recognizes inline images by the HTML that shows them", async () => {
  const parsed = await parse(
    mixed(
      ["Content-Type: text/html", "", '<img src="cid:logo@x">'],
      ["Content-Type: image/png", "Content-ID: <logo@x>", "Content-Disposition: attachment", "", "x"],
      ["Content-Type: image/png", "Content-ID: <other@x>", "Content-Disposition: attachment", "", "y"],
    ),
  );
  expect(parsed.attachments.map(({ contentId, isInline, name }) => [contentId, isInline, name])).toEqual([
    ["logo@x", true, "attachment.png"],
    ["other@x", false, "attachment (2).png"],
  ]);
});

test("shows the text of a multipart whose boundary never comes", async () => {
  const parsed = await parse(mail("Content-Type: multipart/mixed; boundary=b", "", "Where is my order?"));
  expect(parsed.text).toBe("Where is my order?");
});

test("joins format=flowed lines", async () => {
  const parsed = await parse(
    mail("Content-Type: text/plain; format=flowed", "", "one ", "two", "> a ", "> b", "-- ", "Ann"),
  );
  expect(parsed.text).toBe("one two\n> a b\n-- \nAnn");
});

test("cuts text beyond its limit", async () => {
  const parsed = await parseMail(mail("", `${"x".repeat(500)}`), {
    onAttachment: discardAttachment,
    maxTextBytes: 100,
  });
  expect(parsed.text).toBe("x".repeat(100));
});

test("refuses hostile structures with its own error", async () => {
  const parts = mixed(...Array.from({ length: 600 }, () => ["", "x"]));
  await expect(parse(parts)).rejects.toMatchObject({ name: "UnparsableMail", reason: "limit_exceeded" });
  await expect(parse(mail(`X: ${"x".repeat(300_000)}`, "", ""))).rejects.toBeInstanceOf(UnparsableMail);
});

test("passes on the errors of its source and its sink as they are", async () => {
  const broken = new Readable({ read: () => undefined });
  broken.push("From: a@example.com\r\n");
  setImmediate(() => broken.destroy(new Error("disk gone")));
  await expect(parseMail(broken, { onAttachment: discardAttachment })).rejects.toThrow("disk gone");
  const raw = mixed(["Content-Type: image/png", "", "x".repeat(200_000)]);
  const full = parseMail(raw, { onAttachment: async () => Promise.reject(new Error("disk full")) });
  await expect(full).rejects.toThrow("disk full");
});

test("streams a large attachment without holding it", async () => {
  const line = `${"A".repeat(76)}\r\n`;
  const size = 8 * 1024 * 1024;
  function* chunks() {
    yield Buffer.from("Content-Type: application/zip; name=a.zip\r\nContent-Transfer-Encoding: base64\r\n\r\n");
    for (let sent = 0; sent < size; sent += line.length * 800) yield Buffer.from(line.repeat(800));
  }
  let largest = 0;
  const parsed = await parseMail(Readable.from(chunks()), {
    onAttachment: async (_meta, bytes) => {
      for await (const _chunk of bytes) largest = Math.max(largest, bytes.readableLength);
    },
  });
  expect(parsed.attachments[0]?.size).toBeGreaterThan(size / 2);
  expect(largest).toBeLessThan(1_048_576);
});
