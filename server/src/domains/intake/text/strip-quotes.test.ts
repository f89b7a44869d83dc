import { expect, test } from "vitest";
import { stripQuotedHistory } from "./strip-quotes.ts";

const history = { history: true, signature: false };
const own = "The blue bag came damaged.\nCan I have another?";
const text = (input: string) => stripQuotedHistory({ kind: "text", input });
const html = (input: string) => stripQuotedHistory({ kind: "html", input });

test.each([
  ["English", "On Mon, Jan 1, 2024 at 10:00 AM Shop <help@shop.example> wrote:"],
  ["English, wrapped", "On Mon, Jan 1, 2024 at 10:00 AM Shop of Bags <\nhelp@shop.example> wrote:"],
  ["German", "Am Mo., 1. Jan. 2024 um 10:00 Uhr schrieb Shop <help@shop.example>:"],
  ["French", "Le lun. 1 janv. 2024 à 10:00, Shop <help@shop.example> a écrit :"],
  ["Spanish", "El lun, 1 ene 2024 a las 10:00, Shop (<help@shop.example>) escribió:"],
  ["Italian", "Il giorno lun 1 gen 2024 alle ore 10:00 Shop <help@shop.example> ha scritto:"],
  ["Portuguese", "Em seg., 1 de jan. de 2024 às 10:00, Shop <help@shop.example> escreveu:"],
  ["Dutch", "Op ma 1 jan 2024 om 10:00 schreef Shop <help@shop.example>:"],
  ["Swedish", "Den mån 1 jan. 2024 kl 10:00 skrev Shop <help@shop.example>:"],
  ["Danish", "Den man. 1. jan. 2024 kl. 10.00 skrev Shop <help@shop.example>:"],
  ["Norwegian", "man. 1. jan. 2024 kl. 10:00 skrev Shop <help@shop.example>:"],
  ["Finnish", "ma 1. tammik. 2024 klo 10.00 Shop (help@shop.example) kirjoitti:"],
  ["Polish", "pon., 1 sty 2024 o 10:00 Shop <help@shop.example> napisał(a):"],
  ["Czech", "po 1. 1. 2024 v 10:00 odesílatel Shop <help@shop.example> napsal:"],
  ["Russian", "пн, 1 янв. 2024 г. в 10:00, Shop <help@shop.example>:"],
  ["Japanese", "2024年1月1日(月) 10:00 Shop <help@shop.example>:"],
  ["Chinese", "Shop <help@shop.example> 于2024年1月1日周一 10:00写道："],
  ["Korean", "2024년 1월 1일 (월) 오전 10:00, Shop <help@shop.example>님이 작성:"],
  [
    "an Outlook block",
    "________________________________\nFrom: Shop <help@shop.example>\nSent: Monday, January 1, 2024 10:00 AM\nTo: Ann\nSubject: Bag",
  ],
  [
    "a German Outlook block",
    "Von: Shop <help@shop.example>\nGesendet: Montag, 1. Januar 2024 10:00\nAn: Ann\nBetreff: Bag",
  ],
  ["a Japanese block", "差出人: Shop <help@shop.example>\n送信日時: 2024年1月1日 10:00\n宛先: Ann\n件名: Bag"],
  ["a marker", "-----Original Message-----"],
  ["a Swedish marker", "-----Ursprungligt meddelande-----"],
  ["a marker in stars", "*-------- Original Message --------*"],
  ["a full Russian date", "Понедельник, 1 января 2024, 10:00 +03:00 от Shop <help@shop.example>:"],
  ["Ukrainian", "пн, 1 січ. 2024 р. о 10:00 Shop <help@shop.example> пише:"],
  ["Croatian", "pon, 1. sij 2024. u 10:00 Shop <help@shop.example> napisao je:"],
  ["Latvian", "pirmd., 2024. g. 1. janv., plkst. 10:00 — lietotājs Shop (<help@shop.example>) rakstīja:"],
  [
    "Spanish, with another preposition",
    "En lunes, 1 de enero de 2024, 10:00:05 CET, Shop <help@shop.example> escribió:",
  ],
  ["Thai", "ในวันที่ จ. 1 ม.ค. 2024 เวลา 10:00 Shop <help@shop.example> เขียนว่า:"],
  ["Catalan", "Missatge de Shop <help@shop.example> del dia dl., 1 de gen. 2024 a les 10:00:"],
  ["Persian", "در تاریخ دوشنبه ۱ ژانویهٔ ۲۰۲۴،‏ ۱۰:۰۰ Shop <help@shop.example> نوشت:"],
  ["a date without its year", "On Mon, Jan 1 at 10:00 AM, Shop <help@shop.example> wrote:"],
  ["a bare address", "01.01.2024, 10:00, help@shop.example:"],
  ["a block on one line", "From: Shop <help@shop.example> Sent: Monday, January 1, 2024 10:00 AM To: Ann Subject: Bag"],
  ["a date behind the verb", "Shop <help@shop.example> wrote on Mon, 1 Jan 2024 at 10:00:"],
  ["a date behind the verb, wrapped", "Shop <help@shop.example> schrieb am Mo., 1.\nJan. 2024 um 10:00 Uhr:"],
  ["a verb between dashes", "---- On Mon, 01 Jan 2024 10:00:00 +0100 Shop <help@shop.example> wrote ----"],
  [
    "a block in stars",
    "*From:* Shop <help@shop.example>\n*Sent:* Monday, January 1, 2024 10:00 AM\n*To:* Ann\n*Subject:* Bag",
  ],
  [
    "a block with bullets",
    "• **From:** Shop <help@shop.example>\n• **Date:** Monday, January 1, 2024 10:00 AM\n• **Subject:** Bag",
  ],
])("cuts the history below %s", (_, introduction) => {
  expect(text(`${own}\n\n${introduction}\n\nWe are sorry to hear that.`)).toEqual({ text: own, leftOut: history });
  expect(text(`${own}\n\n${introduction}\n> We are sorry to hear that.\n`)).toEqual({ text: own, leftOut: history });
});

test.each([
  ["an address and a verb", "Shop <help@shop.example> wrote:"],
  ["a bare address and a verb", "help@shop.example writes:"],
  ["Russian, without a time", "понедельник, 1 января 2024 г. пользователь Shop написал:"],
  ["you wrote", "At 1/1/2024 10:00 AM, you wrote:"],
  ["vous avez écrit", "Le 01/01/2024 à 10:00, vous avez écrit :"],
  ["schrieben Sie", "Am 01.01.2024 um 10:00 schrieben Sie:"],
  ["ты писал", "1 января 2024 г., 10:00, ты писал:"],
  ["quoting somebody", "Quoting Shop <help@shop.example>:"],
  ["a sender and a date in brackets", "* Shop <help@shop.example> [2024-01-01 10:00]:"],
  ["a sender and a date in parentheses", "Shop (help@shop.example) (Mon, 01 Jan 2024 10:00:12 +0100):"],
])("takes %s for an introduction only above a marked quote", (_, introduction) => {
  expect(text(`${own}\n${introduction}\n> We are sorry.\n`)).toEqual({ text: own, leftOut: history });
  const unmarked = `${own}\n${introduction}\nWe are sorry.`;
  expect(text(unmarked)).toEqual({ text: unmarked, leftOut: null });
});

test.each([
  ["a weekday in another language", "So 2 of them"],
  ["a preposition", "Do I get 20"],
  ["a date", "On 3 March 2024 at 10:00 I ordered it"],
  ["a date in German", "Am 3. März 2024 um 10:00 war es da"],
  ["somebody with an address", "Ann Lee <ann@customer.example>"],
  ["a header's name", "Date: 3 May"],
  ["a title", "--- Ann ---"],
])("keeps a last line that begins like %s", (_, last) => {
  for (const below of [
    "On Mon, Jan 1, 2024 at 10:00 AM Shop <help@shop.example> wrote:\n> Hello",
    "On Mon, Jan 1, 2024 at 10:00 AM Shop of very many Bags <\nhelp@shop.example> wrote:\n> Hello",
    "Shop <help@shop.example> wrote:\n> Hello",
    "From: Shop <help@shop.example>\nSent: Monday, January 1, 2024 10:00 AM\nTo: Ann\nSubject: Bag\n\nHello",
  ])
    expect(text(`${own}\n${last}\n${below}`)).toEqual({ text: `${own}\n${last}`, leftOut: history });
});

test.each([
  ["Is it blue?", "Shop & Bags"],
  ["Ann Lee", "Shop of Bags"],
])("leaves out the name that a program broke off below %j", (last, name) => {
  const rest = "<help+a1b2c3d4@shop-of-bags.example> schrieb am Montag, 1. Januar 2024 um 10:00:";
  expect(text(`${own}\n${last}\n${name}\n${rest}\n> Hello`).text).toBe(`${own}\n${last}`);
});

test.each([
  ["below a closing", "Best regards,\nAnn Lee"],
  ["below a closing without a comma", "Mit freundlichen Grüßen\n\nAnn Lee"],
  ["that is a closing", "Vielen Dank"],
  ["of one word", "Ann"],
  ["with a number", "Ann Lee 2"],
  ["that begins in lower case", "thanks Ann"],
  ["that ends a sentence", "It Came Broken!"],
])("keeps a line %s above an address that begins an attribution", (_, last) => {
  const rest = "<help+a1b2c3d4@shop-of-bags.example> schrieb am Montag, 1. Januar 2024 um 10:00:";
  expect(text(`${own}\n\n${last}\n${rest}\n> Hello`).text).toBe(`${own}\n\n${last}`);
});

test("keeps a name above an attribution that no program would have broken", () => {
  const input = `${own}\nAnn Lee\n<help@shop.example> schrieb am Mo., 1. Jan. 2024 um 10:00:\n> Hello`;
  expect(text(input).text).toBe(`${own}\nAnn Lee`);
});

test("keeps answers inside and below a marked quote", () => {
  const input = "On 1/1/2024 10:00 Shop wrote:\n> Which colour?\n\nBlue.\n\n> Which size?\nSmall.\n\nAnn";
  expect(text(input)).toEqual({ text: "Blue.\n\nSmall.\n\nAnn", leftOut: history });
});

test.each([
  ["a sentence about writing", "On 5 May I wrote:\nplease send it to my new address."],
  ["a sentence with a date and a colon", "On 5 May 2024 at 10:00 I ordered these:\n- a bag\n- a belt"],
  [
    "a date with an appointment",
    "Delivery on:\n\nDate: Monday, 3 May\nTime: 10:00\nAddress: 1 High Street\n\nThank you",
  ],
  ["a journey", "From: Berlin\nTo: Munich\nDate: 3 May\n\nDo you ship there?"],
  ["lines somebody marks", "My order was:\n> 1 blue bag\n> 2 belts\nwhere is it?"],
  ["a dashed line", "First question\n----------\nSecond question"],
  ["a bare -- in the middle", "First question\n--\nSecond question"],
  [
    "a form that was filled in",
    "A message from your site:\n\nFrom: Ann <ann@example.com>\nSubject: Bag\n\nWhere is it?",
  ],
  ["the writer's own title", "My order:\n--- bags ---\n1 blue bag"],
  ["answers in the history", "My answers are below in red.\n\n-----Original Message-----\nWhich colour?\nBlue."],
  ["Antworten", "Meine Antworten unten in Rot.\n\n-----Ursprüngliche Nachricht-----\nWelche Farbe?\nBlau."],
  ["somebody's words", "On Monday your colleague Tom (tom@shop.example) wrote:\n> Three days\nIt has been ten."],
  ["a dated quotation", "On 3 May 2024 at 10:00 your colleague tom@shop.example wrote:\nthree days\nIt has been ten."],
  ["somebody's words on a date", "On 3 May 2024 at 10:00 Tom of your team wrote:\nthree days\nIt has been ten."],
  ["a list with a date in brackets", "* 2 bags [2024-01-01 10:00]:\n> blue\n> red\nand a belt"],
  [
    "somebody with an address and words in brackets",
    "Ann Lee <ann@customer.example> [since 2024-01-01]:\n> my new address",
  ],
  ["a table", "My order:\n| bag | 2 |\n| belt | 1 |"],
  ["an address with a colon", "Please write to ann@example.com:\nI no longer use the other one."],
  [
    "a forward",
    "FYI\n\n---------- Forwarded message ----------\nFrom: Shop <help@shop.example>\nDate: 1 Jan 2024 10:00\nSubject: Bag\n\nText",
  ],
])("keeps %s whole", (_, input) => {
  expect(text(input)).toEqual({ text: input, leftOut: null });
});

test.each([
  "> Begin forwarded message:",
  "> Začátek přeposílané zprávy:",
  "-------- İletilen İleti --------",
  "-------- Перенаправленное сообщение --------",
])("keeps a forward whole that begins with %s", (marker) => {
  const input = `FYI\n\n${marker}\n>\n> From: Shop <help@shop.example>\n> Date: 1 Jan 2024 10:00\n> Subject: Bag\n>\n> Text`;
  expect(text(input)).toEqual({ text: input, leftOut: null });
});

test("leaves out a history that is one line", () => {
  const line = "On Mon, Jan 1, 2024 at 10:00 AM Shop <help@shop.example> wrote: > Hello > Which colour?";
  expect(text(`${own}\n${line}\nAnn`).text).toBe(`${own}\nAnn`);
});

test("keeps everything when nothing of the writer's own is left", () => {
  const quoted = "On Mon, Jan 1, 2024 at 10:00 AM Shop <help@shop.example> wrote:\n> Hello";
  for (const input of [quoted, "-----Original Message-----\nHello\n\nMy answer is below"])
    expect(text(input)).toEqual({ text: input, leftOut: null });
});

test("keeps a forward whole when its subject says so", () => {
  const input = `${own}\n\nFrom: Shop <help@shop.example>\nSent: Monday, 1 January 2024 10:00\nTo: Ann\nSubject: Bag\n\nText`;
  expect(stripQuotedHistory({ kind: "text", input, isForward: true })).toEqual({ text: input, leftOut: null });
});

test.each([
  ["a signature after its mark", `${own}\n\n-- \nAnn Lee\nLondon`],
  ["a telephone's line", `${own}\n\nSent from my iPhone`],
  [
    "a mailing list's footer",
    `${own}\n${"_".repeat(47)}\nbags mailing list\nhttps://lists.example/mailman/listinfo/bags`,
  ],
])("leaves out %s at the end", (_, input) => {
  expect(text(input).text).toBe(own);
});

test.each([
  "Sent from Berlin on Monday",
  "Sent with love",
  "Enviado desde Madrid ayer",
  "Gesendet von Köln aus",
  "Отправлено с Урала",
  "Sent from my old address",
  "Sent from my phone yesterday",
  "Sent via email on Monday",
  "Gesendet von meinem Handy am Montag",
  "Отправлено с почты вчера",
])("keeps %s at the end, which is no phone's", (last) => {
  expect(text(`${own}\n\n${last}`).text).toBe(`${own}\n\n${last}`);
});

test.each([
  "Sent from my iPhone",
  "Sent from Outlook for Android<https://aka.ms/AAb9ysg>",
  "Envoyé depuis mon iPhone",
  "Von meinem iPhone gesendet",
  "Gesendet mit der GMX Mail App",
  "Enviado desde mi móvil",
  "Inviato da iPhone",
  "Verzonden vanuit Outlook voor iOS",
  "Skickat från min iPhone",
  "Sendt fra min iPad",
  "Lähetetty iPhonesta",
  "Wysłane z iPhone'a",
  "Отправлено с iPhone",
])("leaves out %s at the end", (last) => {
  expect(text(`${own}\n\n${last}`).text).toBe(own);
});

test.each([
  [
    "Gmail",
    '<div dir="ltr">Hello<br></div><div class="gmail_quote"><div class="gmail_attr">Le lun. à 10:00, Shop a noté&nbsp;:<br></div><blockquote class="gmail_quote">old</blockquote></div>',
  ],
  [
    "Apple Mail",
    '<div>Hello</div><div><br><blockquote type="cite">On 1 Jan 2024, at 10:00, Shop &lt;help@shop.example&gt; wrote:</blockquote></div><blockquote type="cite"><div>old</div></blockquote>',
  ],
  [
    "Thunderbird",
    '<p>Hello</p><div class="moz-cite-prefix">Dne 1.1.2024 v 10:00 Shop něco:</div><blockquote type="cite"><p>old</p></blockquote>',
  ],
  [
    "Outlook",
    '<p>Hello</p><div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0in 0in 0in"><p><b>Quelqu\'un:</b> Shop</p></div><p>old</p>',
  ],
  ["Outlook on the web", '<div>Hello</div><hr><div id="divRplyFwdMsg"><b>Someone:</b> Shop<br></div><div>old</div>'],
  ["Yahoo", '<div>Hello</div><div class="yahoo_quoted"><div>old header</div><div>old</div></div>'],
])("recognizes the quote of %s in any language", (_, input) => {
  expect(html(input)).toEqual({ text: "Hello", leftOut: history });
});

test("leaves a line that is typed above a marked introduction to its writer", () => {
  const quote =
    "On Mon, Jan 1, 2024 at 10:00 AM Shop &lt;help@shop.example&gt; wrote:<br></div><blockquote>old</blockquote>";
  expect(html(`<div>Hello</div><div class="gmail_attr">On 3 March it rained<br>${quote}`).text).toBe(
    "Hello\nOn 3 March it rained",
  );
});

test("keeps an answer written between the quotes of HTML", () => {
  const quote = (words: string) => `<blockquote type="cite">${words}</blockquote>`;
  const input = `<div class="moz-cite-prefix">On 1/1/24 10:00, Shop wrote:</div>${quote("Which colour?")}<p>Blue.</p>${quote("Which size?")}<p>Small.</p>`;
  expect(html(input).text).toBe("Blue.\n\nSmall.");
});

test("keeps what somebody sets off with a quote of their own", () => {
  expect(html("<p>The label says</p><blockquote>Wash at 30</blockquote><p>Is that right?</p>").text).toBe(
    "The label says\n\nWash at 30\n\nIs that right?",
  );
});

test.each([
  "-",
  "On 1/1/24",
  "On Mon, Jan 1, 2024 at 10:00 AM Shop <help@shop.example>\n",
  "From: a@shop.example\nDate: 1\nTo: b\nSubject: c\n",
  "A wrote:\n",
  "<div></b>",
  '<div title="</div>">',
  "<p>a:",
])("keeps what stands before two megabytes of %j, which quadratic work could not finish within a test", (unit) => {
  const input = `Hello\n${unit.repeat(2_000_000 / unit.length)}`;
  for (const kind of ["text", "html"] as const) expect(stripQuotedHistory({ kind, input }).text).toMatch(/^Hello/);
});
