import type { Stage, Trick } from "./trick.ts";

const broken = (id: string) => id.replace(/.@/, (last) => (last === "a@" ? "b@" : "a@"));

function bounce(name: string, names: (stage: Stage) => { ids: string[]; to?: string[]; ends?: Trick["ends"] }): Trick {
  return {
    name: `a forged bounce: ${name}`,
    ends: ["bounce", "quarantined"],
    make: (stage) => {
      const { ids, to } = names(stage);
      const boundary = stage.random.hex(12);
      return {
        from: [`Mail Delivery System <MAILER-DAEMON@${stage.stranger.email.split("@")[1]}>`],
        envelopeFrom: "",
        pointer: { subject: "Undelivered Mail Returned to Sender", fields: stage.pointer.fields },
        fields: [
          "MIME-Version: 1.0",
          `X-Failed-Recipients: ${stage.scene.victim.email}`,
          `Content-Type: multipart/report; report-type=delivery-status; boundary="${boundary}"`,
        ],
        body: reportOf(stage, ids, boundary),
        ...(to && { to }),
        mayShow: [`mailer-daemon@${stage.stranger.email.split("@")[1]}`],
      };
    },
  };
}

function reportOf({ scene, random }: Stage, ids: string[], boundary: string): string {
  return [
    `--${boundary}\r\nContent-Type: text/plain\r\n\r\nYour message to ${scene.victim.email} was refused. ${random.hex(12)}`,
    `--${boundary}\r\nContent-Type: message/delivery-status\r\n`,
    `Reporting-MTA: dns; mx.example\r\n\r\nOriginal-Recipient: rfc822; ${scene.victim.email}`,
    `Final-Recipient: rfc822; ${scene.victim.email}\r\nAction: failed\r\nStatus: 5.1.1\r\nDiagnostic-Code: smtp; 550 no such user`,
    `--${boundary}\r\nContent-Type: text/rfc822-headers\r\n`,
    `From: help@store.example\r\nTo: ${scene.victim.email}\r\nSubject: Re: Where is my order? [${scene.label}]`,
    ...ids.map((id) => `Message-ID: <${id}>\r\nReferences: <${id}>`),
    `\r\n--${boundary}--`,
  ].join("\r\n");
}

const loops = ["1", "yes", "true", "deskhand", "another-installation", "0123456789abcdef0123456789abcdef", ""];

/** Mails that pose as a machine's. */
export const machineMails: Trick[] = [
  bounce("of our Message-ID with a wrong signature", ({ scene }) => ({ ids: [broken(scene.ourId)] })),
  bounce("of our Message-ID, cut", ({ scene }) => ({ ids: [scene.ourId.replace(/.{4}@/, "@")] })),
  bounce("of our Message-ID without a signature", ({ scene }) => ({ ids: [scene.ourId.replace(/\.[^.]+@/, "@")] })),
  bounce("of the customer's counted Message-ID", ({ scene }) => ({ ids: [scene.countedId] })),
  bounce("of no Message-ID at all", () => ({ ids: [] })),
  bounce("of another store's message", ({ elsewhere }) => ({ ids: [elsewhere.ourId] })),
  bounce("of guessed ids", ({ random }) => ({
    ids: [
      `dh.${random.hex(26)}.${random.hex(20)}@mail.desk.test`,
      `dh.${"a".repeat(26)}.${"a".repeat(20)}@mail.desk.test`,
    ],
  })),
  bounce("to a return path that was altered", ({ scene }) => ({ ids: [], to: [broken(scene.replyAddress)] })),
  bounce("to a return path with another count", ({ scene }) => ({
    ids: [],
    to: [scene.replyAddress.replace("@", ".1@")],
  })),
  {
    name: "a forged bounce: in words alone",
    ends: ["bounce", "auto_reply", "ticket_created"],
    make: ({ scene, stranger, random }) => ({
      from: [`Mail Delivery Subsystem <mailer-daemon@${stranger.email.split("@")[1]}>`],
      envelopeFrom: "",
      body: `Your message [${scene.label}] to the following recipient could not be delivered:\r\n\r\n  ${scene.victim.email}\r\n    550 5.1.1 user unknown ${random.hex(8)}`,
      mayShow: [`mailer-daemon@${stranger.email.split("@")[1]}`],
    }),
  },
  {
    name: "an absence note in the customer's name by Reply-To",
    ends: ["auto_reply"],
    make: ({ scene }) => ({
      fields: ["Auto-Submitted: auto-replied", `Reply-To: ${scene.victim.email}`, "X-Autoreply: yes"],
      mayShow: [scene.victim.email],
    }),
  },
  {
    name: "a read receipt for the customer",
    ends: ["auto_reply"],
    make: ({ scene, stranger, random }) => {
      const boundary = random.hex(12);
      return {
        fields: [`Content-Type: multipart/report; report-type=disposition-notification; boundary="${boundary}"`],
        body: `--${boundary}\r\nContent-Type: text/plain\r\n\r\nIt was read. ${random.hex(8)}\r\n--${boundary}\r\nContent-Type: message/disposition-notification\r\n\r\nFinal-Recipient: rfc822; ${scene.victim.email}\r\nOriginal-Message-ID: <${scene.countedId}>\r\nDisposition: manual-action/MDN-sent-manually; displayed\r\n--${boundary}--`,
        mayShow: [stranger.email],
      };
    },
  },
  {
    name: "the loop mark of another installation",
    make: ({ random }) => ({ fields: [`X-Deskhand-Loop: ${random.pick(loops)}`] }),
  },
  {
    name: "the loop mark of another installation, signed as theirs",
    make: ({ random }) => ({
      fields: [`X-Deskhand-Loop: ${random.hex(40)}`, `X-Deskhand-Loop: ${random.hex(20)}@help.example`],
    }),
  },
  {
    name: "Gmail's forwarding confirmation, as a stranger writes it",
    make: ({ scene, random }) => ({
      from: [`Gmail Team <forwarding-noreply@google.com>`],
      pointer: {
        subject: `(#123456789) Gmail Forwarding Confirmation - Receive Mail from ${scene.victim.email} [${scene.label}]`,
        fields: [`In-Reply-To: <${scene.countedId}>`],
      },
      body: `${scene.victim.email} has requested to forward mail.\r\nConfirmation code: 123456789\r\n\r\nhttps://mail-settings.google.com/mail/vf-%5B${random.hex(8)}%5D-x`,
      mayShow: ["forwarding-noreply@google.com"],
    }),
  },
];
