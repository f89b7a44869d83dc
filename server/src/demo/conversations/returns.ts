import { agent, type Conversation, customer, note } from "../conversation.ts";

/** About sending things back, exchanging them, and getting money returned. */
export const returnConversations: Conversation[] = [
  {
    subject: "I would like to return the {item}",
    order: { pieces: 1, refund: { turn: 3 } },
    category: "Returns & Refunds",
    priority: "medium",
    tags: ["return"],
    turns: [
      customer`Dear team,\n\nthe {product} from order {order} is beautiful, but it does not go with our room at all. How do I send it back? It is unused and still in its box.\n\nKind regards\n{name}`,
      agent({
        file: "label",
      })`No problem at all. Attached is a return label for {carrier}; put it over the old one and hand the parcel in at any shop of theirs within 30 days. Your money is on its way two days after the parcel is here.`,
      customer({ quotes: true })`Dropped off this morning. Thanks for making it so easy.`,
      note`Return arrived, {item} as new. Refund of {price} released.`,
      agent`Your parcel is here, and I have refunded {price}. Depending on your bank it takes three to five days to show.`,
    ],
  },
  {
    subject: "Exchange for another colour?",
    category: "Returns & Refunds",
    priority: "medium",
    tags: ["exchange", "colour"],
    about: "textile",
    turns: [
      customer`Hi, I got the {product} and it is lovely, just much darker than on my screen. Could I swap it for the natural one? Order {order}.\n\nThanks! {first}`,
      agent({
        file: "label",
      })`Gladly. I have put one in natural aside for you. Here is a label for sending yours back; the new one leaves as soon as {carrier} scans your parcel, so that you do not wait twice.`,
      customer`Sent. Looking forward to it!`,
      agent`The scan has just come in, and the {item} in natural leaves today.`,
      customer`It is exactly the shade I wanted. Thank you so much.`,
    ],
  },
  {
    subject: "Still waiting for my refund",
    order: { ordered: [840, 672], pieces: 1, refund: { turn: 2 } },
    recentTurns: 2,
    category: "Returns & Refunds",
    priority: "high",
    tags: ["refund", "delay"],
    turns: [
      customer`I returned the {product} more than two weeks ago ({carrier} confirms that you received it) and there is still no refund on my card. This is {price} we are talking about. Please look into it.\n\n{name}`,
      note`Parcel was booked in without its order number, so the refund never started. Warehouse is told.`,
      agent`I am sorry. Your parcel arrived here, but the slip with the order number was missing, so nobody could match it to {order}. I have done that now and refunded {price} this minute. As an apology you find a voucher over 10 on your account.`,
      customer({ quotes: true })`The money is here. Thank you for the voucher, that was a nice gesture.`,
    ],
  },
  {
    subject: "Return label does not print",
    category: "Returns & Refunds",
    priority: "low",
    tags: ["return", "label"],
    turns: [
      customer`Hello, when I open the return label for {order} I only see a white page. Tried two computers. Could you send it in another way?\n\n{first}`,
      agent({
        file: "label",
      })`Certainly. Here it is as a PDF. If your printer still refuses it, show the code at a {carrier} shop, they print it for you there.`,
      customer`The PDF works, cheers.`,
    ],
  },
  {
    subject: "Returned the wrong parcel by mistake",
    order: { pieces: 1, refund: { turn: 4 } },
    category: "Returns & Refunds",
    priority: "urgent",
    tags: ["return", "mix-up"],
    turns: [
      customer`Please help!! I sent two returns on the same day, one to you and one to a shoe shop, and I am fairly sure that I mixed up the labels. So you will get a pair of boots, and they have my {product}. What can I do?\n\n{name}`,
      note`Told goods-in to watch for boots. Really.`,
      agent`Do not worry, you are not the first. Our warehouse knows and will set the boots aside. As soon as they are here, we send them to the shoe shop for you, and I suggest you ask them to send the {item} to us.`,
      customer`I have written to them and they agreed. You are both so kind, I was close to tears.`,
      agent`The {item} has come in and the boots are on their way. Your refund of {price} is done.`,
    ],
  },
  {
    subject: "Can I return a sale item?",
    category: "Returns & Refunds",
    priority: "low",
    tags: ["return", "sale"],
    turns: [
      customer`Quick question before I buy: the {product} is reduced at the moment. Can reduced items be returned like others?\n\nThanks\n{first}`,
      agent`Yes, exactly like all others: within 30 days, unused, and we pay for the label. The only things we cannot take back are fabrics cut to your measure.`,
      customer`Perfect, that is all I needed to know.`,
    ],
  },
  {
    subject: "A gift that they already have",
    category: "Returns & Refunds",
    priority: "medium",
    tags: ["gift", "exchange"],
    turns: [
      customer`Hi, this is a little delicate. The {product} from order {order} was for my mother-in-law, and she already has one. Is there a way for her to swap it for something else without her seeing what it cost?\n\n{name}`,
      agent({
        file: "label",
      })`Very delicate, and quite common. Send the {item} back with this label, which says nothing about its price. Once it is here, she can choose something else of the same value, and no mail goes to her.`,
      customer`You have saved Christmas. The parcel is on its way.`,
      agent`It is here, and she may choose. Our lips are sealed.`,
    ],
  },
  {
    subject: "Refund to a closed credit card",
    order: { ordered: [768, 600], pieces: 1, refund: { turn: -1 } },
    category: "Returns & Refunds",
    priority: "high",
    tags: ["refund", "card"],
    turns: [
      customer`Good afternoon. You refunded order {order} to a card that I closed last month. My new bank knows nothing about it. How do I get my {price}?\n\nRegards, {name}`,
      agent`Refunds always go back the way they came. The bank of a closed card either forwards the amount or returns it to us after about ten days. I keep this open and watch for it. If it comes back, I will ask you for an account for a bank transfer.`,
      note`Amount bounced back from the card issuer. Finance needs the IBAN through the secure form, not by mail.`,
      agent`It has come back to us. Please enter your account in the secure form that I have just sent you; please never send account numbers by mail.`,
      customer({ quotes: true })`Form filled in, and two days later the money is here. Thank you for your patience.`,
    ],
  },
];
