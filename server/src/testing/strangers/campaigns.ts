import type { SentMail } from "./judge-mails.ts";
import type { Scene } from "./open-scenes.ts";
import { type SeededRandom, seededRandom } from "./seeded-random.ts";

/** Where a mail of a campaign must end: on the customer's ticket, on a new one, on any of the stranger's own, or anywhere. */
type Goal = "joins" | "stays out" | "stays on own" | "either";
/** A series of mails in which an early one prepares the ground for a later one. */
export type Campaign = { name: string; mails: readonly (SentMail & { goal: Goal })[] };

type Step = { goal: Goal; from: string; subject?: string; fields?: readonly string[] };
type Cast = { scene: Scene; stranger: string; random: SeededRandom };
type Plot = { name: string; steps(cast: Cast): Step[] };

const label = ({ scene }: Cast) => `Re: Where is my order? [${scene.label}]`;
const failed = (email: string) => `Authentication-Results: mx.example; dmarc=fail header.from=${email.split("@")[1]}`;

/** Begins with the customer's own address in From, which may join without a verdict, and names the stranger beside it. */
function foothold(name: string, fields: (cast: Cast) => string[]): Plot {
  return {
    name: `a forged From with the stranger ${name}, then the stranger`,
    steps: (cast) => [
      { goal: "either", from: cast.scene.victim.email, subject: label(cast), fields: fields(cast) },
      { goal: "stays out", from: `Mallory <${cast.stranger}>`, subject: label(cast) },
      { goal: "stays out", from: cast.stranger, fields: [`In-Reply-To: <${cast.scene.countedId}>`] },
    ],
  };
}

const plots: Plot[] = [
  foothold("in Reply-To", ({ stranger }) => [`Reply-To: Mallory <${stranger}>`]),
  foothold("as Sender", ({ stranger }) => [`Sender: ${stranger}`]),
  foothold("as X-Original-From", ({ stranger }) => [`X-Original-From: ${stranger}`, `X-Original-Sender: ${stranger}`]),
  foothold("in copy", ({ stranger }) => [`Cc: ${stranger}`]),
  foothold("in a copy that nobody sees", ({ stranger }) => [`Bcc: ${stranger}`]),
  foothold("in copy under the customer's name", ({ stranger, scene }) => [`Cc: "${scene.victim.name}" <${stranger}>`]),
  foothold("in a group in copy, among others", ({ stranger, scene }) => [
    `Cc: friends: ann@friends.example, ${stranger}, ${scene.neighbour.email};`,
  ]),
  foothold("in copy behind the customer", ({ stranger, scene }) => [
    `Cc: ${scene.victim.email}, ${scene.ownAddress},\r\n\t=?utf-8?q?Mallory?= <${stranger}>`,
  ]),
  foothold("in the copy of a mail that was sent on", ({ stranger, scene }) => [
    ...[`Resent-From: ${scene.victim.email}`, `Resent-To: ${stranger}`, `Resent-Cc: ${stranger}`],
    `X-Original-Cc: ${stranger}`,
  ]),
  {
    name: "a stranger with the customer in copy, then the customer's answer to all, then the stranger",
    steps: (cast) => {
      const own = `${cast.random.hex(24)}@evil.example`;
      return [
        {
          goal: "stays out",
          from: cast.stranger,
          subject: label(cast),
          fields: [`Message-ID: <${own}>`, `Cc: ${cast.scene.victim.email}`],
        },
        { goal: "either", from: cast.scene.victim.email, fields: [`In-Reply-To: <${own}>`, `Cc: ${cast.stranger}`] },
        { goal: "stays on own", from: cast.stranger, subject: label(cast), fields: [`In-Reply-To: <${own}>`] },
        { goal: "stays on own", from: cast.stranger, fields: [`References: <${own}> <${cast.scene.countedId}>`] },
      ];
    },
  },
  foothold("in Reply-To, and a failure", ({ stranger, scene }) => [
    `Reply-To: ${stranger}`,
    failed(scene.victim.email),
  ]),
  {
    name: "the store's own address with the stranger behind it, then the stranger",
    steps: (cast) => [
      {
        goal: "stays out",
        from: cast.scene.ownAddress,
        subject: label(cast),
        fields: [`X-Original-From: ${cast.scene.victim.email}`, `Reply-To: ${cast.stranger}`],
      },
      { goal: "stays out", from: cast.stranger, subject: label(cast) },
    ],
  },
  {
    name: "a mail with the customer in Reply-To, then one without",
    steps: (cast) => [
      {
        goal: "stays out",
        from: cast.stranger,
        subject: label(cast),
        fields: [`Reply-To: ${cast.scene.victim.email}`],
      },
      { goal: "stays out", from: cast.stranger, subject: label(cast) },
    ],
  },
  {
    name: "a stranger's mail under the customer's counted Message-ID, then the customer's answer",
    steps: ({ scene, stranger }) => [
      { goal: "stays out", from: stranger, fields: [`Message-ID: <${scene.countedId}>`] },
      { goal: "joins", from: scene.victim.email, fields: [`In-Reply-To: <${scene.countedId}>`] },
    ],
  },
  {
    name: "the same with the customer in Reply-To",
    steps: ({ scene, stranger }) => [
      {
        goal: "stays out",
        from: stranger,
        fields: [`Message-ID: <${scene.countedId}>`, `Reply-To: ${scene.victim.email}`],
      },
      { goal: "joins", from: scene.victim.email, fields: [`In-Reply-To: <${scene.countedId}>`] },
    ],
  },
  {
    name: "a stranger's mail that names the customer's ticket and Message-ID, then the customer's answer",
    steps: (cast) => [
      {
        goal: "stays out",
        from: cast.stranger,
        subject: label(cast),
        fields: [`In-Reply-To: <${cast.scene.countedId}>`],
      },
      { goal: "joins", from: cast.scene.victim.email, fields: [`In-Reply-To: <${cast.scene.secretId}>`] },
      { goal: "joins", from: cast.scene.victim.email, subject: label(cast) },
    ],
  },
  {
    name: "a failing From in the customer's name, then the customer's answer",
    steps: (cast) => [
      {
        goal: "stays out",
        from: cast.scene.victim.email,
        subject: label(cast),
        fields: [failed(cast.scene.victim.email), `Reply-To: ${cast.stranger}`],
      },
      { goal: "stays out", from: cast.stranger, subject: label(cast) },
      { goal: "joins", from: cast.scene.victim.email, subject: label(cast) },
    ],
  },
  {
    name: "a second address with our Message-ID, then with the label",
    steps: (cast) => [
      { goal: "joins", from: `second.${cast.stranger}`, fields: [`In-Reply-To: <${cast.scene.ourId}>`] },
      { goal: "joins", from: `Kate <SECOND.${cast.stranger}>`, subject: label(cast) },
      { goal: "stays out", from: cast.stranger, subject: label(cast) },
    ],
  },
  {
    name: "a stranger in an absence note in the customer's name, then the stranger",
    steps: (cast) => [
      {
        goal: "either",
        from: cast.scene.victim.email,
        subject: label(cast),
        fields: ["Auto-Submitted: auto-replied", `Reply-To: ${cast.stranger}`],
      },
      { goal: "stays out", from: cast.stranger, subject: label(cast) },
    ],
  },
];

/** Makes this many campaigns of each kind, each against another scene. */
export function runCampaigns(scenes: readonly Scene[], each: number, seed: number): Campaign[] {
  const random = seededRandom(seed);
  return plots.flatMap(({ name, steps }, kind) =>
    Array.from({ length: each }, (_, time) => {
      const scene = scenes[(kind * each + time) % scenes.length];
      if (!scene) throw new RangeError("There are no scenes");
      const cast = { scene, random, stranger: `mallory.${random.hex(6)}@evil-c${kind}-${time}.example` };
      return { name, mails: steps(cast).map((step) => ({ ...written(step, cast), goal: step.goal })) };
    }),
  );
}

function written({ from, subject = "My order", fields = [] }: Step, { scene, stranger, random }: Cast): SentMail {
  const id = fields.some((field) => field.startsWith("Message-ID:"))
    ? []
    : [`Message-ID: <${random.hex(32)}@x.example>`];
  const header = [`From: ${from}`, "To: help@store.example", `Subject: ${subject}`, ...id, ...fields];
  const raw = Buffer.from(`${header.join("\r\n")}\r\n\r\nSend it to my new address. ${random.hex(12)}\r\n`);
  return { scene, envelopeFrom: stranger, recipients: [scene.store.address], raw };
}
