import { expect, test } from "vitest";
import { stripQuotedHistory } from "./strip-quotes.ts";

const own = "The blue bag came damaged.\nCan I have another?";
const history = { history: true, signature: false };
const text = (input: string) => stripQuotedHistory({ kind: "text", input });

test.each([
  ["a quote of three lines that ends the message", "> Hello,\n>\n> We are sorry.\n> Shop"],
  ["a quote by initials", "SH> Hello,\nSH> We are sorry."],
  ["a title in an unknown language", "---------- Pôvodný e-mail ----------\n> From: a\n> We\n> are sorry."],
  ["a title between arrows", ">>> Shop <help@shop.example> 1/1/2024 10:00 >>>\nWe are sorry."],
  [
    "a date without a time above a block",
    "=====\nMessage du : 01/01/2024\nDe : Shop <help@shop.example>\nA : Ann\n\nWe are",
  ],
  [
    "a sender before a bare address",
    "пятница, 1 января 2024 г., 10:00 +03:00 от Shop of Bags help@shop.example:\nWe are",
  ],
])("cuts the history of %s", (_, below) => {
  expect(text(`${own}\n\n${below}`)).toEqual({ text: own, leftOut: history });
});

test.each([
  ["a mark alone", "-- "],
  ["a telephone's line", "Von meinem iPhone gesendet"],
  ["a program's lines below the mark", "--\nSecured with Tuta Mail:\nhttps://tuta.example/free"],
])("folds %s above a history", (_, tail) => {
  const below = "On Mon, Jan 1, 2024 at 10:00 AM Shop <help@shop.example> wrote:\n> Hello";
  expect(text(`${own}\n${tail}\n\n${below}`)).toEqual({ text: own, leftOut: { history: true, signature: true } });
});

test("keeps Outlook's paragraphs as lines, with empty ones between them", () => {
  const paragraphs = ["Hello,", "&nbsp;", "it came.", "Ann"].map((line) => `<p class="MsoNormal">${line}</p>`);
  expect(stripQuotedHistory({ kind: "html", input: paragraphs.join("\n") }).text).toBe("Hello,\n\nit came.\nAnn");
});

test.each([
  ["an answer below a signature", "Hello Mina,", "-- \nKim\n\nNo, please refund me"],
  ["an answer below a signature and a quote", "> we send a new one.", "-- \nKim\n\nNo, please refund me instead!"],
  ["a quote and its answer", "Thanks.", "-- \nKim Smith\n\n> Is Elm Street 5 still right?\nNo! Oak Street 9."],
  ["a single word", "Thanks.", "-- \nKim\n+43 660 1234567\n\nNo"],
  ["an answer in Japanese", "Thanks.", "-- \nKim\n\n返金してください"],
  ["a sentence right below a name", "Thanks.", "-- \nKim\nCancel it!"],
  ["a sentence right below the mark", "Thanks.", "-- \nplease send me a blue one"],
  ["an answer below a second signature", "Thanks.", "-- \nKim\n\nNo, refund me\n\n-- \nKim\n\nPS: at once"],
  ["an answer below a program's line", "Thanks.", "--\nSent from my iPhone\nNo, refund me"],
  [
    "an answer below a list's footer",
    "Thanks.",
    `${"_".repeat(47)}\nbags mailing list\nhttps://l.example/mailman/listinfo/bags\nRefund me`,
  ],
])("shows %s", (_, above, below) => {
  expect(text(`${above}\n\n${below}`)).toEqual({ text: `${above}\n\n${below}`, leftOut: null });
});

test("folds the signature of a firm", () => {
  const signature = "-- \nAnn Lee, Head of Sales\nBags & Belts Inc.\nHigh Street 1, 1010 Wien\nwww.bags.example";
  expect(text(`${own}\n\n${signature}`)).toEqual({ text: own, leftOut: { history: false, signature: true } });
});

test("takes no line with a link for a program's because of the link", () => {
  const line = (words: string) => `<p>Hello</p><p>${words} <a href="https://a.example/1">here</a></p>`;
  const shown = (input: string) => stripQuotedHistory({ kind: "html", input }).text;
  expect(shown(line("Sent from the album"))).toBe("Hello\n\nSent from the album here <https://a.example/1>");
  expect(shown('<p>Hello</p><p>Get <a href="https://aka.ms/1">Outlook for iOS</a></p>')).toBe("Hello");
});

const folded = { history: false, signature: true };

test.each([
  "CAUTION: This email originated from outside of the organization. Do not click links.",
  "CAUTION: This email originated from outside of your organization. Do not click links or open\nattachments unless you recognize the sender and know the content is safe.",
  "[EXTERNAL EMAIL] DO NOT CLICK links or attachments unless you recognize the sender.",
  "[EXTERNAL]",
  "[You don't often get email from kim@x.example. Learn why this is important at https://aka.ms/LearnAboutSenderIdentification ]",
  "ACHTUNG: Diese E-Mail stammt von einem externen Absender. Bitte öffnen Sie keine Anhänge.",
  "Sie erhalten nicht oft eine E-Mail von kim@x.example. Erfahren Sie, warum dies wichtig ist",
  "Vous n'obtenez pas souvent d'e-mail à partir de kim@x.example. Pourquoi c'est important",
  "Attention : Ce message provient de l'extérieur. Ne cliquez pas sur les liens.",
  "No suele recibir correos electrónicos de kim@x.example. Por qué es importante",
  "Non si ricevono spesso messaggi di posta elettronica da kim@x.example. Scopri perché è importante",
  "U ontvangt niet vaak e-mail van kim@x.example. Meer informatie over waarom dit belangrijk is",
  "Nie otrzymujesz często wiadomości e-mail z adresu kim@x.example. Dowiedz się, dlaczego jest to ważne",
  "このメールは外部から送信されました。リンクをクリックしないでください。",
])("folds the banner above a text: %s", (banner) => {
  expect(text(`${banner}\n\n${own}`)).toEqual({ text: own, leftOut: folded });
  expect(text(`${banner}\n${own}`)).toEqual({ text: own, leftOut: folded });
});

test.each([
  "CAUTION: the lamp is hot.",
  "Attention: my address has changed.",
  "This email is about the external cable.",
  "Do not click on my old link.",
  "This email was sent from outside of the country, as I travel.",
  "CAUTION: This email originated from outside of the organization. Where is my lamp?",
  "External cable",
  "Achtung!",
])("keeps what a person may write above: %s", (line) => {
  expect(text(`${line}\n${own}`)).toEqual({ text: `${line}\n${own}`, leftOut: null });
});

test.each([
  "Outlook für iOS<https://aka.ms/o0ukef> beziehen",
  "Télécharger Outlook pour Android",
  "Obtener Outlook para iOS",
  "Scarica Outlook per iOS",
  "Download Outlook voor iOS",
  "Hämta Outlook för iOS",
  "Pobierz program Outlook dla systemu Android",
  "iOS 版 Outlook を入手",
  "Sent with Proton Mail secure email.",
  "Diese Nachricht wurde von meinem Android Mobiltelefon mit GMX Mail gesendet.",
  "Von Yahoo Mail auf Android gesendet",
  "Envoyé à partir de Yahoo Mail pour Android",
  "Verstuurd vanaf mijn iPhone",
  "Wysłane z iPhone’a",
  "Odesláno z iPhonu",
  "iPhoneから送信",
  "从我的iPhone发送",
  "나의 iPhone에서 보냄",
  "نُشر من الـ iPhone الخاص بي",
  "נשלח מה-iPhone שלי",
  "Laden Sie BlueMail für Android herunter",
  "Von meinem/meiner Galaxy gesendet",
  "Enviado do meu smartphone Samsung Galaxy.",
  "Elküldve az iPhone-omról",
  "Trimis de pe iPhone-ul meu",
  "iPhone'umdan gönderildi",
  "Στάλθηκε από το iPhone μου",
  "Virus-free.www.avast.com",
  "Virenfrei.www.avg.com",
])("folds the line of a program below a text: %s", (line) => {
  expect(text(`${own}\n\n${line}`)).toEqual({ text: own, leftOut: folded });
});

test.each([
  "Sent from my shop in Oslo, the parcel was lost.",
  "Please get my iPhone",
  "Was it sent from your iPhone?",
  "Gesendet wurde das Paket nie.",
  "My Samsung Galaxy",
  "Do you have Outlook for iOS",
  "Not sent with my iPhone",
  "It was sent to Galaxy",
  "The virus is on www.avast.com",
])("keeps a person's last line: %s", (line) => {
  expect(text(`${own}\n\n${line}`)).toEqual({ text: `${own}\n\n${line}`, leftOut: null });
});

test("keeps a banner with nothing below", () => {
  const banner = "CAUTION: This email originated from outside of the organization.";
  expect(text(banner)).toEqual({ text: banner, leftOut: null });
});

test("keeps what is asked about a line that looks like a program's", () => {
  const question = "Hello,\n\nyour page said:\n-----Original Message-----\nwhat does that mean?\nKim";
  expect(text(question)).toEqual({ text: question, leftOut: null });
});

test("folds the footer of Google Groups", () => {
  const footer = [
    "-- ",
    'You received this message because you are subscribed to the Google Groups "Support" group.',
    "To unsubscribe from this group and stop receiving emails from it, send an email to a+unsubscribe@shop.example.",
  ];
  expect(text([own, "", ...footer].join("\n"))).toEqual({ text: own, leftOut: folded });
  const answered = [own, "", ...footer, "Refund me"].join("\n");
  expect(text(answered)).toEqual({ text: answered, leftOut: null });
});
