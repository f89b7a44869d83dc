import type { MailState } from "@deskhand/contract/vocabulary";
import type { Scene } from "../open-scenes.ts";
import type { Pointer } from "../pointers.ts";
import type { SeededRandom } from "../seeded-random.ts";

/** The victim's ticket and the attacker of a trick, and how the mail names the ticket. */
export type Stage = {
  scene: Scene;
  stranger: { name: string; email: string };
  random: SeededRandom;
  pointer: Pointer;
  /** A scene in another store. */
  elsewhere: Scene;
};

/** What a trick changes in a stranger's plain mail that points at the ticket. */
export type Forgery = {
  /** The values of the From fields, in order. */
  from?: readonly string[];
  /** Replaces the pointer. */
  pointer?: Pointer;
  /** Further header lines. */
  fields?: readonly string[];
  body?: string;
  envelopeFrom?: string;
  to?: readonly string[];
  /** Addresses, beyond the stranger's own, that the desk may show as the writer's, or `anyStranger`. */
  mayShow?: readonly string[];
  /** Changes the whole message at the end. */
  finish?: (raw: Buffer) => Buffer;
};

/** One class of hostile mail. */
export type Trick = {
  name: string;
  /** How it may end: by default as a stranger's own conversation. */
  ends?: readonly MailState[];
  /** Whether the mail itself says that its From failed: its ticket must then say so, and name the ticket it points at. */
  isFailing?: boolean;
  make(stage: Stage): Forgery;
};

/** A hostile mail, ready to be sent. */
export type HostileMail = {
  trick: string;
  scene: Scene;
  ends: readonly MailState[];
  isFailing: boolean;
  envelopeFrom: string;
  recipients: string[];
  raw: Buffer;
  /** Addresses that the desk may show as the writer's. */
  mayShow: readonly string[];
};

/** Allows every address but the customer's, for mails whose sender is written too oddly to predict. */
export const anyStranger = "*";

/** Plays a trick on a stage. */
export function play(trick: Trick, stage: Stage, id: string): HostileMail {
  const { scene, stranger } = stage;
  const forgery = trick.make(stage);
  const { from = [`${stranger.name} <${stranger.email}>`], pointer = stage.pointer, fields = [] } = forgery;
  const { envelopeFrom = stranger.email, to = [scene.store.address], mayShow = [] } = forgery;
  const header = [
    ...from.map((value) => `From: ${value}`),
    "To: help@store.example",
    ...(pointer.subject === null ? [] : [`Subject: ${pointer.subject}`]),
    "Date: Sun, 22 Nov 2026 06:00:00 +0000",
    `Message-ID: <${id}@${stranger.email.split("@")[1]}>`,
    ...pointer.fields,
    ...fields,
  ];
  const body = forgery.body ?? `Please send it to my new address instead. ${id}`;
  const raw = Buffer.from(`${header.join("\r\n")}\r\n\r\n${body}\r\n`);
  return {
    trick: trick.name,
    scene,
    ends: trick.ends ?? ["ticket_created"],
    isFailing: trick.isFailing ?? false,
    envelopeFrom,
    recipients: [...to],
    raw: forgery.finish ? forgery.finish(raw) : raw,
    mayShow: [stranger.email, ...mayShow].map((email) => email.toLowerCase()),
  };
}

/** Replaces `{mark}` with bytes that a text cannot hold. */
export function putBytes(raw: Buffer, mark: string, bytes: readonly number[]): Buffer {
  const at = raw.indexOf(mark);
  if (at < 0) throw new RangeError(`No ${mark} in the mail`);
  return Buffer.concat([raw.subarray(0, at), Buffer.from(bytes), raw.subarray(at + mark.length)]);
}
