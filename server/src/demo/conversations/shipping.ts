import { agent, type Conversation, customer, note } from "../conversation.ts";

/** About parcels: where they are, when they come, and what went wrong on their way. */
export const shippingConversations: Conversation[] = [
  {
    subject: "Where is my order {order}?",
    category: "Shipping",
    priority: "high",
    tags: ["tracking", "delay"],
    turns: [
      customer`Hello,\n\nI ordered the {product} on {date} and the tracking page has said "in transit" since last week. Nothing has moved. Could you find out where order {order} is? I would like to have it before the weekend, we have guests coming.\n\nThank you,\n{name}`,
      note`Tracking {tracking} last scanned at the {carrier} hub, no scan since. Asked {carrier} for a trace.`,
      agent`Thank you for telling us. I have looked at {tracking}: the parcel reached the {carrier} hub and has not been scanned since, so I have asked them to look for it. They answer within one working day, and I will write to you as soon as I hear from them. If it is not found by then, we send you a new {item} at once.`,
      customer({ quotes: true })`Thanks for the quick answer. Tomorrow is fine, I will wait to hear from you.`,
      agent`Good news: {carrier} found your parcel, it had been put on the wrong lorry. It is out for delivery tomorrow between 9 and 13. I am sorry for the wait.`,
      customer`It just arrived, everything is perfect. Lovely colour too. Thanks for staying on it!`,
    ],
  },
  {
    subject: "Delivery window for {order}",
    category: "Shipping",
    priority: "medium",
    tags: ["delivery-window"],
    turns: [
      customer`Hi there, is there any way to choose when {carrier} comes? I work until four and nobody is at home in the mornings. Order {order}.\n\n{first}`,
      agent`Of course. As soon as your parcel is on its way, {carrier} sends you a message with a link; there you can pick an afternoon window or have it left with a neighbour. If you prefer, I can also send it to a pick-up point near you. Just let me know which one.`,
      customer`The pick-up point at the station in {city} would be ideal, if it isn't too late?`,
      agent`Not too late at all. I have changed it, and the label now shows the pick-up point at {city} station. You have seven days to fetch it.`,
      customer`Wonderful, thank you.`,
    ],
  },
  {
    subject: "Parcel says delivered, but nothing here",
    category: "Shipping",
    priority: "urgent",
    tags: ["lost-parcel", "claim"],
    turns: [
      customer`According to {carrier} my parcel {tracking} was delivered yesterday at 14:12. It was not. I was at home all day, there is nothing at the door and none of the neighbours has it. The order was {order}, a {product} for {price}. What happens now?\n\n{name}, {city}`,
      note`Second "delivered, not received" in {city} this month with the same driver. Tell the {carrier} account manager.`,
      agent`I am sorry, that is not how it should be. I have opened a claim with {carrier} and asked for the coordinates and the photo of the delivery. You do not have to do anything. Should the parcel not turn up within two working days, I will send a new one or refund you, as you like.`,
      customer({ quotes: true })`Two working days have passed and it hasn't shown up. Please send a new one.`,
      agent`The new {item} left our warehouse today with a signature on delivery, so that it can only be handed to you. The tracking link follows in a separate mail.`,
      customer`Received and signed for. Thank you for sorting this out so quickly.`,
    ],
  },
  {
    subject: "Change of address for order {order}",
    category: "Shipping",
    priority: "high",
    tags: ["address"],
    turns: [
      customer`Hello! I placed order {order} an hour ago and only now saw that my old address was still saved. Can you change it to\n\n{name}\n17 Rosewood Lane\n{city}\n\nbefore it ships? Sorry for the trouble.`,
      agent`No trouble at all, you caught it in time. The parcel will go to 17 Rosewood Lane in {city}. I have also updated the address in your account, so that it is right the next time.`,
      customer`You are a star, thanks!`,
    ],
  },
  {
    subject: "Only half of my order arrived",
    category: "Shipping",
    priority: "medium",
    tags: ["partial-shipment"],
    turns: [
      customer`Good morning,\n\nToday a parcel of order {order} came, but the {product} was not in it. The delivery note lists it as "follows separately". When will it follow? Do I pay for shipping twice?\n\nKind regards\n{name}`,
      agent`You pay for shipping only once. The {item} comes from our workshop and not from the warehouse, so it travels on its own; it leaves on {day} and should be with you two or three days later.`,
      customer`That makes sense, thank you. It might help to say so in the shop.`,
      note`Fair point, passed on to the web team: show "ships from the workshop" in the cart.`,
      agent`You are right, and I have passed it on to the people who look after our shop. Enjoy the {item} when it comes.`,
    ],
  },
  {
    subject: "Do you ship to Norway?",
    category: "Shipping",
    priority: "low",
    tags: ["international", "customs"],
    turns: [
      customer`Hi, I would love to order the {product} for my sister in Bergen. Do you ship to Norway, what does it cost, and will she have to pay customs?\n\nBest, {first}`,
      agent`Yes, we ship to Norway for a flat 14.90, and it takes four to six working days. Up to a value of 3,000 kroner we charge the Norwegian VAT at the checkout, so your sister pays nothing at the door.`,
      customer`Brilliant. And can it be sent as a gift, without an invoice in the box?`,
      agent`It can. Tick "This is a gift" at the checkout: we leave the prices out and put your message on a card. The invoice goes to you by mail.`,
      customer`Ordered! Thanks, {agent}.`,
    ],
  },
  {
    subject: "Box arrived completely crushed",
    category: "Shipping",
    priority: "high",
    tags: ["damage", "photo"],
    about: "lamp",
    turns: [
      customer({
        file: "photo",
      })`Hi,\n\nthe box with my {product} arrived looking as if somebody had sat on it. The shade is dented on one side, please see the photo. The driver was gone before I could say anything. Order {order}.\n\n{name}`,
      agent`What a pity, and thank you for the photo, it is all I need. A new {item} is packed today and leaves tomorrow morning. Please keep the damaged one for a week in case {carrier} wants to see it; after that you can recycle it, there is no need to send it back.`,
      customer({ quotes: true })`That is very generous. I will keep it in the hall until then.`,
      note`Claim filed with {carrier}, photo attached. Outer box was single-wall again: tell packing.`,
      customer`The new one came today and is flawless. Thank you.`,
    ],
  },
  {
    subject: "Express delivery was not express",
    category: "Shipping",
    priority: "medium",
    tags: ["express", "refund"],
    turns: [
      customer`I paid 9.90 extra for express delivery of order {order} and it took five days. My standard orders are faster than that! I would like the surcharge back please.\n\nRegards,\n{name}`,
      agent`You are right: express means the next working day, and we missed that by far because the {item} left our warehouse a day late. I have refunded the 9.90 to your card; it shows there within three to five days.`,
      customer`Appreciated. No hard feelings.`,
    ],
  },
  {
    subject: "Can the depot keep my parcel?",
    category: "Shipping",
    recentTurns: 3,
    priority: "low",
    tags: ["pickup"],
    turns: [
      customer`Hello, {carrier} left a card saying that my parcel {tracking} waits at the depot, but I am travelling until the end of the month. Can they keep it that long? It is order {order}.\n\n{name}`,
      agent`{carrier} keeps parcels for seven days and then returns them to us. I have asked for fourteen, which is the most they offer. Should it come back to us, we simply send it again when you are home, at no cost.`,
      customer({
        isAutomatic: true,
      })`Thank you for your message. I am out of the office with limited access to e-mail and will answer when I am back. In urgent cases please contact my colleagues.`,
      customer`Back home, fetched it on the last day. All good, thank you!`,
    ],
  },
];
