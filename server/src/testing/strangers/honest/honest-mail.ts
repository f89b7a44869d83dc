import type { Scene } from "../open-scenes.ts";
import type { SeededRandom } from "../seeded-random.ts";

/** A reply by a person who takes part in a ticket, or whom a participant let in. */
export type HonestMail = {
  style: string;
  scene: Scene;
  envelopeFrom: string;
  recipients: string[];
  raw: Buffer;
  /** The address that the desk should show as the writer's. */
  writer: string;
  /** What the person wrote, which the desk must show. */
  words: string;
};

/** What a style receives, and what its mail has beyond a plain reply of the customer. */
export type Situation = { scene: Scene; random: SeededRandom; words: string; ids: { first: string; answered: string } };
type Letter = {
  from?: string;
  subject?: string;
  /** All header lines but From, To, Subject, Date and Message-ID. */
  fields: readonly string[];
  messageId?: string;
  body?: string;
  envelopeFrom?: string;
  /** The envelope's recipient: the ticket's reply address unless it was lost on the way. */
  to?: string;
  writer?: string;
};
export type Style = { name: string; write(situation: Situation): Letter };

/** Writes a reply in a style. */
export function writeHonest(style: Style, scene: Scene, random: SeededRandom): HonestMail {
  const words = `Please use the back door ${random.hex(12)}`;
  const situation = { scene, random, words, ids: { first: scene.secretId, answered: scene.ourId } };
  const letter = style.write(situation);
  const { victim } = scene;
  const { from = `${victim.name} <${victim.email}>`, subject = `Re: Where is my order? [${scene.label}]` } = letter;
  const { messageId = `${random.hex(32)}@${victim.email.split("@")[1]}` } = letter;
  const { envelopeFrom = victim.email, to = scene.replyAddress, writer = victim.email } = letter;
  const header = [
    `From: ${from}`,
    `To: Shop <${to}>`,
    `Subject: ${subject}`,
    "Date: Sun, 22 Nov 2026 06:00:00 +0000",
    `Message-ID: <${messageId}>`,
    ...letter.fields,
  ];
  const raw = Buffer.from(`${header.join("\r\n")}\r\n\r\n${letter.body ?? `${words}\r\n${quote}`}\r\n`);
  return { style: style.name, scene, envelopeFrom, recipients: [to], raw, writer: writer.toLowerCase(), words };
}

const quote = "\r\nOn Sat, 21 Nov 2026 at 10:00, Shop <help@store.example> wrote:\r\n> Which door is it?\r\n";
