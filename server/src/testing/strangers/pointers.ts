import type { Scene } from "./open-scenes.ts";
import type { SeededRandom } from "./seeded-random.ts";

/** How a mail names a ticket without proof: by a subject, null for none, and by header lines. */
export type Pointer = { subject: string | null; fields: readonly string[] };

type Clues = Pick<Scene, "label" | "countedId">;

const numberOf = (label: string) => label.replace(/\D/g, "");
const labelled = ({ label }: Clues) => `Re: Where is my order? [${label}]`;

const ways: ((clues: Clues, random: SeededRandom) => Pointer)[] = [
  (clues) => ({ subject: labelled(clues), fields: [] }),
  ({ label }) => ({ subject: `[${label.toUpperCase()}] my order`, fields: [] }),
  ({ label }) => ({ subject: `AW: Bestellung [Ticket: #${Number(numberOf(label))}]`, fields: [] }),
  (clues) => ({ subject: "Re: Where is my order?", fields: [`In-Reply-To: <${clues.countedId}>`] }),
  (clues) => ({ subject: "Re: Where is my order?", fields: [`References: <${clues.countedId}>`] }),
  (clues, random) => ({
    subject: labelled(clues),
    fields: [
      `In-Reply-To: <${clues.countedId}>`,
      `References: <${random.hex(8)}@elsewhere.example>\r\n\t<${clues.countedId}>`,
    ],
  }),
  (clues) => ({ subject: `${labelled(clues)} [Ticket: 99999]`, fields: ["Thread-Topic: Where is my order?"] }),
];

/** Names a scene's ticket by its label, by the counted Message-ID, or by both. */
export function pointAt(scene: Clues, random: SeededRandom): Pointer {
  return random.pick(ways)(scene, random);
}

/** Names a ticket by the label in the subject. */
export function pointByLabel(clues: Clues): Pointer {
  return { subject: labelled(clues), fields: [] };
}
