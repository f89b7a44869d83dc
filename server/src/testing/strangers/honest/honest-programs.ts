import type { Situation, Style } from "./honest-mail.ts";

const answering = ({ ids }: Situation) => [
  `In-Reply-To: <${ids.answered}>`,
  `References: <${ids.first}> <${ids.answered}>`,
];
const upper = (text: string) => text.toUpperCase();
const base64 = (text: string) => Buffer.from(text).toString("base64");

/** Replies as the common mail programs write them, with what each keeps and drops. */
export const honestPrograms: Style[] = [
  {
    name: "Gmail",
    write: (it) => ({
      fields: ["MIME-Version: 1.0", ...answering(it), 'Content-Type: text/plain; charset="UTF-8"'],
      messageId: `CA${it.random.hex(6)}=${it.random.hex(30)}@mail.gmail.com`,
    }),
  },
  {
    name: "Gmail, to the support address",
    write: (it) => ({ fields: ["MIME-Version: 1.0", ...answering(it)], to: it.scene.store.address }),
  },
  {
    name: "Gmail, as HTML",
    write: (it) => ({
      fields: ["MIME-Version: 1.0", ...answering(it), "Content-Type: text/html; charset=utf-8"],
      body: `<div dir="ltr">${it.words}</div><br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">On Sat, 21 Nov 2026 at 10:00, Shop &lt;<a href="mailto:help@store.example">help@store.example</a>&gt; wrote:<br></div><blockquote class="gmail_quote">Which door is it?</blockquote></div>`,
    }),
  },
  {
    name: "Outlook with References",
    write: (it) => ({
      subject: `RE: Where is my order? [${it.scene.label}]`,
      fields: [
        "Thread-Topic: Where is my order?",
        `Thread-Index: ${base64(it.random.hex(22))}`,
        `References: <${it.ids.first}>\r\n <${it.ids.answered}>`,
        `In-Reply-To: <${it.ids.answered}>`,
        "X-MS-Exchange-CrossTenant-OriginalArrivalTime: 22 Nov 2026 06:00:00.0000 (UTC)",
      ],
    }),
  },
  {
    name: "Outlook without References",
    write: (it) => ({
      subject: `AW: Where is my order? [${it.scene.label}]`,
      fields: ["X-Mailer: Microsoft Outlook 16.0", `In-Reply-To: <${it.ids.answered}>`],
      to: it.scene.store.address,
    }),
  },
  {
    name: "Outlook with neither, to the reply address",
    write: (it) => ({ fields: [`Thread-Index: ${base64(it.random.hex(22))}`], subject: "SV: Where is my order?" }),
  },
  {
    name: "Exchange with the label and Thread-Index alone",
    write: (it) => ({
      subject: `RE: [EXTERNAL] Re: Where is my order? [${it.scene.label}]`,
      fields: [
        "Thread-Topic: Where is my order?",
        `Thread-Index: ${base64(it.random.hex(22))}`,
        "Accept-Language: en-GB",
      ],
      to: it.scene.store.address,
    }),
  },
  {
    name: "Exchange with References folded by tabs",
    write: ({ scene, ids, random }) => ({
      fields: [
        `References: <${ids.first}>,\r\n\t<${random.hex(40)}@a.example>,\r\n\t<${random.hex(40)}@b.example>\r\n\t <${ids.answered}>`,
        `In-Reply-To:\r\n\t<${ids.answered}>`,
      ],
      to: scene.store.address,
    }),
  },
  {
    name: "Apple Mail",
    write: (it) => ({
      fields: [
        "Mime-Version: 1.0 (Mac OS X Mail 16.0 \\(3731.700.6\\))",
        ...answering(it),
        "X-Mailer: Apple Mail (2.3731.700.6)",
        "Content-Type: text/plain;\r\n\tcharset=utf-8",
      ],
      body: `${it.words}\r\n\r\n> On 21 Nov 2026, at 10:00, Shop <help@store.example> wrote:\r\n> \r\n> Which door is it?`,
    }),
  },
  {
    name: "iPhone",
    write: (it) => ({
      fields: ["X-Mailer: iPhone Mail (22A3354)", `In-Reply-To: <${it.ids.answered}>`],
      body: `${it.words}\r\n\r\nSent from my iPhone\r\n\r\n> On 21 Nov 2026, at 10:00, Shop <help@store.example> wrote:\r\n> \r\n> Which door is it?`,
    }),
  },
  {
    name: "a phone that keeps only the subject",
    write: (it) => ({
      fields: [],
      subject: `Re: Re: Where is my order? [${it.scene.label}]`,
      to: it.scene.store.address,
    }),
  },
  {
    name: "Yahoo",
    write: (it) => ({
      subject: `Re[2]: Where is my order? [${it.scene.label}]`,
      fields: [
        `References: <${it.ids.answered}>`,
        `In-Reply-To: <${it.ids.answered}>`,
        "X-Mailer: WebService/1.1.22876 YMailNorrin",
      ],
      messageId: `${it.random.below(1e9)}.${it.random.below(1e6)}.1763791${it.random.below(1e6)}@mail.yahoo.com`,
    }),
  },
  {
    name: "ids without brackets",
    write: ({ ids, scene }) => ({
      fields: [`In-Reply-To: ${ids.answered}`, `References: ${ids.first} ${ids.answered}`],
      to: scene.store.address,
    }),
  },
  {
    name: "words around the id",
    write: ({ ids, scene }) => ({
      fields: [`In-Reply-To: "Your message of Sat, 21 Nov" <${ids.answered}> (Shop's)`],
      to: scene.store.address,
    }),
  },
  {
    name: "ids and addresses in capitals",
    write: ({ ids, scene }) => ({
      from: `${scene.victim.name} <${upper(scene.victim.email)}>`,
      fields: [`References: <${upper(ids.answered)}>`],
      to: upper(scene.store.address),
    }),
  },
  {
    name: "the reply address in capitals",
    write: ({ scene }) => ({ fields: [], to: upper(scene.replyAddress) }),
  },
  {
    name: "an encoded subject in another language",
    write: ({ scene, random }) => ({
      subject: `=?utf-8?b?${base64(`${random.pick(["回复：", "Odp:", "Réf :", "Отв:", "SV:", "Ynt:"])} Where is my order? [${scene.label}]`)}?=`,
      fields: [],
      to: scene.store.address,
    }),
  },
  {
    name: "a cut copy of our id among the References",
    write: ({ ids, scene, random }) => ({
      fields: [
        `References: <${ids.first}> <${ids.answered}> <${ids.answered.slice(0, 20 + random.below(30))}@mail.desk.test>`,
      ],
      to: scene.store.address,
    }),
  },
  {
    name: "our id cut in the middle by a program's line limit, and whole in In-Reply-To",
    write: ({ ids, scene }) => ({
      fields: [`References: <${ids.answered.replace(/.{9}@/, "@")}>`, `In-Reply-To: <${ids.answered}>`],
      to: scene.store.address,
    }),
  },
];
