import { beforeAll, expect, test } from "vitest";
import { type LanguageTools, openLanguageTools } from "./open-language-tools.ts";
import { polishText } from "./polish-text.ts";

const names = [
  "Lumen & Loom",
  "Mina Castellanos",
  "Jane Doe",
  "Joost van den Berghe",
  "Halo Table Lamp",
  "Washed Linen Duvet Cover",
  "Pouf Bouclé",
  "Teh Tarik Mug",
  "chalk white",
];

let tools: LanguageTools;
beforeAll(async () => {
  tools = await openLanguageTools();
});

const polish = async (text: string) => (await polishText(text, names, tools)).text;

test.each([
  // Numbers and codes
  "Your order #1042 has shipped.",
  "Order #1042-B and order LL-2024-00017 are on their way.",
  "SKU MB-204-GRY is back in stock.",
  "The code is sku_red_xl and the batch is b0-teh-77.",
  "The tracking number is JD014600006281.",
  "Track it as 1Z999AA10123456784 or 00340434161094021501.",
  "You can follow 9400 1000 0000 0000 0000 00 on their website.",
  "We refunded $12.50 to your card.",
  "That makes € 1.299,00 including VAT, or CHF 1'250.-- without.",
  "We refunded 12,50 € and 3 % of the rest.",
  "Please transfer it to DE89 3704 0044 0532 0130 00 by Friday.",
  "Our IBAN is GB29  NWBK 6016 1331 9268 19.",
  "Call us at +49 (0)30 1234 5678 or 555-0199.",
  "It measures 40 x 60 cm and weighs 2.5kg.",
  "The shop opens at 9:30 a.m. on 03/05/2026.",
  "Version 2.0.1-rc.1 fixes it.",
  "Use the code SUMMER20 at the checkout.",
  "The coupon FREESHIP is still valid.",
  "Your RMA number is RMA/2026/0815.",
  "The serial number is a1b2-c3d4-e5f6.",
  // Links and addresses
  "See https://shop.example/teh-lamp?recieve=1 for the details.",
  "See www.lumenandloom.example/adress for the details.",
  "It is at shop.example, under returns.",
  "Please write to recieve@lumenandloom.example.",
  "The file is called adress_recieve.pdf, and the picture teh.png.",
  "We are @lumenandloom, tag your photo with #teh_lamp.",
  // Names
  "Dear Joost van den Berghe,\n\nThank you for your order.",
  "Hello Anja,\n\nThank you for your order.",
  "Hi Xqzti,\nThank you for your order.",
  "Jane Doe told us that the Halo Table Lamp flickers.",
  "The halo table lamp and the washed linen duvet cover are in stock.",
  "The Teh Tarik Mug comes in chalk white.",
  "The Pouf Bouclé arrives in June.",
  "Saskia from our warehouse will call you, and Keren will write.",
  "Your parcel is with PostNord and then with bpost in Ghent.",
  "The iPhone holder and the eBay voucher are separate.",
  "Klarna and PayPal take two days for it.",
  "It will be delivered to Rue des Alouettes in Molenbeek.",
  "Thank you for your patience.\n\nBest regards,\nMina Castellanos\nlumen & loom",
  "We will look into it.\n\nKind regards\nxander de vries\ncustomer care",
  // Quotes, placeholders, attached resources
  'The message said "recieve teh parcel" and nothing else.',
  "The label says “teh lamp”, we know.",
  "The button is called 'Send teh form' there.",
  "> i dont know teh answer\n\nThat is what you wrote.",
  "Hi {{customer.first_name}},\n\nYour order {{order.name}} is at {{tracking.url}}.",
  "Here it is.\n\nteh care guide\nhow to recieve it\nAttached file: teh  guide.pdf",
  "Here it is.\n\nteh care guide\nPDF\nhow to recieve it\nView Document: https://shop.example/d/teh.pdf",
  "Here it is.\n\nteh care guide\n---\nhow to recieve it  at home\n\nand there\n---",
  "Run `teh  command` to see it.",
  // Other languages
  "Guten Tag,\n\nvielen dank für Ihre Nachricht. Ihr Paket ist unterwegs und wird morgen zugestellt.",
  "das paket ist leider noch nicht da, wir fragen nach und melden uns",
  "Bonjour,\n\nmerci pour votre message. votre colis est en route et arrive demain.",
  "nous vous remercions de votre patience et restons a votre disposition",
  "Hola,\n\ngracias por su mensaje. su pedido esta en camino y llega manana.",
  "lamentamos la demora, el paquete llegara el lunes",
  "Beste klant,\n\nuw pakket is onderweg en komt morgen aan.",
  "Gentile cliente, il suo ordine e stato spedito oggi e arriva domani.",
  // Good American and British English that a checker might change
  "That he rang at all is news to us, please do write again.",
  "You get a text on the morning of the delivery.",
  "The colour is grey, and we apologise for the cancelled order.",
  "You should have received it by now, if it had had the label.",
  "We know that that is not what you wanted.",
  "It is very, very soft.",
  "Monday's delivery is the last one in May.",
  "The duvet, the pouf and the throw go well together.",
  "Could you send us a photo of the damage, e.g. from the front, please?",
  "It ships in approx. two weeks, incl. the shade.",
  "Please choose one:\n- in oat\n- in rust\n- in sage",
  "The lamp is for you and me, isn't it?",
  "Who's there, and whose is it? It's its own cable.",
  "I can't log in in the evening.",
  "1. open the box\n2. take the lamp out",
  "Size    Width   Height\nSmall   40 cm   60 cm",
  "Sorry about that :) ;-)",
  "No hard feelings. Appreciated.",
  "It is an honour to serve you.",
])("leaves %j alone", async (text) => {
  expect(await polish(text)).toBe(text);
});

test.each([
  ["dont worry, we will look into it.", "Don't worry, we will look into it."],
  ["We are sorry for teh delay.", "We are sorry for the delay."],
  ["We have  looked at your  order.", "We have looked at your order."],
  ["your order has shipped.", "Your order has shipped."],
  ["It has shipped. it will arrive on Friday.", "It has shipped. It will arrive on Friday."],
  ["I think i am right.", "I think I am right."],
  ["We hope that i'm right.", "We hope that I'm right."],
  ["There is a apple on the picture.", "There is an apple on the picture."],
  ["It was an good choice.", "It was a good choice."],
  ["This is is the wrong one.", "This is the wrong one."],
  ["We sent the the lamp today.", "We sent the lamp today."],
  ["That is the wrong one .", "That is the wrong one."],
  ["We can not find ,your order.", "We can not find, your order."],
  ["We looked,but it is not there.", "We looked, but it is not there."],
  ["Thank you for you're patience.", "Thank you for your patience."],
  ["Thank you for you're message and you're order.", "Thank you for your message and your order."],
  ["It is done, your welcome.", "It is done, you're welcome."],
  ["Its a great day for it.", "It's a great day for it."],
  ["You will recieve the parcel soon.", "You will receive the parcel soon."],
  ["We can definately do that.", "We can definitely do that."],
  ["I dont know wether it fits.", "I don't know whether it fits."],
  ["Your order was send yesterday.", "Your order was sent yesterday."],
  ["Could you of sent it earlier?", "Could you have sent it earlier?"],
  ["Please tell us if theres anything else.", "Please tell us if there's anything else."],
  ["thankyou for contacting us.", "Thank you for contacting us."],
  ["The lamp is to big for it.", "The lamp is too big for it."],
  ["Alot of people like it.", "A lot of people like it."],
  ["They was late.", "They were late."],
  ["We has received your order.", "We have received your order."],
  ["Plese send us your adress.", "Please send us your address."],
  [
    "We will refund you within a week.thank you for waiting.",
    "We will refund you within a week. Thank you for waiting.",
  ],
  ["It arrives on monday, or in january.", "It arrives on Monday, or in January."],
  ["The parcel left germany on friday.", "The parcel left Germany on Friday."],
  ["I have forwaded your note.", "I have forwarded your note."],
  ["Could you tell us the size you need.", "Could you tell us the size you need?"],
  ["Hi Ann thanks for the photo.", "Hi Ann, thanks for the photo."],
  ["We will sent it tommorow.", "We will send it tomorrow."],
  ["Unfortunatly the pakage was lost.", "Unfortunately the package was lost."],
  ["It is more then enough.", "It is more than enough."],
  ["I will check and ill send it.", "I will check and I'll send it."],
  ["We apologize for the inconvienience.", "We apologize for the inconvenience."],
  ["Please chekc the box.", "Please check the box."],
  ["hi Jane,\n\nthe lamp is here.", "Hi Jane,\n\nThe lamp is here."],
  [
    "hello jane, we has received you order #1042 and dont know teh price of $12.50.",
    "Hello jane, we have received your order #1042 and don't know the price of $12.50.",
  ],
  [
    "Guten Tag,\n\nvielen dank für Ihre Nachricht.\n\nteh parcel is on it's way.",
    "Guten Tag,\n\nvielen dank für Ihre Nachricht.\n\nThe parcel is on its way.",
  ],
])("corrects %j", async (text, corrected) => {
  expect(await polish(text)).toBe(corrected);
});

// A sentence, and the results of its choices; the sentence itself stays unchanged.
test.each([
  ["I had liased with the courier.", "I had liaised with the courier."],
  ["Your order will sent to you today.", "Your order will be sent to you today."],
  ["You are entitled for a full refund.", "You are entitled to a full refund."],
  ["We know one thing, but know one answered.", "We know one thing, but no one answered."],
  ["Please bare with us while we look.", "Please bear with us while we look."],
  ["We help, eventhough it is late.", "We help, even though it is late."],
  ["The colour of todays lamp is grey.", "The colour of today's lamp is grey."],
  ["Hello Ann Lee\n\nThe lamp is here.", "Hello Ann Lee,\n\nThe lamp is here."],
])("offers choices for %j", async (text, meant) => {
  const { text: polished, suggestions } = await polishText(text, [], tools);
  expect(polished).toBe(text);
  const choices = suggestions.flatMap(({ at, instead, choices }) =>
    choices.map((choice) => text.slice(0, at) + choice + text.slice(at + instead.length)),
  );
  expect(choices).toContain(meant);
});

test("suggestions have positions in the corrected text", async () => {
  const { text, suggestions } = await polishText("i dont know it. You are entitled for a refund.", [], tools);
  expect(text).toBe("I don't know it. You are entitled for a refund.");
  expect(suggestions).toEqual([
    { at: text.indexOf("for"), instead: "for", choices: ["to"], why: "Unusual preposition" },
  ]);
});

test("the number of corrections is the number of changed places", async () => {
  const { corrections } = await polishText("i dont know teh answer , sorry .", names, tools);
  expect(corrections).toBe(5);
  expect(await polishText("All is well here.", names, tools)).toMatchObject({ corrections: 0 });
});

test("a text in another language is left alone unless it is declared as English", async () => {
  const text = "Merci bien, teh parcel.";
  expect(await polishText(text, names, tools)).toEqual({ text, corrections: 0, suggestions: [] });
  expect(await polishText(text, names, { ...tools, isEnglish: true })).toMatchObject({ corrections: 1 });
});

test("a corrected text is not corrected again", async () => {
  const once = await polish("i dont know teh answer ,sorry.your lamp was send  on monday");
  expect(await polish(once)).toBe(once);
});

test("10,000 characters are corrected to the end", async () => {
  const text = "We dont know teh answer to #1042 yet, there is a apple in  it.\n".repeat(150).trim();
  const lines = (await polish(text)).split("\n");
  expect(new Set(lines)).toEqual(new Set(["We don't know the answer to #1042 yet, there is an apple in it."]));
  expect(lines).toHaveLength(150);
});
