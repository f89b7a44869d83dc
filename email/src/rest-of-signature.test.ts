import { expect, test } from "vitest";
import { defaultSignatureHtml } from "./branding.ts";
import { renderReplyEmail } from "./reply-email.ts";

const branding = {
  look: "branded" as const,
  senderName: "Acme Shop",
  primaryColor: "#123456",
  secondaryColor: "#654321",
  logoUrl: null,
  signatureHtml: defaultSignatureHtml,
};

/** What both parts of a mail say below a text, the text part without the ticket. */
function below(content: string, signatureHtml = defaultSignatureHtml, writer = "Alma Lindqvist") {
  const mail = { branding: { ...branding, signatureHtml }, ticketLabel: "Ticket: 0046", content, writer };
  const { html, text } = renderReplyEmail(mail);
  const [, signature = ""] = /<hr [^>]*>\n<div [^>]*>(.*)<\/div>\n/s.exec(html) ?? [];
  return { html: signature, text: text.slice(content.trimEnd().length).trim() };
}

const whole = "<p>Best regards,<br>Support Team</p>";
const name = "<p>Support Team</p>";

const closings =
  `Best regards,|Kind regards|Warm regards,|Regards,|Sincerely,|Cheers,|Cheers!|Thanks!|Thanks,|Many thanks,|Thank you!|
All the best,|Best,|Best wishes,|With kind regards|Yours sincerely,|BEST REGARDS|Thanks and best regards,|Thanks for your patience and kind regards,|
Kind regards and a good start into the week,|Mit freundlichen Gruessen|Mit freundlichen Grüßen|Viele Grüße|Liebe Grüße,|Beste Grüße|LG|
Danke und viele Grüße|Cordialement,|Bien à vous,|Merci d’avance,|Veuillez agréer, Madame, nos salutations distinguées.|Saludos,|¡Gracias!|
Un cordial saludo,|Atentamente,|Cordiali saluti|Distinti saluti,|Met vriendelijke groet,|Met vriendelijke groeten|Pozdrawiam,|Z poważaniem|
Atenciosamente,|Com os melhores cumprimentos,|Med vänlig hälsning|Vänliga hälsningar,|Mvh|Med venlig hilsen|Vennlig hilsen|Ystävällisin terveisin|
S pozdravem|Üdvözlettel|Cu stimă|Saygılarımla|Με εκτίμηση|С уважением,|З повагою|مع أطيب التحيات|בברכה|よろしくお願いいたします。|
今後ともよろしくお願い致します|敬具|祝好|감사합니다|Trân trọng`
    .split("|")
    .map((closing) => closing.trim());

test.each(closings)("below %j stands no second closing phrase, nor below names under it", (closing) => {
  for (const names of [
    "",
    "\nAlma",
    "\n\n- Alma",
    "\nAlma Lindqvist",
    "\nAlma\nCustomer Care",
    "\nAda Byron",
    "\n山田",
  ]) {
    const text = `It left today.\n\n${closing}${names}`;
    expect([text, below(text)]).toEqual([text, { html: name, text: "-- \nSupport Team\nTicket: 0046" }]);
  }
});

test.each([
  ["It left today.\n\nAlma"],
  ["It left today.\nalma"],
  ["It left today.\n\n– Alma L."],
  ["It left today.\n\nAlma Lindqvist 😊"],
  ["It left today.\n\nStay cosy,\nAlma"],
  ["It left today. Best regards, Alma"],
  ["It left today. Viele Grüße\nAlma"],
  ["It left today.\n\nBest regards, Ada Byron"],
  ["It left today.\n\nBest regards from Malmö"],
  ["It left today.\n\nThanks, Alma"],
  ["It left today.\n\nBest regards,\nAlma Lindqvist\n+46 8 555 123"],
  ["It left today.\n\nBest regards,\r\n\r\n\r\nAlma\r\nwww.acme.example\r\n"],
  ["It left today.\n\nCheers,\nthe team at Acme"],
  ["お問い合わせの件、発送しました。よろしくお願いいたします。"],
])("%j is signed: the store's name follows", (text) => expect(below(text).html).toBe(name));

test.each([
  ["It left today."],
  ["Thanks for your mail.\n\nIt left today."],
  ["Thanks\n\nIt left today.\nWe keep you posted.\nSee the link below."],
  ["Best regards to your wife"],
  ["Best regards to your wife and the kids.\nThe lamp left today."],
  ["It left today.\n\nThank you for your patience."],
  ["Thanks, Jane"],
  ["Many thanks for the picture, it helps"],
  ["Best Western has no lamps"],
  ["It is the best"],
  ["We send our cheers"],
  ["Best regards,\nAlma\nPS: by train"],
  ["Best regards,\nAlma\nThe lamp follows in a second parcel, and the shade too."],
  ["Thanks,\nsend us a picture please"],
  ["Best regards,\nA\nB\nC"],
  ["The card will say:\nBest wishes,\nJane"],
  ["The card will say:\nAlma"],
  ['The card will say "Best wishes"'],
  ["You can choose:\n- Best wishes\n- Cheers"],
  ["> Best regards,\n> Jane"],
  ["Did you write “Regards”?"],
  ["Is it Alma?"],
  ["It was sent to Alma"],
  ["Ask Ada\nAda"],
  ["Support Team Leader"],
  ["Regards?"],
  ["Sincerely sorry for the delay"],
  ["We look forward to your cordial regards, always"],
  ["Order 1234"],
])("%j is no farewell: the whole signature follows", (text) => {
  expect(below(text)).toEqual({ html: whole, text: "-- \nBest regards,\nSupport Team\nTicket: 0046" });
});

const loom = `<p>Warm regards,<br>The Lumen &amp; Loom Team</p><p>+46 8 555 123</p><p><a href="https://lumen.example/">lumen.example</a></p>`;
const links = `<p>+46 8 555 123</p><p><a href="https://lumen.example/">lumen.example</a></p>`;
const team = `<p>The Lumen &amp; Loom Team</p>${links}`;

test.each([
  ["Warm regards,\nThe Lumen & Loom Team", links],
  ["It left. Warm regards, The Lumen & Loom Team", links],
  ["Kind regards,\nThe Lumen & Loom Team", links],
  ["Kind regards,\nAlma\nThe Lumen & Loom Team", links],
  ["Alma\nThe Lumen & Loom Team\n+46 8 555 123", `<p><a href="https://lumen.example/">lumen.example</a></p>`],
  ["The Lumen & Loom Team", links],
  ["Warm regards,", team],
  ["Viele Grüße\nAlma", team],
  ["Warm regards,\nThe Lumen & Loom Team\nTicket: 0046", links],
  ["Warm regards,\nThe Lumen & Loom Team\n+46 8 555 123\nhttps://lumen.example/", ""],
  ["Warm regards,\nThe Lumen & Loom Team\n+46 8 555 123\nlumen.example https://lumen.example/", ""],
  ["Warm regards,\nThe Lumen & Loom Team\n+46 8 555 123\nlumen.example lumen.example", ""],
  ["Warm regards,\nThe Lumen & Loom Team\n+46 8 555 123\nlumen.example\nTicket: 0046", ""],
  ["Warm regards,\nThe Lumen & Loom Team\n+46 8 555 123\nwww.lumen.example\nTicket: 0007", ""],
  ["Cheers,\nThe Lumen & Loom Team\n+46 8 555 123\nlumen.example", ""],
  ["Write to the Lumen & Loom Team", loom],
  ["Lumen & Loom Team", loom],
  ["> Warm regards,\n> The Lumen & Loom Team", loom],
])("after %j only what is missing follows", (end, rest) => {
  expect(below(`It left.\n\n${end}`, loom).html).toBe(rest);
  expect(below(end, loom).html).toBe(rest);
});

test.each([
  ["one line", "<p>Best regards, Support Team</p>", name],
  ["one line without a comma", "<p>Best regards Support Team</p>", name],
  ["one line with from", "<p>Best regards from the Support Team</p>", "<p>the Support Team</p>"],
  ["a wish besides", "<p>Best regards and happy knitting,<br>Support Team</p>", name],
  ["bold words", "<p><b>Best&nbsp;regards</b>,</p><p>Support Team</p>", name],
  ["the mark", "<div>-- <br></div><div>Best regards</div><div>Support Team</div>", "<div>Support Team</div>"],
  [
    "a logo",
    `<p><img src="https://a.example/l.png">Best regards,<br>Acme</p>`,
    `<p><img src="https://a.example/l.png">Acme</p>`,
  ],
  ["nothing else", "<p>Best regards,</p>", ""],
  [
    "a picture below",
    `<p>Best regards,<br><img src="https://a.example/l.png"></p>`,
    `<p><img src="https://a.example/l.png"></p>`,
  ],
  [
    "cells",
    "<table><tr><td>Best regards</td><td></td></tr><tr><td>Acme</td></tr></table>",
    "<table><tr><td>Acme</td></tr></table>",
  ],
  [
    "a link",
    `<p>Cheers<br><a href="https://a.example/?a=1&amp;b=2">Acme</a></p>`,
    `<p><a href="https://a.example/?a=1&amp;b=2">Acme</a></p>`,
  ],
  ["no closing phrase", "<p>Acme<br>Thanks for shopping</p>", "<p>Acme<br>Thanks for shopping</p>"],
  [
    "a sentence of thanks",
    "<p>Thanks for shopping with us!<br>Acme</p>",
    "<p>Thanks for shopping with us!<br>Acme</p>",
  ],
  ["what only begins alike", "<p>Bestseller<br>Acme</p>", "<p>Bestseller<br>Acme</p>"],
  ["nothing", "", ""],
])("of a signature with %s stays below a farewell what is none", (_, signature, rest) => {
  const { html, text } = below("It left.\n\nViele Grüße\nAlma", signature);
  expect(html).toBe(rest);
  if (rest === "") expect(text).toBe("-- \nTicket: 0046");
});

test("a text that ends with all of the signature and the ticket's line has nothing below, and no mark alone", () => {
  expect(below("It left.\n\nBest regards,\nSupport Team\nTicket: 0046")).toEqual({ html: "", text: "" });
  expect(below("It left.\n\n-- \nBest regards,\nSupport Team\nTicket: 0045").text).toBe("-- \nTicket: 0046");
  expect(below("It left.\n\nTicket: 0046").text).toBe("-- \nBest regards,\nSupport Team");
});

test("nobody's name is the writer's where no person wrote", () => {
  expect(below("It left.\n\nAlma", defaultSignatureHtml, "").html).toBe(whole);
});

test.each([
  "a\n",
  "a ",
  "<br>",
  "<p>a",
  "best ",
  "regards,\n",
  "https://a.example/ ",
  `<a href="https://a">a</a>`,
  "&amp;",
  ".",
])("the longest text and signature of many %j are compared", (piece) => {
  // Work that grew with the cube of so many words would not end before the test's timeout.
  const long = piece.repeat(10_000 / piece.length);
  expect(["", long]).toContain(below(long, long).html);
  expect([whole, name]).toContain(below(long).html);
  expect(below(`b\n${long}`, `c ${long}`).html === `c ${long}`).toBe(true);
});
