import type { SeededRandom } from "../strangers/seeded-random.ts";

/** What a mail is about, in words that people use: `{product}` is what they ordered. */
export type Topic = { share: number; isOfOrder: boolean; subjects: readonly string[]; texts: readonly string[] };

/** What customers write of on ordinary days. */
export const topics: readonly Topic[] = [
  {
    share: 34,
    isOfOrder: true,
    subjects: [
      "Where is my order?",
      "Order status",
      "Delivery",
      "Tracking",
      "Wo ist mein Paket?",
      "Où est ma commande ?",
      "Still waiting",
    ],
    texts: [
      "When will my {product} arrive? The tracking has not changed.",
      "I ordered a {product} last week and have no delivery date.",
      "Tracking says on the way since Monday. Is that correct?",
      "Wann kommt meine Lieferung an? Ich warte seit Tagen auf {product}.",
      "Mon colis n'est pas encore là, pouvez-vous vérifier ?",
      "My parcel should have come two days ago. Did it get lost?",
      "Could you tell me when the {product} will be shipped?",
    ],
  },
  {
    share: 14,
    isOfOrder: true,
    subjects: ["Return", "Return request", "Rücksendung", "Exchange", "Sending it back"],
    texts: [
      "I would like to return the {product}, it does not fit our room.",
      "How do I send back the {product}? The colour is different from the picture.",
      "Can I exchange it for another size? I never opened the box.",
      "Ich möchte {product} zurückgeben, bitte schicken Sie mir ein Etikett.",
    ],
  },
  {
    share: 18,
    isOfOrder: false,
    subjects: ["Question", "Product question", "{product}", "Frage zum Artikel", "Size"],
    texts: [
      "Is the {product} dishwasher safe?",
      "What are the measurements of the {product}? I can't find them.",
      "Do you ship the {product} to islands as well?",
      "Will the {product} be available in green again?",
      "Aus welchem Material ist {product}?",
      "Does the {product} come with a warranty?",
    ],
  },
  {
    share: 7,
    isOfOrder: true,
    subjects: ["Damaged", "Broken on arrival", "Problem with my order", "Defekt", "Complaint"],
    texts: [
      "The {product} came broken, a corner is chipped.",
      "One handle is missing from the {product}.",
      "The {product} has a scratch and the box was wet.",
      "Leider ist {product} beschädigt angekommen.",
      "The zip of the {product} is faulty after a week.",
      "The {product} does not switch on.",
    ],
  },
  {
    share: 4,
    isOfOrder: true,
    subjects: ["Wrong item", "Not what I ordered", "Falscher Artikel"],
    texts: [
      "I got the wrong colour instead of the {product}.",
      "There is one {product} missing in my parcel.",
      "You sent me somebody else's order.",
    ],
  },
  {
    share: 6,
    isOfOrder: true,
    subjects: ["Change of address", "Wrong address", "Please change my order"],
    texts: [
      "I moved, please send it to my new street.",
      "I entered the wrong house number, can you change it?",
      "Please add another {product} to my order.",
    ],
  },
  {
    share: 5,
    isOfOrder: false,
    subjects: ["Discount", "Voucher", "Code", "Gutschein"],
    texts: [
      "My discount code does not work at the checkout.",
      "Is there a student discount?",
      "The coupon from the newsletter says it is expired.",
      "Gilt der Gutschein auch für {product}?",
      "Can I use two codes at once?",
    ],
  },
  {
    share: 3,
    isOfOrder: false,
    subjects: ["Login", "My account", "Password", "Anmeldung"],
    texts: [
      "I can't log in, the password is refused.",
      "How do I delete my account?",
      "I never get the mail to reset my password.",
      "Ich kann mich nicht anmelden.",
    ],
  },
  {
    share: 2.5,
    isOfOrder: false,
    subjects: ["Payment", "PayPal", "Card"],
    texts: [
      "My payment failed although the card is fine.",
      "Do you accept invoices?",
      "PayPal shows an error at the end.",
      "Was I charged twice? I see two lines on my statement.",
    ],
  },
  {
    share: 4,
    isOfOrder: true,
    subjects: ["Invoice", "Refund", "Rechnung", "Where is my refund?"],
    texts: [
      "Please send me the invoice for my order.",
      "I have not received my refund yet.",
      "Bitte senden Sie mir eine Rechnung mit Steuernummer.",
      "How long does a refund take?",
    ],
  },
  {
    share: 2.5,
    isOfOrder: false,
    subjects: ["Cooperation", "Jobs", "Wholesale", "Press"],
    texts: [
      "We would like to offer your {product} in our shop.",
      "Do you have open positions in the warehouse?",
      "Could you lend us a {product} for a photo?",
    ],
  },
];

/** What customers ask about a sale while it goes on. */
export const saleTopic: Topic = {
  share: 1,
  isOfOrder: false,
  subjects: ["Sale", "Your sale", "Sale prices", "Angebot", "Discount in the sale"],
  texts: [
    "Is the {product} part of the sale, too?",
    "The sale price does not show in my cart for the {product}.",
    "Does the sale end tonight or tomorrow?",
    "The {product} is sold out in the sale, will you restock?",
    "I ordered yesterday, can I still get the sale price?",
    "The discount is wrong: the {product} still costs the full price.",
  ],
};

/** Other words for a sale, and other ordinary matters, which the rules were never tuned on. */
export const unseenSaleTopic: Topic = {
  share: 1,
  isOfOrder: false,
  subjects: ["Black Friday", "Weekend special", "Reduced?", "Quick question", "Promotion"],
  texts: [
    "Why is the {product} not reduced although the banner says thirty percent?",
    "I can't see the reduction for the {product} in my basket.",
    "How long is the promotion valid?",
    "The wrong amount was taken off at the end, I expected thirty percent.",
    "Can you hold a {product} for me until Friday?",
    "Warum ist {product} nicht reduziert?",
  ],
};
export const unseenTopics: readonly Topic[] = [
  {
    share: 8,
    isOfOrder: true,
    subjects: ["Quality", "Disappointed", "Reklamation", "Warranty"],
    texts: [
      "The stitching of the {product} came apart, this can't be right.",
      "After washing, the {product} lost its colour.",
      "The lid of the {product} never closes properly.",
      "Der Deckel von {product} ist gerissen.",
    ],
  },
  {
    share: 4,
    isOfOrder: false,
    subjects: ["Gift", "Wedding", "Engraving"],
    texts: [
      "Can you wrap the {product} as a gift?",
      "Is engraving possible on the {product}?",
      "I need twelve {product} for a wedding.",
    ],
  },
  {
    share: 3,
    isOfOrder: false,
    subjects: ["Newsletter", "Privacy", "Subscription"],
    texts: [
      "Please delete all my data.",
      "I get every mail two times, something is wrong with your list.",
      "The link in your mail leads to an error page.",
    ],
  },
];

const around = [
  ...[
    "I look forward to hearing from you.",
    "Thanks for your quick answer.",
    "I am a happy customer of yours since years.",
    "It is a present for my sister.",
  ],
  ...[
    "We are on holiday from Friday on.",
    "Please call me if that is easier.",
    "I tried the chat, but nobody was there.",
    "My husband says hello.",
  ],
  ...[
    "I need it for a birthday on Saturday.",
    "The weather was awful here, too.",
    "Otherwise everything was perfect.",
    "I attached a photo.",
  ],
  ...[
    "Vielen Dank im Voraus.",
    "Merci d'avance.",
    "I live on the third floor.",
    "My neighbour recommended your shop.",
    "Nothing urgent, whenever you have time.",
  ],
];

/** Writes a mail about a topic. */
export function writeMail(
  random: SeededRandom,
  { subjects, texts }: Topic,
  product: string,
): { subject: string; text: string } {
  const more = Array.from({ length: random.below(3) }, () => random.pick(around));
  const text = [
    random.pick(["Hello,", "Hi,", "Hi there,", "Dear team,", "Hallo,", "Bonjour,"]),
    random.pick(texts),
    ...more,
  ].join(" ");
  return { subject: fill(random.pick(subjects), product), text: fill(text, product) };
}

const fill = (text: string, product: string) => text.replaceAll("{product}", product);
