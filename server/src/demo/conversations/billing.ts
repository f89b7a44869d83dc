import { agent, type Conversation, customer, note } from "../conversation.ts";

/** About money: invoices, VAT, payments and gift cards. */
export const billingConversations: Conversation[] = [
  {
    subject: "Invoice for order {order}",
    category: "Billing",
    priority: "medium",
    tags: ["invoice"],
    turns: [
      customer`Hello,\n\ncould you please send me an invoice for order {order}? I only have the confirmation, and our accounting does not take that.\n\nBest regards\n{name}`,
      agent({
        file: "invoice",
      })`Of course, here it is as a PDF. You also find all your invoices in your account under Orders.`,
      customer`Perfect, thanks for the quick help.`,
    ],
  },
  {
    subject: "VAT number missing on the invoice",
    order: { pieces: 4 },
    category: "Billing",
    priority: "medium",
    tags: ["invoice", "vat"],
    turns: [
      customer({
        file: "details",
      })`Dear team,\n\nwe bought four of the {product} for our office, but the invoice for {order} shows neither our company's name nor our VAT number. Could you correct that? The number is in the attached file.\n\nMany thanks\n{name}`,
      note`Number is valid according to VIES. Reverse charge applies, they are in another EU country.`,
      agent({
        file: "invoice",
      })`I have corrected the invoice: it now has your company and your VAT number, and since you are in another EU country it is without VAT. We will refund the difference today.`,
      customer({ quotes: true })`Received both, our accountant is happy. Thank you.`,
    ],
  },
  {
    subject: "Charged twice for {order}",
    order: { pieces: 1 },
    category: "Billing",
    priority: "urgent",
    tags: ["payment", "double-charge"],
    turns: [
      customer`My bank shows two payments of {price} to you on the same day, but I placed one order ({order}). Please return one of them as soon as possible.\n\n{name}`,
      note`Only one capture on our side. The second is a reservation from the first attempt, which timed out.`,
      agent`I see why this looks alarming. We have received {price} only once. The second line is a reservation from a first attempt that timed out; your bank releases it by itself within seven days. I have asked our payment provider to cancel it today, so that it goes faster.`,
      customer`The second one has disappeared from my account. Thank you for explaining it so clearly.`,
    ],
  },
  {
    subject: "Gift card code does not work",
    category: "Billing",
    priority: "high",
    tags: ["gift-card"],
    turns: [
      customer`Hi, I wanted to use the gift card that I got for my birthday, but the checkout says "invalid code". I typed it in five times. The number on the card ends in 7K2Q.\n\n{first}`,
      agent`Happy belated birthday! The code is fine and holds its full value; what looks like a zero on the card is the letter O. If you enter it like that, it works. I am sorry, our next cards will have a better typeface.`,
      customer`Ha, you are right, it was the O. Just ordered the {product}. Thanks!`,
    ],
  },
  {
    subject: "Can I split the payment?",
    category: "Billing",
    priority: "low",
    tags: ["payment", "advice"],
    turns: [
      customer`Hello, is it possible to pay one half with a gift card and the rest by credit card? I could not find the option.\n\nRegards,\n{name}`,
      agent`Yes. Enter the gift card first, in the field "Discount or gift card" at the second step; what is left is then charged to your credit card.`,
      customer`Found it, thank you!`,
    ],
  },
  {
    subject: "Discount code forgotten",
    order: { ordered: [26, 22], parcel: "not sent", refund: { turn: 1, percent: 10 } },
    recentTurns: 1,
    category: "Billing",
    priority: "low",
    tags: ["discount"],
    turns: [
      customer`I ordered yesterday ({order}) and forgot to enter the 10 % code from your newsletter. Any chance to apply it afterwards? :)\n\n{first}`,
      agent`Since you ask so nicely: done. 10 per cent of your order is on its way back to you.`,
      customer`You are the best, thank you!`,
    ],
  },
  {
    subject: "Payment failed, order gone?",
    category: "Billing",
    recentTurns: 3,
    priority: "high",
    tags: ["payment"],
    turns: [
      customer`The payment of my order was interrupted when my phone asked for a confirmation. Now the cart is empty, but there is no confirmation mail either. Did it go through? It was one {product}.\n\n{name}`,
      agent`It did not go through, so nothing was charged. I have kept your cart: with this mail's link you can go on where you left off, and the {item} is held for you until tomorrow evening.`,
      agent({
        fails: "550 5.2.2 Mailbox full",
      })`I have just seen that our first mail may not have reached you, so here it is once more: nothing was charged, and your {item} is held until tomorrow evening.`,
      customer`Sorry, my mailbox was full. I have paid now, and the confirmation came at once.`,
    ],
  },
  {
    subject: "Quote for a small hotel",
    category: "Billing",
    priority: "medium",
    tags: ["b2b", "quote"],
    turns: [
      customer({
        html: true,
      })`Good morning,\n\nwe run a guest house with twelve rooms in {city} and would like to use the {product} in all of them. Do you offer prices for larger quantities, and could you deliver in two lots?\n\nWith kind regards\n{name}`,
      note`12 pieces: tier 2, 15 % off. Check the stock for the second lot with purchasing.`,
      agent({
        file: "invoice",
      })`Thank you for thinking of us. From ten pieces on we give 15 per cent. We can deliver six next week and six a month later, both without delivery charge. The attached quote is valid for 30 days.`,
      customer({
        quotes: true,
      })`That looks very good. Let me discuss it with my partner, I will be back to you this week.`,
      customer`We would like to go ahead as quoted. Please send the first lot to the back entrance.`,
    ],
  },
];
