import type { SentMail } from "./judge-mails.ts";
import type { Scene } from "./open-scenes.ts";
import { randomId } from "./random-ids.ts";
import { type SeededRandom, seededRandom } from "./seeded-random.ts";

/** Two mails of a conversation that began outside the desk, and whether they should share a ticket here. */
export type Pair = { name: string; together: boolean; mails: readonly [SentMail, SentMail] };

type Cast = {
  /** The Message-ID of a mail that is not here: a shop system's counted one, or a mail program's. */
  unknown: string;
  author: string;
  stranger: string;
  random: SeededRandom;
};
type Mail = { from: string; fields: readonly string[]; messageId?: string };
type Plot = { name: string; together: boolean; write(cast: Cast): [Mail, Mail] };

const answer = (from: string, id: string): Mail => ({ from, fields: [`In-Reply-To: <${id}>`, `References: <${id}>`] });
const failed = (email: string) => `Authentication-Results: mx.example; dmarc=fail header.from=${email.split("@")[1]}`;

const plots: Plot[] = [
  {
    name: "two answers of one person",
    together: true,
    write: ({ author, unknown }) => [answer(author, unknown), answer(`Kate Novak <${author.toUpperCase()}>`, unknown)],
  },
  {
    name: "an answer, and then the mail that it answers, of the same person",
    together: true,
    write: ({ author, unknown }) => [answer(author, unknown), { from: author, fields: [], messageId: unknown }],
  },
  {
    name: "an answer to a mail and an unknown one, in two fields",
    together: true,
    write: ({ author, unknown, random }) => [
      { from: author, fields: [`References: <${randomId(random)}>\r\n <${unknown}>`] },
      { from: author, fields: [`In-Reply-To: <${unknown}>`] },
    ],
  },
  {
    name: "answers of two persons",
    together: false,
    write: ({ author, stranger, unknown }) => [answer(author, unknown), answer(stranger, unknown)],
  },
  {
    name: "a stranger's answer first",
    together: false,
    write: ({ author, stranger, unknown }) => [answer(stranger, unknown), answer(author, unknown)],
  },
  {
    name: "a stranger's answer, and then the mail itself",
    together: false,
    write: ({ author, stranger, unknown }) => [
      answer(stranger, unknown),
      { from: author, fields: [], messageId: unknown },
    ],
  },
  {
    name: "an answer, and then a stranger's mail with that id",
    together: false,
    write: ({ author, stranger, unknown }) => [
      answer(author, unknown),
      { from: stranger, fields: [], messageId: unknown },
    ],
  },
  {
    name: "an answer, and then a stranger's with the person in Reply-To",
    together: false,
    write: ({ author, stranger, unknown }) => {
      const later = answer(stranger, unknown);
      return [answer(author, unknown), { ...later, fields: [...later.fields, `Reply-To: ${author}`] }];
    },
  },
  {
    name: "a stranger's answer with the person in Reply-To, and then the person's",
    together: false,
    write: ({ author, stranger, unknown }) => {
      const first = answer(stranger, unknown);
      return [{ ...first, fields: [...first.fields, `Reply-To: ${author}`] }, answer(author, unknown)];
    },
  },
  {
    name: "a forged answer with the stranger in Reply-To, and then the person's",
    together: false,
    write: ({ author, stranger, unknown }) => {
      const first = answer(author, unknown);
      return [{ ...first, fields: [...first.fields, `Reply-To: ${stranger}`] }, answer(author, unknown)];
    },
  },
  {
    name: "an answer, and then one whose From failed",
    together: false,
    write: ({ author, unknown }) => {
      const later = answer(author, unknown);
      return [answer(author, unknown), { ...later, fields: [...later.fields, failed(author)] }];
    },
  },
  {
    name: "an answer, and then one with the person in an encoded name",
    together: false,
    write: ({ author, stranger, unknown }) => [
      answer(author, unknown),
      answer(`=?utf-8?b?${Buffer.from(`<${author}>`).toString("base64")}?= <${stranger}>`, unknown),
    ],
  },
  {
    name: "an answer, and then one with two From fields",
    together: false,
    write: ({ author, stranger, unknown }) => [
      answer(author, unknown),
      answer(`${author}\r\nFrom: ${stranger}`, unknown),
    ],
  },
];

/** Makes this many pairs of each kind, in the stores of the scenes. */
export function pairsElsewhere(scenes: readonly Scene[], each: number, seed: number): Pair[] {
  const random = seededRandom(seed);
  return plots.flatMap(({ name, together, write }, kind) =>
    Array.from({ length: each }, (_, time) => {
      const scene = random.pick(scenes);
      const number = kind * each + time;
      const cast: Cast = {
        unknown: time % 2 === 0 ? `order-confirmation-${10_000_000 + number}@shop-system.example` : randomId(random),
        author: `kate.${random.hex(6)}@kunden-x${number}.example`,
        stranger: `mallory.${random.hex(6)}@evil-x${number}.example`,
        random,
      };
      const [first, second] = write(cast);
      return { name, together, mails: [sent(first, scene, random), sent(second, scene, random)] as const };
    }),
  );
}

function sent({ from, fields, messageId }: Mail, scene: Scene, random: SeededRandom): SentMail {
  const id = messageId ?? `${random.hex(24)}@mailer.example`;
  const header = [`From: ${from}`, "To: help@store.example", "Subject: My order", `Message-ID: <${id}>`, ...fields];
  const raw = Buffer.from(`${header.join("\r\n")}\r\n\r\nWhere is it? ${random.hex(12)}\r\n`);
  return { scene, envelopeFrom: "bounces@sender.example", recipients: [scene.store.address], raw };
}
