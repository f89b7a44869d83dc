import { pointByLabel } from "../pointers.ts";
import type { Stage, Trick } from "./trick.ts";

const numberOf = ({ scene: { label } }: Stage) => Number(label.replace(/\D/g, ""));
const wide = (text: string) => text.replace(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0));
const wordB = (text: string) => `=?utf-8?b?${Buffer.from(text).toString("base64")}?=`;

/** A stranger's own mail that names the ticket in its subject or a similar field. */
function subject(name: string, write: (number: number, stage: Stage) => string, fields: string[] = []): Trick {
  return {
    name: `label: ${name}`,
    make: (stage) => ({ pointer: { subject: write(numberOf(stage), stage), fields } }),
  };
}

function fieldOnly(name: string): Trick {
  return {
    name: `label: in ${name}`,
    make: ({ scene: { label } }) => ({ pointer: { subject: "My order", fields: [`${name}: [${label}]`] } }),
  };
}

/** Ways to write a label, sent from addresses that take no part in the ticket. */
export const labelVariants: Trick[] = [
  subject("as we write it", (_, { scene }) => `Re: Where is my order? [${scene.label}]`),
  subject("without zeros", (number) => `[ticket:${number}]`),
  subject("with zeros", (number) => `[Ticket: 00000000${number}]`),
  subject("with a number sign", (number) => `Re: #${number} [Ticket: #${number}]`),
  subject("a number sign alone", (number) => `#${number} (#${number}) [#${number}]`),
  subject("without brackets", (number) => `Ticket: ${String(number).padStart(4, "0")}`),
  subject("five of them", (number) => [1, 2, number, number, 3].map((each) => `[Ticket: ${each}]`).join(" ")),
  subject("twenty of them", (number) => Array.from({ length: 20 }, (_, at) => `[Ticket: ${number + at - 2}]`).join("")),
  subject("full-width", (number) => wide(`[Ticket: ${number}]`)),
  subject("full-width digits", (number) => `[Ticket: ${wide(String(number))}]`),
  subject(
    "Arabic digits",
    (number) => `[Ticket: ${[...String(number)].map((digit) => "٠١٢٣٤٥٦٧٨٩"[Number(digit)]).join("")}]`,
  ),
  subject("encoded", (number) => wordB(`Re: [Ticket: ${number}]`)),
  subject("encoded in pieces", (number) => `${wordB("Re: [Tic")}\r\n ${wordB(`ket: ${number}`)} ${wordB("]")}`),
  subject("folded", (number) => `Re: [Ticket:\r\n ${number}]`),
  subject("nested", (number) => `[[Ticket: ${number}]]`),
  subject("behind a thousand signs", (number) => `${"long ".repeat(200)}[Ticket: ${number}]`),
  subject("a huge number", (number) => `[Ticket: ${"9".repeat(40)}] [Ticket: ${number}]`),
  subject("a negative number and a fraction", (number) => `[Ticket: -${number}] [Ticket: ${number}.0]`),
  subject("two subjects", (number) => `My order\r\nSubject: [Ticket: ${number}]`),
  ...["Thread-Topic", "X-Ticket", "Keywords", "Comments", "X-Subject", "References", "In-Reply-To", "Thread-Index"].map(
    fieldOnly,
  ),
  {
    name: "label: in the text",
    make: ({ scene: { label, victim } }) => ({
      pointer: { subject: "My order", fields: [] },
      body: `[${label}]\r\n\r\n##- Please type your reply above this line -##\r\nRe: Where is my order? [${label}]\r\nOn Monday ${victim.name} <${victim.email}> wrote:\r\n> Hello`,
    }),
  },
  {
    name: "label: in a name",
    make: ({ scene: { label }, stranger }) => ({
      pointer: { subject: "My order", fields: [`Cc: "[${label}]" <help@store.example>`] },
      from: [`"[${label}]" <${stranger.email}>`],
    }),
  },
  {
    name: "label: from a customer with another ticket",
    make: ({ scene }) => ({
      from: [`${scene.neighbour.name} <${scene.neighbour.email}>`],
      pointer: pointByLabel(scene),
      mayShow: [scene.neighbour.email],
    }),
  },
  {
    name: "label: behind the label of one's own ticket",
    ends: ["reply_added"],
    make: ({ scene }) => ({
      from: [`${scene.neighbour.name} <${scene.neighbour.email}>`],
      pointer: { subject: `[${scene.label}] [${scene.neighbour.label}] [${scene.label}]`, fields: [] },
      mayShow: [scene.neighbour.email],
    }),
  },
  {
    name: "label: of a ticket in another store, with its customer's address",
    make: ({ elsewhere, scene }) => ({
      from: [`${elsewhere.victim.name} <${elsewhere.victim.email}>`],
      pointer: { subject: `[${elsewhere.label}] [${scene.label}]`, fields: [] },
      mayShow: [elsewhere.victim.email],
    }),
  },
  {
    name: "label: an automatic reply",
    ends: ["auto_reply"],
    make: ({ scene, random }) => ({
      pointer: {
        subject: `Automatic reply: Where is my order? [${scene.label}]`,
        fields: ["Auto-Submitted: auto-replied"],
      },
      fields: [`Reply-To: ${scene.victim.email}`],
      body: `I am away until Monday. ${random.hex(12)}`,
    }),
  },
];
