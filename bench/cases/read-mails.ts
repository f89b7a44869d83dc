import { createHash, randomBytes } from "node:crypto";
import { readMail } from "../../server/src/domains/intake/index.ts";
import type { Case } from "./case.ts";
import { writeMail } from "./write-mail.ts";

const crlf = "\r\n";

/**
 * Mails read as the worker's threads read them: parsed, classified, split from the quoted history, and fingerprinted. The
 * baseline only hashes their bytes.
 */
export const readMails: Case[] = [
  readCase("mail.read", () => writeMail("help@desk.example").raw),
  readCase("mail.read large", writeLarge),
  readCase("mail.read hostile", writeHostile),
];

function readCase(name: string, write: () => string): Case {
  const mails = Array.from({ length: 4 }, () => Buffer.from(write(), "latin1"));
  const next = () => {
    const raw = mails.shift() ?? Buffer.alloc(0);
    mails.push(raw);
    return raw;
  };
  return {
    name,
    aim: {},
    hasBareSql: false,
    async bareTask() {
      createHash("sha256").update(next()).digest();
    },
    async open() {
      return {
        async task() {
          await readMail({ raw: next(), attachmentFolder: null, envelopeFrom: "ann@people.example" });
        },
        close() {},
      };
    },
  };
}

/** Writes a mail with a photo of 4 MB and a document of 1 MB. */
function writeLarge(): string {
  const file = (type: string, name: string, megabytes: number) => [
    "--large",
    `Content-Type: ${type}; name="${name}"`,
    "Content-Transfer-Encoding: base64",
    "",
    randomBytes(megabytes * 1_048_576)
      .toString("base64")
      .replace(/.{76}/g, `$&${crlf}`),
  ];
  return [
    "From: Ann <ann@people.example>",
    "Subject: Photos of the parcel",
    'Content-Type: multipart/mixed; boundary="large"',
    "",
    "--large",
    "",
    "Here they are.",
    ...file("image/jpeg", "parcel.jpg", 4),
    ...file("application/pdf", "invoice.pdf", 1),
    "--large--",
  ].join(crlf);
}

/** Writes 400 nested multiparts, none closed, with lines that are nearly boundaries, and headers full of words. */
function writeHostile(): string {
  const depth = 400;
  const inner = Array.from({ length: depth }, (_, at) => [
    `--b${at}`,
    `Content-Type: multipart/mixed; boundary=b${at + 1}; name*0*=utf-8''%C3; name*1*=%BC`,
    "",
    `--b${at}x${crlf}--`.repeat(20),
  ]);
  return [
    `From: ${"(".repeat(500)}=?utf-8?q?Ann?= <ann@people.example>`,
    `Subject: ${"=?utf-8?q?".repeat(500)}`,
    `To: ${'"a@b" <c@d.example>, '.repeat(500)}`,
    "Content-Type: multipart/mixed; boundary=b0",
    "",
    ...inner.flat(),
    `--b${depth}`,
    "",
    "> On 1 January Ann wrote:\r\n> ".repeat(2_000),
  ].join(crlf);
}
