import type { Situation, Style } from "./honest-mail.ts";

const naming = ({ ids }: Situation) => [`In-Reply-To: <${ids.answered}>`, `References: <${ids.answered}>`];
const secondOf = ({ scene, random }: Situation) => `${scene.victim.name.split(" ")[0]}.${random.hex(6)}@work.example`;

type Person = { name: string; email: string };

/** Forms of From that people's programs write and that leave no doubt about the sender. */
const plainForms: Record<string, (person: Person) => string> = {
  "a bare address": ({ email }) => email,
  "a bare address in brackets": ({ email }) => `<${email}>`,
  "its own address for a name": ({ email }) => `"${email}" <${email}>`,
  "its own address for a name, without quotation marks": ({ email }) => `${email} <${email}>`,
  "its own address for a name, in single ones": ({ email }) => `'${email}' <${email}>`,
  "no blank before the bracket": ({ name, email }) => `${name}<${email}>`,
  "an encoded word right before the bracket": ({ email }) => `=?utf-8?q?Kate_N=C3=B6vak?=<${email}>`,
  "a name in an encoded word": ({ email }) => `=?iso-8859-1?Q?M=FCller=2C_Kate?= <${email}>`,
  "a name in two encoded words": ({ email }) => `=?utf-8?b?S2F0ZSDFoA==?=\r\n =?utf-8?b?a29kYQ==?= <${email}>`,
  "a name with a comma": ({ email }) => `"Novak, Kate (Shop)" <${email}>`,
  "a name with an at sign": ({ name, email }) => `${name} @ Home <${email}>`,
  "a name with marks": ({ email }) => `Kate O'Brien-Novak / K&N * 24/7 <${email}>`,
  "a name in a comment": ({ email }) => `${email} (Kate Novak)`,
  "a name and a comment": ({ name, email }) => `${name} (at home) <${email}>`,
  "a bare name with raw letters": ({ email }) => `Dr. Kate Müller <${email}>`,
  "a fold before the address": ({ name, email }) => `"${name}"\r\n\t<${email}>`,
  capitals: ({ name, email }) => `${name.toUpperCase()} <${email.toUpperCase()}>`,
};

const forms: Style[] = Object.entries(plainForms).map(([form, write]) => ({
  name: `the label alone, from ${form}`,
  write: ({ scene }) => ({ from: write(scene.victim), fields: [], to: scene.store.address }),
}));

/** Replies from the customer's other addresses, from other people, and over routes that change a mail. */
export const honestPeople: Style[] = [
  ...forms,
  {
    name: "a second address with our Message-ID",
    write: (it) => {
      const writer = secondOf(it);
      return { from: `${it.scene.victim.name} <${writer}>`, fields: naming(it), to: it.scene.store.address, writer };
    },
  },
  {
    name: "a second address that names the customer's own mail",
    write: (it) => {
      const writer = secondOf(it);
      return { from: writer, fields: [`References: <${it.ids.first}>`], to: it.scene.store.address, writer };
    },
  },
  {
    name: "a colleague in copy who answers to the reply address",
    write: (it) => {
      const writer = `colleague.${it.random.hex(6)}@${it.scene.victim.email.split("@")[1]}`;
      return { from: `"Colleague, A." <${writer}>`, fields: [], subject: "RE: Where is my order?", writer };
    },
  },
  {
    name: "a colleague in copy who answers all",
    write: (it) => {
      const writer = `colleague.${it.random.hex(6)}@partner.example`;
      const fields = [...naming(it), `Cc: ${it.scene.victim.email}`];
      return { from: `Chris <${writer}>`, fields, to: it.scene.store.address, writer };
    },
  },
  {
    name: "BATV",
    write: (it) => ({
      fields: naming(it),
      envelopeFrom: `prvs=0${it.random.hex(9)}=${it.scene.victim.email}`,
    }),
  },
  {
    name: "BATV with the label alone",
    write: (it) => ({
      fields: [],
      envelopeFrom: `prvs=${it.random.hex(10)}=${it.scene.victim.email}`,
      to: it.scene.store.address,
    }),
  },
  {
    name: "a forwarder's envelope",
    write: (it) => ({
      fields: [...naming(it), "X-Forwarded-To: help@store.example"],
      envelopeFrom: `SRS0=ab1c=de=${it.scene.victim.email.replace(/(.*)@(.*)/, "$2=$1")}@forwarder.example`,
      to: it.scene.ownAddress,
    }),
  },
  {
    name: "a mailing group that rewrote From",
    write: (it) => ({
      from: `'${it.scene.victim.name}' via Support <${it.scene.ownAddress}>`,
      fields: [
        ...naming(it),
        `X-Original-From: ${it.scene.victim.name} <${it.scene.victim.email}>`,
        `X-Original-Sender: ${it.scene.victim.email}`,
        `Reply-To: ${it.scene.victim.name} <${it.scene.victim.email}>`,
        "Precedence: list",
        "List-ID: <support.store.example>",
      ],
      envelopeFrom: `support+bncBAAB${it.random.hex(12)}@store.example`,
      to: it.scene.store.address,
    }),
  },
  {
    name: "a mailing group that kept From, with the label alone",
    write: (it) => ({
      fields: ["Precedence: list", "List-ID: <support.store.example>", "X-Auto-Response-Suppress: All"],
      envelopeFrom: `support+bncBAAB${it.random.hex(12)}@store.example`,
      to: it.scene.ownAddress,
    }),
  },
  {
    name: "a forward of our mail back to us",
    write: ({ scene, ids, words }) => ({
      subject: `Fwd: Re: Where is my order? [${scene.label}]`,
      fields: [`References: <${ids.answered}>`],
      to: scene.store.address,
      body: `${words}\r\n\r\n---------- Forwarded message ---------\r\nFrom: Shop <help@store.example>\r\nDate: Sat, 21 Nov 2026\r\nSubject: Re: Where is my order? [${scene.label}]\r\nTo: <${scene.victim.email}>\r\n\r\nWhich door is it?`,
    }),
  },
  {
    name: "the store's verified address, with the label alone",
    write: ({ scene }) => ({ fields: [], to: scene.ownAddress }),
  },
  {
    name: "a From that passed DMARC, with the label alone",
    write: ({ scene }) => ({
      fields: [
        `Authentication-Results: mx.example; spf=pass smtp.mailfrom=${scene.victim.email}; dkim=pass; dmarc=pass header.from=${scene.victim.email.split("@")[1]}`,
      ],
      to: scene.store.address,
    }),
  },
  {
    name: "a From that failed on its way through a list, with our Message-ID",
    write: (it) => ({
      fields: [
        ...naming(it),
        `Authentication-Results: mx.example; dkim=fail (body hash); dmarc=fail header.from=${it.scene.victim.email.split("@")[1]}`,
      ],
      to: it.scene.store.address,
    }),
  },
  {
    name: "another Reply-To of the customer's",
    write: (it) => ({
      fields: [...naming(it), `Reply-To: ${it.scene.victim.email}`, "Sender: assistant@work.example"],
    }),
  },
  {
    name: "the customer's counted Message-ID, by the customer",
    write: ({ scene }) => ({
      fields: [`In-Reply-To: <${scene.countedId}>`],
      subject: "Re: Where is my order?",
      to: scene.store.address,
    }),
  },
  {
    name: "the loop mark of the customer's own help desk",
    write: (it) => ({ fields: [...naming(it), `X-Deskhand-Loop: ${it.random.hex(24)}`] }),
  },
];
