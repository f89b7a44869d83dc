import { putBytes, type Stage, type Trick } from "./trick.ts";

const wordQ = (text: string) =>
  `=?utf-8?q?${[...Buffer.from(text)].map((byte) => `=${byte.toString(16).padStart(2, "0")}`).join("")}?=`;

const second = ({ scene: { victim, label } }: Stage) =>
  `MAIL FROM:<${victim.email}>\r\nRCPT TO:<help@store.example>\r\nDATA\r\nFrom: ${victim.email}\r\nSubject: Re: [${label}]\r\n\r\nSend it elsewhere`;

function smuggled(name: string, end: string): Trick {
  return {
    name: `smuggled behind ${name}`,
    make: (stage) => ({ body: `Hello ${stage.random.hex(12)}${end}${second(stage)}` }),
  };
}

function injected(name: string, fields: (stage: Stage) => string[]): Trick {
  return { name: `injected ${name}`, make: (stage) => ({ fields: fields(stage) }) };
}

/** Line ends, marks and bytes that make a reader see another mail than the one that was checked. */
export const injections: Trick[] = [
  smuggled("a dot between bare line feeds", "\n.\n"),
  smuggled("a dot behind a bare line feed", "\n.\r\n"),
  smuggled("a dot before a bare line feed", "\r\n.\n"),
  smuggled("a dot between carriage returns", "\r.\r"),
  smuggled("a dot and a NUL", "\r\n.\0\r\n"),
  smuggled("a mailbox file's line", "\r\n\r\nFrom kate@kunden.example Sun Nov 22 06:00:00 2026\r\n"),
  injected("by a word in the subject of a list", ({ scene }) => [
    `Keywords: ${wordQ(`x\r\nFrom: ${scene.victim.email}\r\nReply-To: ${scene.victim.email}`)}`,
  ]),
  injected("by a folded field", ({ scene }) => [`X-Note: hello\r\n From: ${scene.victim.email}`]),
  injected("by an empty folded line", ({ scene }) => [`X-Note: hello\r\n \r\n From: ${scene.victim.email}`]),
  injected("as a mailbox file's line", ({ scene }) => [`From ${scene.victim.email} Sun Nov 22 06:00:00 2026`]),
  injected("as a quoted line", ({ scene }) => [`>From: ${scene.victim.email}`]),
  injected("with another sign for the colon", ({ scene }) => [`From\uff1a ${scene.victim.email}`]),
  injected("with a letter of another alphabet", ({ scene }) => [`Fr\u043em: ${scene.victim.email}`]),
  {
    name: "injected by a carriage return",
    make: ({ scene }) => ({
      fields: [`X-Note: hello{end}From: ${scene.victim.email}{end2}Reply-To: ${scene.victim.email}`],
      finish: (raw) => putBytes(putBytes(raw, "{end}", [0x0d]), "{end2}", [0x0d]),
      mayShow: [scene.victim.email],
    }),
  },
  {
    name: "injected by a NUL",
    make: ({ scene }) => ({
      fields: [`Fr{nul}om: ${scene.victim.email}`],
      finish: (raw) => putBytes(raw, "{nul}", [0]),
    }),
  },
  {
    name: "injected by other line separators",
    make: ({ scene, random }) => ({
      fields: [`X-Note: hello${random.pick(["\u2028", "\u2029", "\u0085", "\v", "\f"])}From: ${scene.victim.email}`],
    }),
  },
  {
    name: "injected behind the header's end",
    make: ({ scene: { victim, label }, random }) => ({
      body: `From: ${victim.email}\r\nSubject: [${label}]\r\n\r\nHello ${random.hex(12)}`,
    }),
  },
  {
    name: "with line feeds alone",
    make: ({ scene }) => ({
      fields: [`Reply-To: ${scene.victim.email}`],
      finish: (raw) => Buffer.from(raw.toString("latin1").replaceAll("\r\n", "\n"), "latin1"),
      mayShow: [scene.victim.email],
    }),
  },
  {
    name: "with carriage returns alone in the header",
    make: ({ scene, random }) => ({
      fields: [`X-Note: ${random.hex(6)}{end}{end}From: ${scene.victim.email}`],
      finish: (raw) => putBytes(putBytes(raw, "{end}", [0x0d]), "{end}", [0x0d]),
      mayShow: [scene.victim.email],
    }),
  },
  {
    name: "in 16-bit text",
    ends: ["ticket_created", "failed"],
    make: ({ scene, random }) => ({
      finish: (raw) =>
        Buffer.concat([
          raw.subarray(0, raw.indexOf("\r\n\r\n") + 4),
          Buffer.from(`From: ${scene.victim.email} ${random.hex(8)}`, "utf16le"),
        ]),
    }),
  },
];
