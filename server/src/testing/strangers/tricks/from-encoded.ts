import { anyStranger, type Stage, type Trick } from "./trick.ts";

const base64 = (text: string) => Buffer.from(text).toString("base64");
const quoted = (text: string) =>
  [...Buffer.from(text)].map((byte) => `=${byte.toString(16).toUpperCase().padStart(2, "0")}`).join("");
const wordB = (text: string) => `=?utf-8?b?${base64(text)}?=`;
const wordQ = (text: string) => `=?UTF-8?Q?${quoted(text)}?=`;
const split = (text: string, pieces = 3) => {
  const size = Math.ceil(text.length / pieces);
  return Array.from({ length: pieces }, (_, at) => wordB(text.slice(at * size, (at + 1) * size))).join("\r\n ");
};

const { isArray } = Array;
function trick(name: string, from: (stage: Stage) => string | string[]): Trick {
  return {
    name: `encoded word in From: ${name}`,
    make: (stage) => {
      const values = from(stage);
      return { from: isArray(values) ? values : [values], mayShow: [anyStranger] };
    },
  };
}

const whole = ({ scene: { victim } }: Stage) => `"${victim.name}" <${victim.email}>`;

/** Encoded words in From (RFC 2047) that contain the customer's address as text, not as an address. */
export const encodedFrom: Trick[] = [
  trick("name and address (b)", (stage) => `${wordB(whole(stage))} <${stage.stranger.email}>`),
  trick("name and address (q)", (stage) => `${wordQ(whole(stage))} <${stage.stranger.email}>`),
  trick("the address alone", ({ scene, stranger }) => `${wordB(scene.victim.email)} <${stranger.email}>`),
  trick("the address in brackets", ({ scene, stranger }) => `${wordQ(`<${scene.victim.email}>`)} <${stranger.email}>`),
  trick(
    "a second mailbox by a comma",
    ({ scene, stranger }) => `${wordB(`${scene.victim.email}, x`)} <${stranger.email}>`,
  ),
  trick("a group", ({ scene, stranger }) => `${wordB(`Ann: ${scene.victim.email};`)} <${stranger.email}>`),
  trick("split in three", (stage) => `${split(whole(stage))} <${stage.stranger.email}>`),
  trick("split in five, then bare", (stage) => `${split(whole(stage), 5)}\r\n ${stage.stranger.email}`),
  trick("in quotation marks", (stage) => `"${wordB(whole(stage))}" <${stage.stranger.email}>`),
  trick("behind the address", (stage) => `<${stage.stranger.email}> ${wordB(whole(stage))}`),
  trick("in a comment", (stage) => `${stage.stranger.email} (${wordB(whole(stage))})`),
  trick(
    "a line break and another From",
    ({ scene, stranger }) => `${wordQ(`x\r\nFrom: ${scene.victim.email}\r\n`)} <${stranger.email}>`,
  ),
  trick(
    "UTF-7",
    ({ scene, stranger }) => `=?utf-7?q?${scene.victim.email.replace("@", "+AEA-")}?= <${stranger.email}>`,
  ),
  trick(
    "UTF-16",
    ({ scene, stranger }) =>
      `=?utf-16le?b?${Buffer.from(`<${scene.victim.email}>`, "utf16le").toString("base64")}?= <${stranger.email}>`,
  ),
  trick("an unknown character set", (stage) => `=?x-none?b?${base64(whole(stage))}?= <${stage.stranger.email}>`),
  trick("with a language", (stage) => `=?utf-8*en?b?${base64(whole(stage))}?= <${stage.stranger.email}>`),
  trick("that is never closed", (stage) => `=?utf-8?b?${base64(whole(stage))} <${stage.stranger.email}>`),
  trick("nested twice", (stage) => `${wordB(wordB(whole(stage)))} <${stage.stranger.email}>`),
  trick(
    "as the local part",
    ({ scene, stranger }) => `Ann <${wordQ(scene.victim.email)}@${stranger.email.split("@")[1]}>`,
  ),
  trick("as a local part at the customer's domain", ({ scene }) => {
    const [local = "", domain] = scene.victim.email.split("@");
    return `Ann <${wordQ(local)}@${domain}>`;
  }),
  trick("instead of an address", (stage) => wordB(whole(stage))),
  trick("in angle brackets, instead of an address", ({ scene }) => `<${wordB(scene.victim.email)}>`),
  trick("before a stranger's bare address", (stage) => `${wordB(whole(stage))} ${stage.stranger.email}`),
  trick(
    "with a NUL behind the address",
    ({ scene, stranger }) => `${wordQ(`${scene.victim.email}\0`)} <${stranger.email}>`,
  ),
];
