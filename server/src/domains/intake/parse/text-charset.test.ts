import iconv from "iconv-lite";
import { expect, test } from "vitest";
import { discardAttachment } from "./collect-part.ts";
import { parseMail } from "./parse-mail.ts";

type Piece = string | [text: string, charset: string];
const bytesOf = (pieces: Piece[]) =>
  Buffer.concat(pieces.map((piece) => (typeof piece === "string" ? Buffer.from(piece) : iconv.encode(...piece))));
const read = (...pieces: Piece[]) => parseMail(bytesOf(pieces), { onAttachment: discardAttachment });
const mail = (subject: Piece, from: Piece): Piece[] => [
  "Subject: ",
  subject,
  "\nFrom: ",
  from,
  " <a@x.example>\nContent-Type: multipart/mixed; boundary=b\n\n",
];
const textPart = (type: string, body: Piece): Piece[] => [`--b\nContent-Type: ${type}\n\n`, body, "\n"];
const filePart = (name: Piece, type = "application/octet-stream"): Piece[] => [
  `--b\nContent-Type: ${type}\nContent-Disposition: attachment; filename="`,
  name,
  '"\n\nx\n',
];

const words = [
  ["windows-1251", "Слова тут.", "Счёт"],
  ["koi8-r", "Слова тут.", "Счёт"],
  ["iso-8859-5", "Слова тут.", "Яна"],
  ["windows-1250", "Dzień dobry", "Łódź"],
  ["iso-8859-2", "Dzień dobry", "Łódź"],
  ["iso-8859-7", "Καλημέρα", "Ρόδος"],
  ["windows-1254", "Günaydın", "Şişli"],
  ["windows-1255", "שלום", "בית"],
  ["windows-1256", "مرحبا", "بيت"],
  ["windows-1257", "Labas rytas, ačiū", "Šiauliai"],
  ["iso-8859-1", "Grüße", "Größe"],
  ["big5", "你好", "發票"],
  ["gb2312", "你好", "发票"],
  ["gb18030", "你好", "发票"],
  ["euc-jp", "お願い", "請求"],
  ["shift_jis", "お願い", "請求"],
  ["euc-kr", "안녕", "영수증"],
  ["tis-620", "สวัสดี", "ใบ"],
] as const;
const cases = words.map(([charset, body, name]) => ({ charset, body, name }));

test.each(cases)(
  "decodes raw names in the character set that the text declares: $charset",
  async ({ charset, body, name }) => {
    const raw: Piece = [name, charset];
    const text = textPart(`text/plain; charset=${charset}`, [body, charset]);
    const file = filePart([`${name}.pdf`, charset]);
    const ends: Piece[] = ["--b--\n"];
    // The text may follow the file, or be one of several.
    const utf8 = textPart("text/plain; charset=utf-8", "Hello");
    for (const parts of [
      [text, file],
      [file, text],
      [utf8, text, file],
    ]) {
      const parsed = await read(...mail(raw, raw), ...parts.flat(), ...ends);
      expect([parsed.subject, parsed.from?.name, parsed.attachments[0]?.name]).toEqual([name, name, `${name}.pdf`]);
    }
  },
);

test.each(cases)("keeps UTF-8 beside $charset", async ({ charset, body }) => {
  const text = textPart(`text/plain; charset=${charset}`, [body, charset]);
  const parsed = await read(...mail("Größe", "Łódź"), ...text, ...filePart("Счёт.pdf"), "--b--\n");
  expect([parsed.subject, parsed.from?.name, parsed.attachments[0]?.name]).toEqual(["Größe", "Łódź", "Счёт.pdf"]);
});

const greek: Piece = ["Ρόδος.pdf", "windows-1253"];
const cyrillic: Piece = ["Счёт.pdf", "windows-1251"];
const page = '<meta http-equiv="Content-Type" content="text/html; charset=windows-1251"><p>';
const long = "Здравствуйте! Я заказал у вас товар две недели назад, но он до сих пор не пришёл.";

test.each<[string, Piece[], string]>([
  [
    "the part's own before the text's",
    [
      ...textPart("text/plain; charset=windows-1251", ["Слова", "windows-1251"]),
      ...filePart(greek, "text/csv; charset=windows-1253"),
    ],
    "Ρόδος.pdf",
  ],
  [
    "an HTML page's own",
    [...textPart("text/html", [`${page}Слова`, "windows-1251"]), ...filePart(cyrillic)],
    "Счёт.pdf",
  ],
  [
    "of HTML beside ASCII",
    [
      ...textPart("text/plain; charset=us-ascii", "x"),
      ...textPart("text/html; charset=windows-1251", "x"),
      ...filePart(cyrillic),
    ],
    "Счёт.pdf",
  ],
  [
    "a guess from an undeclared text",
    [...textPart("text/plain", [long, "windows-1251"]), ...filePart(cyrillic)],
    "Счёт.pdf",
  ],
  [
    "a guess from a wrongly declared text",
    [...textPart("text/plain; charset=utf-8", [long, "windows-1251"]), ...filePart(cyrillic)],
    "Счёт.pdf",
  ],
  [
    "Latin 1 said by a text of ASCII: a guess",
    [...textPart("text/plain; charset=iso-8859-1", "x"), ...filePart([`${long}.pdf`, "koi8-r"])],
    `${long}.pdf`,
  ],
  [
    "a charset that cannot be: a guess",
    [...textPart("text/plain; charset=euc-jp", "x"), ...filePart(["Größe.pdf", "latin1"])],
    "Größe.pdf",
  ],
  [
    "nothing said: a guess",
    [...textPart("text/plain; charset=utf-8", "x"), ...filePart(["Größe.pdf", "latin1"])],
    "Größe.pdf",
  ],
])("decodes a file's raw name: %s", async (_, parts, expected) => {
  const parsed = await read(...mail("s", "Ann"), ...parts, "--b--\n");
  expect(parsed.attachments[0]?.name).toBe(expected);
});

test("decodes an enclosed message's raw subject in its own character set, else in the outer text's", async () => {
  const enclosed = (type: string): Piece[] => [
    "--b\nContent-Type: message/rfc822\n\nSubject: ",
    ["Счёт", "koi8-r"],
    `\nContent-Type: ${type}\n\nx\n`,
  ];
  const outer = (charset: string) => textPart(`text/plain; charset=${charset}`, ["Ρόδος", charset]);
  const names = async (...pieces: Piece[]) =>
    (await read(...mail("s", "Ann"), ...pieces, "--b--\n")).attachments[0]?.name;
  expect(await names(...outer("windows-1253"), ...enclosed("text/plain; charset=koi8-r"))).toBe("Счёт.eml");
  expect(await names(...textPart("text/plain; charset=koi8-r", ["Слова", "koi8-r"]), ...enclosed("text/plain"))).toBe(
    "Счёт.eml",
  );
});

test("makes files with one raw name distinct, in the order of the message", async () => {
  const text = textPart("text/plain; charset=windows-1251", ["Слова", "windows-1251"]);
  const parsed = await read(...mail("s", "Ann"), ...filePart(cyrillic), ...filePart(cyrillic), ...text, "--b--\n");
  const [first, second] = parsed.attachments.map(({ name }) => name);
  expect(first).toBe("Счёт.pdf");
  expect(second).toMatch(/^Счёт.+\.pdf$/);
});
