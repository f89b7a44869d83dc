import type { Topic } from "./ordinary-mails.ts";

/**
 * A kind of incident as it happens to stores: what those it concerns have in common, and what they write. Some are only for measuring:
 * the rules were never tuned on them.
 */
export type MadeKind = {
  name: string;
  isUnseen: boolean;
  /** What all have in common by their orders: one product, one carrier, one place, or nothing. */
  common: "product" | "carrier" | "place" | null;
  /** How far their parcels are, where that is the matter. */
  stage?: "shipped" | "exception" | "processing";
  isStalled?: boolean;
  mail: Pick<Topic, "subjects" | "texts">;
};

const late = ["Where is my parcel?", "Delivery", "Tracking", "No news", "Wo bleibt mein Paket?"];

export const madeKinds: readonly MadeKind[] = [
  {
    name: "a defect",
    isUnseen: false,
    common: "product",
    mail: {
      subjects: ["{product}", "Broken", "Problem", "Defekt", "My order"],
      texts: [
        "The {product} flickers and then goes off.",
        "After an hour the {product} stopped.",
        "Something in the {product} is loose, it does not work.",
        "{product} funktioniert nicht.",
      ],
    },
  },
  {
    name: "parcels that stand still",
    isUnseen: false,
    common: "carrier",
    stage: "shipped",
    isStalled: true,
    mail: {
      subjects: late,
      texts: [
        "There has been no update for days. Where is it?",
        "Tracking has not moved since last week.",
        "Is my {product} lost? Nothing happens.",
        "Seit einer Woche keine Bewegung.",
      ],
    },
  },
  {
    name: "a storm",
    isUnseen: false,
    common: "place",
    stage: "exception",
    mail: {
      subjects: late,
      texts: [
        "The driver did not come, is it the weather?",
        "Delivery was cancelled twice here.",
        "It says delayed. When will you deliver?",
      ],
    },
  },
  {
    name: "a checkout that fails",
    isUnseen: false,
    common: null,
    mail: {
      subjects: ["Checkout", "Can't order", "Error", "Your shop", "Kasse"],
      texts: [
        "The checkout shows an error when I press pay.",
        "I cannot finish my order, the cart stays empty and fails.",
        "Your checkout does not work today.",
        "An der Kasse kommt immer ein Fehler.",
      ],
    },
  },
  {
    name: "a code that is refused",
    isUnseen: false,
    common: null,
    mail: {
      subjects: ["Code", "Discount", "Voucher invalid"],
      texts: [
        "The code HELLO15 from your mail is invalid.",
        "My voucher HELLO15 is refused.",
        "HELLO15 does not work, it says the code is expired.",
      ],
    },
  },
  {
    name: "a false mail",
    isUnseen: false,
    common: null,
    mail: {
      subjects: ["Is this from you?", "Strange SMS", "Fraud?", "Phishing"],
      texts: [
        "I got an SMS that asks for a customs fee. Is it a scam?",
        "Somebody sends SMS in your name with a suspicious link.",
        "Is this SMS fake? It wants my card.",
      ],
    },
  },
  {
    name: "the wrong thing in the box",
    isUnseen: true,
    common: "product",
    mail: {
      subjects: ["Wrong item", "Mix-up", "Not what I ordered", "Order"],
      texts: [
        "I ordered the {product} and got a towel.",
        "There was something else in the box instead of the {product}.",
        "You packed the wrong article.",
      ],
    },
  },
  {
    name: "a smell",
    isUnseen: true,
    common: "product",
    mail: {
      subjects: ["Smell", "Is it safe?", "{product}", "Urgent"],
      texts: [
        "The {product} smells of petrol. Is that dangerous?",
        "There is a burning smell when I use it.",
        "My {product} smells bad, is it toxic?",
      ],
    },
  },
  {
    name: "customs",
    isUnseen: true,
    common: "place",
    stage: "shipped",
    mail: {
      subjects: ["Customs", "Fees", "Why do I pay?"],
      texts: [
        "The postman wants 19 euros for customs.",
        "I was asked to pay import fees, that is wrong.",
        "Why are there unexpected duties on my parcel?",
      ],
    },
  },
  {
    name: "a depot that burnt",
    isUnseen: true,
    common: "carrier",
    stage: "exception",
    mail: {
      subjects: late,
      texts: [
        "It says exception, what does that mean?",
        "The parcel service says it was damaged in a depot.",
        "My tracking shows a failure.",
      ],
    },
  },
  {
    name: "an app that crashes",
    isUnseen: true,
    common: null,
    mail: {
      subjects: ["App", "Crash", "Your app"],
      texts: [
        "Since the update your app crashes at the start.",
        "The app closes by itself, an error appears.",
        "I can't open the app any more.",
      ],
    },
  },
  {
    name: "charged twice",
    isUnseen: true,
    common: null,
    mail: {
      subjects: ["Charged twice", "Double payment", "My card"],
      texts: [
        "I was charged twice for one order.",
        "My bank shows the amount two times, double charge!",
        "You took the money twice.",
      ],
    },
  },
  {
    name: "a recall",
    isUnseen: true,
    common: null,
    mail: {
      subjects: ["Recall", "In the news", "Is mine affected?"],
      texts: [
        "I read about the recall. Is my bottle affected, is there a problem?",
        "Newspapers write of a recall because of lead. What is wrong with mine?",
        "Recall: how do I send the faulty one back?",
      ],
    },
  },
];
