import { agent, type Conversation, customer, note } from "../conversation.ts";

/** About accounts, and whatever else people write about. */
export const otherConversations: Conversation[] = [
  {
    subject: "Cannot sign in to my account",
    category: "Account",
    priority: "high",
    tags: ["sign-in"],
    turns: [
      customer`Hello, your shop no longer takes my password, and the mail for a new one never arrives. I checked the spam folder. My address is the one I am writing from.\n\n{name}`,
      note`Account exists under the same address with a typo in the domain. Corrected after she confirmed her last order.`,
      agent`I found the reason: when you signed up, a letter was missing in your address, so our mails went nowhere. To be sure that it is you: what did you order last?`,
      customer({ quotes: true })`The {product}, on {date}.`,
      agent`Thank you, that is right. Your address is corrected and the mail for a new password is in your inbox.`,
      customer`I am in again. Thanks!`,
    ],
  },
  {
    subject: "Please delete my account",
    category: "Account",
    priority: "medium",
    tags: ["privacy"],
    turns: [
      customer`Dear Sir or Madam,\n\nplease delete my customer account and all of my data, and confirm this to me in writing.\n\nSincerely,\n{name}`,
      agent`We will do that. Your account and everything in it is deleted within the week. Invoices we have to keep for the tax office until their time has run out; they are used for nothing else. You get a confirmation when it is done.`,
      note`Data request logged. Nothing open, no balance on gift cards.`,
      agent`Your account and your data are deleted. Thank you for having been our customer.`,
    ],
  },
  {
    subject: "Change my e-mail address",
    category: "Account",
    priority: "low",
    tags: ["address"],
    turns: [
      customer`Hi, I got married (yay!) and have a new name and e-mail address. How do I change it without losing my order history?\n\n{first}`,
      agent`Congratulations! You can change both in your account under Profile; your orders stay where they are. A confirmation goes to the new address, and the change is made as soon as you click on it.`,
      customer`Done in a minute, thank you!`,
    ],
  },
  {
    subject: "Unsubscribe from the newsletter",
    category: "Account",
    priority: "low",
    tags: ["newsletter"],
    turns: [
      customer`I clicked on unsubscribe three times now and still get your newsletter every Friday. Please take me off the list.\n\n{name}`,
      agent`I am sorry. You were on the list under two addresses, and only one of them was removed. Both are gone now, so this Friday will be quiet.`,
      customer`Thank you. Nothing against your lamps, I just get too much mail.`,
    ],
  },
  {
    subject: "Do you have a showroom?",
    category: "General",
    priority: "low",
    tags: ["showroom"],
    turns: [
      customer`Hello! We are going to be in your part of the world next month. Is there a place where one can see and touch the {product}?\n\nGreetings from {city}\n{first}`,
      agent`There is: our showroom is beside the workshop and open from Wednesday to Saturday, 10 to 18. The {item} stands right at the entrance. If you tell us when you come, there will be coffee.`,
      customer`Then we come for the coffee. Probably on a Thursday!`,
    ],
  },
  {
    subject: "Photographs for our magazine",
    category: "General",
    priority: "medium",
    tags: ["press"],
    turns: [
      customer({
        html: true,
      })`Dear Lumen & Loom team,\n\nI am writing a piece on quiet bedrooms for a small magazine and would like to show the {product}. Do you have pictures in print resolution, and whom may I credit?\n\nKind regards\n{name}`,
      note`Press pictures are on the shared drive. Ask marketing before promising a loan.`,
      agent`What a lovely subject. I have asked our colleagues, who will send you a link to the pictures today. Please credit "Lumen & Loom". We would be glad to see the piece when it is out.`,
      customer`The pictures are wonderful, thank you. A copy is on its way to you.`,
    ],
  },
  {
    subject: "When is the {item} back in stock?",
    category: "General",
    priority: "low",
    tags: ["stock"],
    turns: [
      customer`Hi, the {product} has been sold out for weeks. Will it come back, or should I look for something else?\n\n{first}`,
      agent`It will: the next lot comes from the weavers and lamp makers in about three weeks. Would you like me to put one aside for you? There is no obligation.`,
      customer`Yes please, that would be so kind.`,
      note`Put one {product} aside for {name}, shelf R-02.`,
    ],
  },
  {
    subject: "A thank-you from {city}",
    category: "General",
    priority: "low",
    tags: ["praise"],
    turns: [
      customer({
        file: "photo",
      })`No complaint, just a thank-you. The {product} makes our evenings so much nicer, and whoever packed it drew a little sun on the box, which is now on our fridge.\n\nWarm regards\n{name}`,
      note`Printed it out for the packing table. They are delighted.`,
      agent`Your mail has made our day. The sun was drawn by Marta, who packs on Tuesdays, and your message now hangs above her table. Enjoy your evenings.`,
    ],
  },
  {
    subject: "Do you repair older lamps?",
    category: "General",
    priority: "medium",
    tags: ["repair"],
    about: "lamp",
    turns: [
      customer`Good evening. I inherited one of your very first lamps, I think a forerunner of the {product}. The cable has become brittle. Is it still possible to have it repaired by you?\n\nRespectfully\n{name}`,
      agent`We would love to. Our workshop fits a new fabric cable and plug for 39.00, and the lamp is with you again within two weeks. Please take out the bulb, wrap the shade on its own, and put this mail into the box.`,
      customer`It goes to the post tomorrow. What colours of cable are there?`,
      agent`Black, linen white, rust and a deep green. For a lamp of that age the rust looks best, if you ask our workshop.`,
      customer`Then rust it is.`,
    ],
  },
];
