import type { ImportedResource } from "../domains/knowledge/index.ts";
import { newId } from "../platform/db/ids.ts";
import { makePdf, makePng, makeWav } from "./demo-files.ts";
import type { PlannedStaff } from "./demo-plan.ts";

type DemoResource = Pick<
  ImportedResource,
  "title" | "fileType" | "category" | "tags" | "openedCount" | "attachedCount"
> &
  Partial<Pick<ImportedResource, "description" | "content" | "file" | "accessLevel" | "isPublic">> & {
    /** Its author's number among the staff, and how many days ago it was last changed. */
    by: number;
    daysAgo: number;
  };

const day = 86_400_000;
const pdf = (filename: string, ...lines: string[]) => ({ filename, bytes: makePdf(["Lumen & Loom", "", ...lines]) });
const text = (filename: string, content: string) => ({ filename, bytes: Buffer.from(content) });
const internal = { isPublic: false } as const;

const demoResources: readonly DemoResource[] = [
  {
    title: "Lamp care and bulb guide",
    fileType: "pdf",
    category: "Product Information",
    description: "Which bulbs fit, how to change them safely, and how to clean glass, brass and linen shades.",
    tags: ["lamps", "bulbs", "E27", "cleaning", "safety", "warranty", "glass"],
    file: pdf(
      "lamp-care-and-bulbs.pdf",
      "All lamps take an E27 bulb, at most 8 W LED, 2,700 K.",
      "Unplug the lamp and let it cool before you change it.",
      "Glass: lukewarm water, no vinegar. Linen: a soft brush.",
    ),
    openedCount: 148,
    attachedCount: 61,
    by: 2,
    daysAgo: 12,
  },
  {
    title: "Returns policy",
    fileType: "policy",
    category: "Company Policies",
    description: "30 days, unused, in the box it came in. What we pay, what the customer pays, and the exceptions.",
    tags: ["returns", "refunds", "30 days"],
    file: pdf(
      "returns-policy.pdf",
      "Thirty days from delivery, unused and in its box.",
      "We pay for the return of what is broken or wrong.",
      "Refunds reach the card within five working days.",
    ),
    openedCount: 131,
    attachedCount: 44,
    by: 0,
    daysAgo: 40,
  },
  {
    title: "Wool and linen: washing instructions",
    fileType: "text",
    category: "Product Information",
    description: "What to tell a customer whose throw has shrunk, pilled or bled.",
    content: `Wool throws
Wash at 30 °C on a wool programme, with a wool detergent and without softener. Spin at 600 at most. Dry flat, away from the heater.

Linen
Wash at 40 °C with like colours. Shake it out, hang it up damp, iron on the left side.

Stains
Cold water first, never hot. Do not rub: press a cloth on it.

Pilling in the first weeks is loose fibre, not a fault. A fabric comb takes it off.`,
    tags: ["wool", "linen", "washing", "care"],
    openedCount: 96,
    attachedCount: 58,
    by: 3,
    daysAgo: 5,
  },
  {
    title: "Warm light and cold light compared",
    fileType: "image",
    category: "Product Information",
    description: "A picture of 2,700 K in a room, for customers who find their new bulb too yellow or too blue.",
    tags: ["bulbs", "2700 K", "photo"],
    file: { filename: "warm-light.png", bytes: makePng(640, 420) },
    openedCount: 41,
    attachedCount: 12,
    by: 3,
    daysAgo: 63,
  },
  {
    title: "Return label instructions",
    fileType: "document",
    category: "Procedures",
    description: "How to print, stick and hand in the label. Plain words, to be sent along with it.",
    tags: ["returns", "label", "parcel"],
    file: text(
      "return-label-instructions.txt",
      "1. Print the label at 100 %.\n2. Cover the old address on the box.\n3. Hand the parcel in and keep the receipt.\n",
    ),
    openedCount: 74,
    attachedCount: 39,
    by: 2,
    daysAgo: 21,
  },
  {
    title: "Assembly of the Arc floor lamp",
    fileType: "manual",
    category: "Technical Documentation",
    description: "Six steps, with the torque of the base screw. Only for customers whose box had no leaflet.",
    tags: ["arc", "assembly", "floor lamp", "leaflet"],
    file: pdf(
      "arc-assembly.pdf",
      "1. Screw the stem into the base, hand-tight.",
      "2. Pull the cable through and fix it with the clamp.",
      "3. Set the shade on the ring and turn it to the stop.",
    ),
    ...internal,
    openedCount: 22,
    attachedCount: 17,
    by: 1,
    daysAgo: 88,
  },
  {
    title: "When a parcel is lost",
    fileType: "text",
    category: "Procedures",
    description: "From the first message to the replacement: who asks the carrier, when we send again, what we write.",
    content: `1. No scan for five working days: open a trace with the carrier and tell the customer so.
2. After three more days without an answer: offer a replacement or a refund, whichever the customer prefers.
3. Above €150 ask a supervisor first.
4. Note the trace number on the ticket and tag it "lost".`,
    tags: ["shipping", "lost", "carrier", "replacement"],
    ...internal,
    openedCount: 67,
    attachedCount: 0,
    by: 1,
    daysAgo: 9,
  },
  {
    title: "Words we use: tone of voice",
    fileType: "text",
    category: "Training Materials",
    description: "Short, warm and exact. With before and after.",
    content: `Say what happens next and when. "It leaves tomorrow" is better than "we are working on it".
Apologise once, and mean it.
No "unfortunately", no "kindly", no "please be advised".
Sign with your first name.`,
    tags: ["writing", "onboarding"],
    ...internal,
    openedCount: 53,
    attachedCount: 0,
    by: 0,
    daysAgo: 120,
  },
  {
    title: "Shade fitting, filmed",
    fileType: "video",
    category: "Training Materials",
    description: "Two minutes with Theo in the workshop. Ask the studio for the file until the new cut is done.",
    tags: ["video", "shades", "workshop"],
    ...internal,
    openedCount: 18,
    attachedCount: 0,
    by: 3,
    daysAgo: 33,
  },
  {
    title: "Chime of the workshop phone",
    fileType: "audio",
    category: "Training Materials",
    description: "When you hear this, a courier is at the door: whoever is free answers it.",
    tags: ["phone", "courier", "onboarding"],
    file: { filename: "workshop-phone.wav", bytes: makeWav() },
    ...internal,
    openedCount: 9,
    attachedCount: 0,
    by: 1,
    daysAgo: 75,
  },
  {
    title: "Business customers: VAT and invoices",
    fileType: "document",
    category: "Templates",
    description: "What a business customer has to send us, and the wording of the answer.",
    content: `Hi {first name},

for an invoice without VAT we need the company's name as it is registered, its address and its VAT number.

We check the number the same day and send the corrected invoice.`,
    tags: ["invoice", "VAT", "b2b"],
    openedCount: 29,
    attachedCount: 14,
    by: 2,
    daysAgo: 17,
  },
  {
    title: "Goodwill: what you may offer",
    fileType: "policy",
    category: "Company Policies",
    description: "Limits for credits and gifts by case, and how to record them.",
    content: `Agents: up to €15 or free shipping, without asking.
Supervisors: up to €60 or a replacement at our cost.
More than that: ask Alma.
Write the reason into an internal note, each time.`,
    tags: ["goodwill", "credit"],
    accessLevel: "supervisors-only",
    isPublic: false,
    openedCount: 26,
    attachedCount: 0,
    by: 1,
    daysAgo: 28,
  },
  {
    title: "Chargebacks, step by step",
    fileType: "pdf",
    category: "Procedures",
    description: "Deadlines, evidence and who signs. Not for the desk.",
    tags: ["chargeback", "payment", "fraud-check"],
    file: pdf("chargebacks.pdf", "Answer within seven days.", "Evidence: order, tracking, conversation."),
    accessLevel: "admin-only",
    isPublic: false,
    openedCount: 7,
    attachedCount: 0,
    by: 0,
    daysAgo: 54,
  },
];

/** The demo store's resources, of every type, category and access level. */
export function makeResources(staff: readonly PlannedStaff[], now: number): ImportedResource[] {
  return demoResources.map(({ by, daysAgo, ...resource }) => {
    const updatedAt = now - daysAgo * day;
    const createdAt = updatedAt - 60 * day;
    return {
      description: null,
      content: null,
      file: null,
      accessLevel: "all-agents",
      isPublic: true,
      ...resource,
      id: newId(createdAt),
      uploadedBy: staff[by]?.id ?? null,
      createdAt: new Date(createdAt).toISOString(),
      updatedAt: new Date(updatedAt).toISOString(),
    };
  });
}
