import { agent, type Conversation, customer, note } from "../conversation.ts";

/** About the things themselves: defects, care, colours, sizes and parts. */
export const productConversations: Conversation[] = [
  {
    subject: "My new lamp flickers",
    category: "Product Support",
    priority: "high",
    tags: ["defect", "electrics"],
    about: "lamp",
    turns: [
      customer(
        "Hello,\n\nsince yesterday the {product} (order {order}) flickers after about ten minutes. I have tried two other bulbs and another socket, always the same. Is that dangerous?\n\n{name}",
      ),
      agent(
        "Thank you for testing so thoroughly. Please switch it off at the wall until we know more; flickering that follows the lamp and not the bulb usually is a loose contact in the dimmer. Is there a number on the sticker below the foot?",
      ),
      customer("It says LL-2419-B. Photo attached.", { file: "photo", quotes: true }),
      note("2419-B is the batch with the weak dimmer spring. Replace without return, add to the batch list."),
      agent(
        "That explains it: a few lamps of this batch have a weak spring in the dimmer. It is not dangerous, but it is not right either. A new {item} from another batch leaves today, and you need not return yours.",
      ),
      customer("New lamp is here and steady as a rock. Many thanks!"),
    ],
  },
  {
    subject: "How do I wash linen?",
    category: "Product Support",
    priority: "low",
    tags: ["care"],
    about: "textile",
    turns: [
      customer(
        "Hi! First time linen owner here. Can the {product} go into the machine at 60, and what about the dryer? I am a bit scared of ruining it.\n\n{first}",
      ),
      agent(
        "Congratulations on your first linen. 40 degrees is best, 60 is fine now and then. Use liquid detergent without bleach, spin gently, and hang it up while still damp. A short tumble at low heat makes it soft. It shrinks by two or three per cent at the first wash, which we allow for.",
      ),
      customer("Thank you, very reassuring. And do I have to iron it?"),
      agent("Please don't. The creases are half of its charm."),
      customer("Best answer I have ever had from a shop."),
    ],
  },
  {
    subject: "Colour does not match the picture",
    category: "Product Support",
    priority: "medium",
    tags: ["colour"],
    about: "textile",
    turns: [
      customer(
        "Dear Lumen & Loom,\n\non your website {colour} looks like a soft grey tone; what I received is clearly greenish. I attach a photo in daylight beside a sheet of white paper. Is that the right one?\n\nKind regards,\n{name}",
        { file: "photo", html: true },
      ),
      note("Compared with the sample card: it is the right dye lot. The website picture is too cold."),
      agent(
        "Thank you for the photo, with the paper it is easy to judge. It is the right colour, but our picture shows it too cold; I have asked for a new one. You may keep the {item} with 20 per cent off, or send it back at our cost. What would you prefer?",
      ),
      customer("It has grown on me, to be honest. I will take the 20 per cent, thank you.", { quotes: true }),
      agent("I am glad. The amount is on its way to you."),
    ],
  },
  {
    subject: "Which bulb fits?",
    category: "Product Support",
    priority: "low",
    tags: ["bulb", "advice"],
    about: "lamp",
    turns: [
      customer(
        "Which bulb do I need for the {product}, and how bright may it be? The leaflet was missing in my box.\n\nThanks, {first}",
      ),
      agent("It takes an E27 bulb of up to 8 W LED, best a warm one with 2,700 K. I have attached the leaflet.", {
        file: "leaflet",
      }),
      customer("And would one of those smart bulbs work, the ones that change their colour?"),
      agent(
        "Yes, as long as it is not longer than 12 cm. Set the switch on the cord to its brightest position and dim in the app only, otherwise the two dimmers argue with each other.",
      ),
    ],
  },
  {
    subject: "Seam came undone after two weeks",
    category: "Product Support",
    priority: "medium",
    tags: ["defect", "warranty"],
    about: "textile",
    turns: [
      customer(
        "I am quite disappointed. The side seam of the {product} opened after the second wash (at 40, as it says on the label). For {price} I expected more. Order {order}.\n\n{name}",
      ),
      agent(
        "So would I. That must not happen after two washes. I can send you a new {item} right away, or we mend yours in our workshop with a stronger seam. Which would you like?",
      ),
      customer("A new one please, I need it for the guest room."),
      agent(
        "It leaves tomorrow. Please put the old one into the bag that comes with it, our workshop makes it into cushion covers.",
      ),
      customer("The new one has survived its first wash. Thanks for being so uncomplicated."),
    ],
  },
  {
    subject: "Spare glass shade",
    category: "Product Support",
    priority: "medium",
    tags: ["spare-part"],
    about: "lamp",
    turns: [
      customer(
        "Hello, our cat won against the {product}. The lamp is fine but the shade is in pieces. Do you sell the shade alone? It is from order {order}.\n\n{name} (and an unrepentant cat)",
      ),
      agent(
        "Our condolences to the shade and our respect to the cat. We do have spare shades: 24.00, ready to ship. Shall I put one aside and send you a link for the payment?",
      ),
      customer("Yes please!"),
      note("Shade from the spare shelf, bin C-14. Two left, reorder."),
      agent("The link is in your inbox. As soon as it is paid, the shade leaves, well padded."),
      customer("Arrived in one piece. The lamp has moved to a higher shelf."),
    ],
  },
  {
    subject: "Is the {item} certified organic?",
    category: "Product Support",
    priority: "low",
    tags: ["materials"],
    about: "textile",
    turns: [
      customer(
        "Good day, my son has very sensitive skin. Is the {product} certified, and with what is it dyed?\n\nMany thanks\n{name}",
      ),
      agent(
        "All our fabrics are certified to Oeko-Tex Standard 100, class I, which is the one for babies. The {item} is dyed with low-impact reactive dyes, without heavy metals. Please wash it once before its first use; that takes out the last of the sizing.",
      ),
      customer("That is just the answer I hoped for. Ordering now."),
    ],
  },
  {
    subject: "Strange smell from the new {item}",
    category: "Product Support",
    priority: "medium",
    tags: ["smell"],
    turns: [
      customer(
        "Hi, I unpacked the {product} yesterday and it smells strongly, a bit like a hardware shop. I aired it overnight, no change. Is that normal? Order {order}.\n\n{first}",
      ),
      agent(
        "A light smell of linseed oil is normal for a few days, as we oil the wood before packing; a strong one is not. Could you leave it in a well-aired room until {day} and tell me how it is then? If it still bothers you, I will exchange it.",
      ),
      customer("It is {day} and the smell has gone. Sorry for the false alarm!"),
      agent("No need to be sorry, thank you for telling me."),
    ],
  },
  {
    subject: "Measurements of the {item}",
    category: "Product Support",
    priority: "low",
    tags: ["size", "advice"],
    turns: [
      customer(
        "Your shop gives the size of the {product} in centimetres without saying whether that is with or without the hem or base. Could you measure one for me? I have exactly 42 cm of space.\n\n{name}",
      ),
      note("Measured one from the shelf: 41.2 cm at the widest point."),
      agent(
        "I have taken one from the shelf and measured it: 41.2 cm at the widest point, everything included. So it fits with a little air.",
      ),
      customer("You actually measured one! Ordered. Thank you."),
    ],
  },
  {
    subject: "Missing screws in the package",
    category: "Product Support",
    priority: "high",
    tags: ["missing-part"],
    about: "lamp",
    turns: [
      customer(
        "Hello, the bag with the screws and the wall plugs is missing in my {product}. The electrician comes on {day}! Can you send them fast? Order {order}.\n\n{name}",
      ),
      agent(
        "The bag leaves today by express letter at our cost, and it will be with you tomorrow. In case it is late after all: these are two 4 x 40 mm countersunk screws with 6 mm plugs, which every hardware shop has. Send me the receipt and I will pay for them.",
      ),
      customer("The letter came this morning, just in time. Great service!"),
    ],
  },
];
