import iconv from "iconv-lite";
import { expect, test } from "vitest";
import { discardAttachment } from "./collect-part.ts";
import { decodeCharset, decodeWords } from "./decode-charset.ts";
import { parseMail } from "./parse-mail.ts";

const german = "Grüße aus Köln. Wo bleibt mein Paket? Ich warte schon über zwei Wochen darauf.";
const russian = "Здравствуйте! Я заказал у вас товар две недели назад, но он до сих пор не пришёл.";
const japanese = "注文した商品がまだ届いていません。配送状況を確認していただけますか。";
const korean = "주문한 상품이 아직 도착하지 않았습니다. 확인 부탁드립니다.";
const chinese = "您好，我两周前订购的商品还没有收到，请帮我查询一下物流信息，谢谢。";
const traditional = "您好，我兩週前訂購的商品還沒有收到，請幫我查詢一下物流資訊，謝謝。";
const greek = "Καλημέρα, δεν έχω λάβει ακόμα το δέμα μου. Μπορείτε να με ενημερώσετε;";
const hebrew = "שלום, עדיין לא קיבלתי את החבילה שהזמנתי לפני שבועיים. אנא בדקו.";
const turkish = "Siparişim nerede? İki haftadır bekliyorum, lütfen kontrol eder misiniz. Ayşe Yılmaz";
const polish = "Gdzie jest moja paczka? Czekam już dwa tygodnie, proszę o sprawdzenie. Żaneta Wiśniewska";

test.each([
  ["utf-8", german],
  ["utf-8", russian],
  ["windows-1252", german],
  ["windows-1252", "Où est mon colis ? Très déçue."],
  ["windows-1252", "¿Dónde está mi pedido? Mañana será tarde."],
  ["windows-1252", "Hej, var är mitt paket? Hälsningar Åsa"],
  ["windows-1252", "It\u2019s broken \u2013 I paid £20"],
  ["iso-8859-2", polish],
  ["windows-1250", polish],
  ["windows-1251", russian],
  ["koi8-r", russian],
  ["iso-8859-5", russian],
  ["cp866", russian],
  ["cp866", "где мой заказ"],
  ["iso-8859-7", greek],
  ["windows-1253", greek],
  ["windows-1254", turkish],
  ["windows-1254", "Kargom nerede kaldı?"],
  ["windows-1255", hebrew],
  ["shift_jis", japanese],
  ["shift_jis", "ありがとうございます"],
  ["euc-jp", "ありがとうございます"],
  ["euc-jp", japanese],
  ["euc-kr", korean],
  ["gbk", chinese],
  ["big5", traditional],
  ["utf-16le", german],
  ["utf-16be", russian],
])("guesses an undeclared character set: %s (%s)", (charset, text) => {
  expect(decodeCharset(iconv.encode(text, charset), null)).toBe(text);
  expect(decodeCharset(iconv.encode(`${text}\n${text}`, charset), "us-ascii")).toBe(`${text}\n${text}`);
});

test.each(
  [
    "Grüße|Größe?|Tschüss|schöne Grüße, Jürgen|für|Straße 5|Müller|Übrigens: nein|10 €",
    "Où ?|déjà reçu|ça va|Noël|à bientôt|Hélène|garçon|Très bien, merci|À qui ?|l'été",
    "mañana|¿Qué?|¡Hola!|niño|Muñoz|corazón|sí|¿Cuándo llega?|Málaga",
    "não|João|coração|Olá|até já|informações|é|São Paulo",
    "Tack så mycket|på|från|hälsningar|Åsa|är det så?|blåbär",
    "Søren|på Møn|ikke få|Tromsø|blå|være så god",
    "perché|città|è così|più|però|Sì, è qui",
    "één|reünie|coördinator|café|naïve £5|Zoë|piñata|résumé",
    "20° C ± 2|§ 5|hyvää päivää|Hämäläinen|missä|sähköposti",
  ].flatMap((line) => line.split("|")),
)("guesses a short Western European text right: %s", (text) => {
  expect(decodeCharset(iconv.encode(text, "windows-1252"), null)).toBe(text);
});

test.each([
  ["iso-2022-kr", "\u001B$)C\u000E0(;g\u000F ok", "감사 ok"],
  ["iso-2022-jp", "\u001B$B$3\u001B(B\u001B$B$s\u001B(B", "こん"],
  ["iso-2022-cn", "\u001B$)A\u000EDc:C\u000F", "你好"],
  ["hz-gb-2312", "~{Dc:C~} ok", "你好 ok"],
  ["utf-7", "Gr+APw-n", "Grün"],
  [null, "\u001B$)C\u000E0(;g\u000F", "감사"],
  [null, "\u001B$B$3$s\u001B(B", "こん"],
  [null, "\u00FF\u00FEH\0i\0", "Hi"],
  [null, "\u00EF\u00BB\u00BFHi", "Hi"],
  ["utf-8", "Gr\u00FC\u00DFe", "Grüße"],
  ["utf-8", "gr\u00C3\u00BC\u00C3\u009Fe \u00C3", "grüße "],
  ["iso-8859-1", "gr\u00C3\u00BC\u00C3\u009Fe", "grüße"],
  ["iso-8859-1", "\u00C3\u00BC for \u00FC", "Ã¼ for ü"],
  ["gb2312", "gr\u00C3\u00BC\u00C3\u009Fe \u00E2\u0082\u00AC", "grüße €"],
  ["x-none", "gr\u00C3\u00BCn", "grün"],
])("reads %s", (charset, bytes, expected) => {
  expect(decodeCharset(Buffer.from(bytes, "latin1"), charset)).toBe(expected);
});

test.each([
  ["=?utf-8?Q?Gr=C3=BC=C3=9Fe?=", "Grüße"],
  ["=?utf-8?Q?Gr=C3?= =?utf-8?Q?=BC?=", "Grü"],
  ["=?utf-8*de?Q?=C3=BC?=", "ü"],
  ["=?utf-8?Q?really??=", "really?"],
  ["=?utf-8?Q?a b?=", "a b"],
  ["=?utf-8?B?w7\tw=?=", "ü"],
  ["=?iso-2022-jp?B?GyRCJDMbKEI=?= =?iso-2022-jp?B?GyRCJHMbKEI=?=", "こん"],
  ["a =?utf-8?q?=C3=BC?= b", "a ü b"],
  ["=?utf-8?x?no?=", "=?utf-8?x?no?="],
])("decodes the encoded words of %s", (value, expected) => {
  expect(decodeWords(value)).toBe(expected);
});

const subject = async (type: string, raw: Buffer) => {
  const mail = Buffer.concat([Buffer.from(`Content-Type: ${type}\r\nSubject: `), raw, Buffer.from("\r\n\r\nx")]);
  return (await parseMail(mail, { onAttachment: discardAttachment })).subject;
};

test("decodes a raw header as UTF-8, else in the text's character set, else by a guess", async () => {
  expect(await subject("text/plain; charset=koi8-r", iconv.encode("Привет", "koi8-r"))).toBe("Привет");
  expect(await subject("text/plain; charset=koi8-r", Buffer.from("Привет"))).toBe("Привет");
  expect(await subject("text/plain; charset=utf-8", iconv.encode("Grüße", "latin1"))).toBe("Grüße");
  expect(await subject("text/plain", Buffer.from("Order \u202e1134\u2069"))).toBe("Order 1134");
  expect(await subject("text/plain", iconv.encode("Где мой заказ и когда он придёт?", "windows-1251"))).toBe(
    "Где мой заказ и когда он придёт?",
  );
});

const lamp = "\u6CE8\u6587\u756A\u53F71042";
const escaped = Buffer.from("\u001B$BCmJ8HV9f\u001B(B1042", "latin1");

test.each([
  null,
  "us-ascii",
  "utf-8",
  "iso-8859-1",
  "windows-1252",
  "shift_jis",
  "euc-jp",
  "gb2312",
  "big5",
  "x-unknown",
  "no such set",
])("reads Japanese escape sequences whatever is declared: %s", (charset) => {
  expect(decodeCharset(escaped, charset)).toBe(lamp);
  if (charset?.match(/^[\w-]+$/)) expect(decodeWords(`=?${charset}?B?${escaped.toString("base64")}?=`)).toBe(lamp);
});

test("ignores an escape sequence among bytes of the declared set", () => {
  const text = "Grüße: \u001B$B";
  expect(decodeCharset(Buffer.from(text), "utf-8")).toBe(text);
});

test.each(["gb2312", "GB_2312-80", "csGB2312", "x-gbk", "gbk", "cp936", "gb18030"])(
  "reads %s as GB 18030",
  (charset) => {
    // The euro sign in both places, a name that GB 2312 does not contain, and four bytes.
    const bytes = Buffer.from("a2e380e94681308130", "hex");
    expect(decodeCharset(bytes, charset)).toBe(new TextDecoder("gb18030").decode(bytes));
    expect(decodeCharset(Buffer.from("a2e3", "hex"), charset)).toBe("\u20AC");
  },
);
