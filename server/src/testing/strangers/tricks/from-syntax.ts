import { anyStranger, putBytes, type Stage, type Trick } from "./trick.ts";

function trick(name: string, from: (victim: string, stranger: string, stage: Stage) => string | string[]): Trick {
  return {
    name: `From: ${name}`,
    make: (stage) => ({
      from: [from(stage.scene.victim.email, stage.stranger.email, stage)].flat(),
      mayShow: [anyStranger],
    }),
  };
}

/** The same without a clear sender: the desk may show the customer, but nothing proves them. */
function unclear(name: string, from: (victim: string, stranger: string, stage: Stage) => string | string[]): Trick {
  const { make } = trick(name, from);
  return {
    name: `From: ${name}`,
    make: (stage) => ({ ...make(stage), mayShow: [stage.scene.victim.email, anyStranger] }),
  };
}

const filler = (length: number) => `\r\n ${"x".repeat(70)}`.repeat(Math.ceil(length / 73));
const blanks = (length: number) => `\r\n${" ".repeat(70)}`.repeat(Math.ceil(length / 72));

/** From fields whose grammar (RFC 5322, section 3.4) hides the sender, or names none. */
export const fromSyntax: Trick[] = [
  unclear("two fields, the customer first", (victim, stranger) => [victim, stranger]),
  unclear("two fields, the customer last", (victim, stranger) => [stranger, `Kate <${victim}>`]),
  unclear("three fields", (victim, stranger) => [stranger, victim, stranger]),
  unclear("the customer in two fields", (victim) => [victim, `Kate <${victim}>`]),
  unclear("two mailboxes, the customer first", (victim, stranger) => `${victim}, ${stranger}`),
  unclear("two mailboxes, the customer last", (victim, stranger) => `M <${stranger}>, Kate <${victim}>`),
  unclear("two mailboxes with a semicolon", (victim, stranger) => `${victim}; ${stranger}`),
  unclear("the customer in a group", (victim) => `Friends: ${victim};`),
  unclear("both in a group", (victim, stranger) => `Friends: ${stranger}, Kate <${victim}>;`),
  trick("a group with the customer's address for a name", (victim, stranger) => `${victim}: ${stranger};`),
  unclear("a group and a mailbox", (victim, stranger) => `Friends: ${victim};, ${stranger}`),
  trick("the customer in a comment", (victim, stranger) => `${stranger} (${victim})`),
  trick("the customer in a comment in front", (victim, stranger) => `(Kate <${victim}>) ${stranger}`),
  trick("a comment with brackets", (victim, stranger) => `M <${stranger}> (Kate <${victim}>)`),
  trick("nested comments", (victim, stranger) => `(a (b <${victim}>) c) M <${stranger}>`),
  unclear("a comment that is never closed", (victim, stranger) => `(Kate <${victim}> M <${stranger}>`),
  trick("a comment within the address", (victim, stranger) => stranger.replace("@", `(${victim})@`)),
  trick("the customer's address quoted", (victim, stranger) => `"${victim}" <${stranger}>`),
  trick("brackets in quotation marks", (victim, stranger) => `"Kate <${victim}>" <${stranger}>`),
  trick("an escaped quotation mark", (victim, stranger) => `"Kate \\" <${victim}>, \\"" <${stranger}>`),
  trick("an escaped backslash", (victim, stranger) => `"Kate <${victim}> \\\\" <${stranger}>`),
  unclear("a quotation mark that is never closed", (victim, stranger) => `"Kate <${victim}> <${stranger}>`),
  unclear("a quotation mark between", (victim, stranger) => `Kate" <${victim}> <${stranger}>`),
  unclear("single quotation marks", (victim, stranger) => `'Kate <${victim}>' <${stranger}>`),
  unclear("brackets in a bare name", (victim, stranger) => `Kate <${victim}> <${stranger}>`),
  unclear("two addresses in brackets", (victim, stranger) => `<${stranger}> <${victim}>`),
  unclear("two addresses without a blank", (victim, stranger) => `<${victim}><${stranger}>`),
  unclear("nested brackets", (victim, stranger) => `<<${victim}> ${stranger}>`),
  unclear("nested brackets, the customer inside", (victim, stranger) => `M <${stranger} <${victim}>>`),
  unclear("a bracket that is never closed", (victim, stranger) => `M <${stranger}> Kate <${victim}`),
  unclear("two bare addresses", (victim, stranger) => `${victim} ${stranger}`),
  unclear("an address for a name, and one behind", (victim, stranger) => `${victim} <${stranger}> ${victim}`),
  unclear("words behind the address", (victim, stranger) => `${stranger} <${victim}> ${stranger}`),
  unclear("empty brackets behind", (victim) => `${victim} <>`),
  unclear("empty brackets and a name with the address", (victim) => `"${victim}" <>`),
  unclear("only a name, which is the address", (victim) => `"${victim}"`),
  unclear("mailto and parameters", (victim, stranger) => `<mailto:${victim}?cc=${stranger}>`),
  trick("a route through the customer", (victim, stranger) => `<@${victim.split("@")[1]}:${stranger}>`),
  trick("an address for a local part", (victim, stranger) => `<"${victim}"@${stranger.split("@")[1]}>`),
  unclear("two at signs", (victim, stranger) => `<${victim}@${stranger.split("@")[1]}>`),
  unclear("two at signs, the customer last", (victim, stranger) => `<${stranger}@${victim.split("@")[1]}>`),
  trick("the percent hack", (victim, stranger) => `<${victim.replace("@", "%")}@${stranger.split("@")[1]}>`),
  trick("a bang path", (victim, stranger) => `<${victim.replace(/(.*)@(.*)/, "$2!$1")}@${stranger.split("@")[1]}>`),
  unclear("a blank in the address", (victim, stranger) => `<${victim} .${stranger.split("@")[1]}>`),
  unclear("a tab in the address", (victim, stranger) => `<${victim}\t@${stranger.split("@")[1]}>`),
  unclear("a name too long to be read to its end", (victim, stranger) => `${victim},${filler(17_000)} <${stranger}>`),
  unclear("blanks too long to be read to their end", (victim, stranger) => `${victim}${blanks(17_000)} <${stranger}>`),
  unclear("a field too long to be read to its end", (victim, stranger) => `${victim}${blanks(34_000)},${stranger}`),
  unclear("three hundred mailboxes", (victim, stranger, { random }) => {
    const others = Array.from({ length: 300 }, () => `${random.hex(6)}@list.example`);
    return `${victim},\r\n ${others.join(",\r\n ")},\r\n ${stranger}`;
  }),
  {
    name: "From: two fields with a thousand others between",
    make: ({ scene: { victim }, stranger }) => ({
      from: [victim.email],
      fields: [...Array.from({ length: 1_100 }, (_, at) => `X-${at}: 1`), `From: ${stranger.email}`],
      mayShow: [victim.email, anyStranger],
    }),
  },
  {
    name: "From: two fields, one with a blank before its colon",
    make: ({ scene: { victim } }) => ({ fields: [`From : ${victim.email}`], mayShow: [victim.email, anyStranger] }),
  },
  {
    name: "From: two fields in other cases",
    make: ({ scene: { victim } }) => ({ fields: [`FROM: ${victim.email}`], mayShow: [victim.email, anyStranger] }),
  },
  {
    name: "From: NUL in the address",
    make: ({ scene: { victim }, stranger }) => ({
      from: [`<${victim.email}{nul}.${stranger.email.split("@")[1]}>`],
      finish: (raw) => putBytes(raw, "{nul}", [0]),
      mayShow: [victim.email, anyStranger],
    }),
  },
  {
    name: "From: a bare line end in the address",
    make: ({ scene: { victim }, stranger, random }) => ({
      from: [`${victim.email}{end}${stranger.email}`],
      finish: (raw) => putBytes(raw, "{end}", [random.pick([0x0b, 0x0c, 0x0d, 0x08, 0x85])]),
      mayShow: [victim.email, anyStranger],
    }),
  },
];
