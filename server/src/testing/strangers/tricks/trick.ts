import type { MailState } from "@deskhand/contract/vocabulary";
import type { Scene } from "../open-scenes.ts";
import type { Pointer } from "../pointers.ts";
import type { SeededRandom } from "../seeded-random.ts";

/** Where a trick is played: against whose ticket, by whom, and how the mail names the ticket. */
export type Stage = {
  scene: Scene;
  stranger: { name: string; email: string };
  random: SeededRandom;
  pointer: Pointer;
  /** A scene in another store. */
  elsewhere: Scene;
};

/** What a trick does to a stranger's plain mail that points at the ticket; all else stays as it was. */
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
  /** What is done to the whole message at the end. */
  finish?: (raw: Buffer) => Buffer;
};

/** One class of hostile mail. */
export type Trick = {
  name: string;
  /** How it may end: by default it is a stranger's own conversation. */
  ends?: readonly MailState[];
  /** It says itself that its From failed: its ticket must say so, and which one it names. */
  isFailing?: boolean;
  make(stage: Stage): Forgery;
};

/** A hostile mail as it comes to the door. */
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

/** Stands for every address but the customer's, where a mail's own is written too oddly to be told. */
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

/** Bytes that no text holds, put where `{mark}` stands. */
export function putBytes(raw: Buffer, mark: string, bytes: readonly number[]): Buffer {
  const at = raw.indexOf(mark);
  if (at < 0) throw new RangeError(`No ${mark} in the mail`);
  return Buffer.concat([raw.subarray(0, at), Buffer.from(bytes), raw.subarray(at + mark.length)]);
}
