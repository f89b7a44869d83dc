import { anyStranger, type Stage, type Trick } from "./trick.ts";

/** A header field that names the customer, next to a From of the stranger's own. */
function field(name: string, value: (victim: string, stage: Stage) => string | string[]): Trick {
  return {
    name: `${name} names the customer`,
    make: (stage) => ({
      fields: [value(stage.scene.victim.email, stage)].flat().map((text) => `${name}: ${text}`),
      mayShow: /^reply-to$/i.test(name) ? [stage.scene.victim.email] : [],
    }),
  };
}

const plain = [
  ...["Sender", "Resent-From", "Resent-Sender", "Resent-Reply-To", "Return-Path", "Errors-To", "Envelope-From"],
  ...["X-Original-From", "X-Original-Sender", "X-Forwarded-For", "X-Forwarded-To", "X-Envelope-From", "X-Sender"],
  ...["X-Google-Original-From", "X-Real-From", "X-From", "X-Authenticated-Sender", "X-MS-Exchange-Organization-From"],
  ...["Mail-Followup-To", "Mail-Reply-To", "Disposition-Notification-To", "Return-Receipt-To", "Apparently-From"],
  ...["Cc", "Delivered-To", "X-Apparently-To", "Author", "Original-From", "Original-Sender", "X-Rcpt-From"],
];

/** The customer's address in every field but From, the only one that decides who wrote. */
export const namedInFields: Trick[] = [
  ...plain.map((name) => field(name, (victim, { scene }) => `${scene.victim.name} <${victim}>`)),
  field("Reply-To", (victim) => victim),
  field("Reply-To", (victim, { scene }) => `"${scene.victim.name}" <${victim}>`),
  field("Reply-To", (victim, { stranger }) => [stranger.email, victim]),
  field("Reply-To", (victim, { stranger }) => [victim, stranger.email]),
  field("Reply-To", (victim, { stranger }) => `${victim}, ${stranger.email}`),
  field("Reply-To", (victim) => `Friends: ${victim};`),
  field("Reply-To", (victim) => `=?utf-8?b?${Buffer.from(victim).toString("base64")}?=`),
  field("reply-to", (victim) => victim.toUpperCase()),
  field("Reply-To", (victim, { stranger }) => `${stranger.email} (${victim})`),
].map((trick, at) => ({ ...trick, name: at < plain.length ? trick.name : `${trick.name}, form ${at - plain.length}` }));

const asReplier = ({ scene }: Stage, from: string) => ({
  from: [from],
  fields: [`Reply-To: ${scene.victim.email}`],
  mayShow: [scene.victim.email, anyStranger],
});

/** The customer's name where the sender is another: a group, a form, nobody, the store's own people. */
export const namedForOthers: Trick[] = [
  {
    name: "a form's robot with the customer in Reply-To",
    make: (stage) => asReplier(stage, `Shop <no-reply@${stage.stranger.email.split("@")[1]}>`),
  },
  {
    name: "a group that says whose mail it took",
    make: (stage) => {
      const { scene, random } = stage;
      const group = `list@groups-${random.hex(6)}.example`;
      return {
        from: [`'${scene.victim.name}' via List <${group}>`],
        fields: [
          `X-Original-From: ${scene.victim.email}`,
          `X-Original-Sender: ${scene.victim.email}`,
          `List-Id: <list.groups.example>`,
          "Precedence: list",
        ],
        mayShow: [group],
      };
    },
  },
  {
    name: "the store's own group, as it never wrote",
    make: ({ scene: { ownAddress, victim } }) => ({
      from: [`'${victim.name}' via Support <${ownAddress}>`],
      fields: [`X-Original-From: ${victim.name} <${victim.email}>`, `X-Original-Sender: ${victim.email}`],
      mayShow: [ownAddress, victim.email],
    }),
  },
  {
    name: "the store's own address, and the customer in Reply-To",
    make: (stage) => asReplier(stage, `Support <${stage.scene.ownAddress}>`),
  },
  {
    name: "a colleague's address, and the customer in Reply-To",
    make: (stage) => asReplier(stage, `Owner <${stage.scene.staff}>`),
  },
  {
    name: "the store's own address alone",
    make: ({ scene }) => ({ from: [scene.ownAddress], mayShow: [scene.ownAddress] }),
  },
  {
    name: "a colleague's address alone",
    make: ({ scene }) => ({ from: [`Owner <${scene.staff}>`], mayShow: [scene.staff] }),
  },
  {
    name: "an address of the mail domain",
    ends: ["quarantined"],
    make: ({ scene, random }) => ({
      from: [`Support <${random.pick([scene.store.address, scene.store.address.toUpperCase(), scene.replyAddress])}>`],
    }),
  },
  {
    name: "no From, and the customer as Sender",
    make: ({ scene: { victim } }) => ({ from: [], fields: [`Sender: ${victim.email}`], mayShow: [victim.email] }),
  },
  {
    name: "no From, and the customer's return path",
    make: ({ scene: { victim } }) => ({
      from: [],
      fields: [`Return-Path: <${victim.email}>`],
      envelopeFrom: victim.email,
      mayShow: [victim.email],
    }),
  },
  {
    name: "no From, and the customer everywhere else",
    make: ({ scene: { victim } }) => ({
      from: [],
      envelopeFrom: victim.email,
      mayShow: [victim.email],
      fields: [`Reply-To: ${victim.email}`, `X-Original-From: ${victim.email}`, `Sender: ${victim.email}`],
    }),
  },
  {
    name: "an empty From, and the customer's envelope",
    make: ({ scene: { victim }, random }) => ({
      from: [random.pick(["", "<>", "undisclosed-sender:;", victim.name, `"${victim.name}" <>`, "()"])],
      envelopeFrom: victim.email,
      mayShow: [victim.email],
    }),
  },
  {
    name: "the customer's envelope under a stranger's From",
    make: ({ scene: { victim } }) => ({ envelopeFrom: victim.email, fields: [`Return-Path: <${victim.email}>`] }),
  },
  {
    name: "an envelope that carries the customer in it",
    make: ({ scene: { victim }, random }) => ({
      envelopeFrom: random.pick([
        `prvs=0123456789=${victim.email}`,
        `SRS0=ab12=cd=${victim.email.replace(/(.*)@(.*)/, "$2=$1")}@forwarder.example`,
        `bounces+${victim.email.replace("@", "=")}@sender.example`,
        `"${victim.email}"@evil.example`,
      ]),
    }),
  },
  {
    name: "the customer as the name",
    make: ({ scene: { victim }, stranger, random }) => ({
      from: [
        `${random.pick([victim.name, `"${victim.email}"`, `"${victim.name} (${victim.email})"`])} <${stranger.email}>`,
      ],
    }),
  },
];
