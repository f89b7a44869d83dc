import { type FileHandle, mkdir, open, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createTransport } from "nodemailer";
import { newId } from "../db/ids.ts";
import { ignoreMissing } from "../error-code.ts";
import { scratchPath } from "../storage/scratch.ts";
import { writeDurably } from "../storage/write-durably.ts";
import { composeMail } from "./compose-mail.ts";
import type { Mailer, OutgoingMail } from "./mailer.ts";
import { signing } from "./sign-mail.ts";

/**
 * Keeps mail as files in a folder instead of sending it; names sort by time. Large mails are spooled in `dataDir`
 * meanwhile.
 */
export function openOutboxMailer(folder: string, dataDir = tmpdir()): Mailer {
  const transport = createTransport({ streamTransport: true });
  transport.use("stream", signing(dataDir));
  let count = 0;
  return {
    async send(mail) {
      // Set per mail: with the transport-wide option, an unreadable file would leave a stream that never ends.
      const { message } = await transport.sendMail({ ...composeMail(mail), newline: "windows" });
      if (Buffer.isBuffer(message)) throw new TypeError("The mail was built in memory");
      await mkdir(folder, { recursive: true, mode: 0o700 });
      count += 1;
      await writeDurably(join(folder, newFileName(count)), withEnvelope(mail, message));
    },
    async check() {
      await mkdir(folder, { recursive: true, mode: 0o700 });
    },
    forget: (messageIds) => forgetInOutbox(folder, messageIds),
    close: () => transport.close(),
  };
}

/** Returns the outbox's folder within the data directory. */
export function outboxFolder(dataDir: string): string {
  return join(dataDir, "outbox");
}

/**
 * Returns a file name: the time, a number for mails of the same millisecond, and an id against collisions between
 * processes.
 */
function newFileName(number: number): string {
  const order = String(number % 1_000_000).padStart(6, "0");
  return `${new Date().toISOString().replace(/[:.]/g, "-")}-${order}-${newId()}.eml`;
}

/** Prefixes the mail with its envelope, as a receiving server would store it. */
async function* withEnvelope(mail: OutgoingMail, message: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield Buffer.from(`Return-Path: <${oneLine(mail.returnPath)}>\r\nDelivered-To: ${oneLine(mail.to)}\r\n`);
  yield* message;
}

function oneLine(text: string): string {
  return text.replace(/[\r\n]+/g, " ");
}

/** Larger mails are spooled to a file until they are sent. */
const mostInMemory = 256_000;
const pieceBytes = 64 * 1024;

/** Holds bytes that are written once and then read once. */
type Spool = {
  write(piece: Buffer): Promise<void>;
  read(): AsyncGenerator<Buffer>;
  /** Must be called by whoever opened it. */
  remove(): Promise<void>;
};

/** Opens a spool: small ones in memory, others in the data directory's scratch folder. */
export function openSpool(dataDir: string): Spool {
  const pieces: Buffer[] = [];
  let size = 0;
  let path: string | null = null;
  let file: FileHandle | null = null;
  return {
    async write(piece) {
      size += piece.length;
      pieces.push(piece);
      if (file === null && size <= mostInMemory) return;
      if (file === null) {
        path = scratchPath(dataDir);
        await mkdir(dirname(path), { recursive: true, mode: 0o700 });
        file = await open(path, "wx+", 0o600);
      }
      for (const pending of pieces.splice(0)) await file.writeFile(pending);
    },
    async *read() {
      yield* pieces;
      if (file === null) return;
      for (let at = 0; at < size; ) {
        const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(pieceBytes), 0, pieceBytes, at);
        if (bytesRead === 0) throw new Error("A mail that was put aside is no longer whole");
        at += bytesRead;
        yield buffer.subarray(0, bytesRead);
      }
    },
    async remove() {
      await file?.close();
      if (path !== null) await rm(path, { force: true });
    },
  };
}

/** More than we write before a mail's Message-ID. */
const headBytes = 64 * 1024;

/** Removes the mails with these Message-IDs, without angle brackets. */
async function forgetInOutbox(folder: string, messageIds: readonly string[]): Promise<void> {
  if (messageIds.length === 0) return;
  const wanted = new Set(messageIds);
  // The folder is missing until something is sent.
  for (const name of (await readdir(folder).catch(ignoreMissing)) ?? []) {
    const id = isOutboxFile(name) ? await readMessageId(join(folder, name)) : undefined;
    if (id !== undefined && wanted.has(id)) await rm(join(folder, name), { force: true });
  }
}

async function readMessageId(path: string): Promise<string | undefined> {
  const file = await open(path).catch(ignoreMissing);
  if (!file) return undefined;
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    const [head = ""] = buffer.toString("latin1", 0, bytesRead).split("\r\n\r\n");
    return /^Message-ID:\s*<([^>]+)>/im.exec(head)?.[1];
  } finally {
    await file.close();
  }
}

const fileName = /^\d{4}-[\dTZ-]{19}-\d{6}-[0-9a-f-]{36}\.eml$/;

/** Whether a name has the form of the outbox's files. */
function isOutboxFile(name: string): boolean {
  return fileName.test(name);
}

export type ShownMail = {
  subject: string;
  from: string;
  to: string;
  date: string;
  text: string;
  html: string;
  headers: { name: string; value: string }[];
  attachments: { filename: string; contentType: string; size: number }[];
};
export type OutboxMail = ShownMail & { file: string };
/** Parses a mail's bytes. Passed in, as code that sends mail does not know how to read it. */
export type ShowMail = (bytes: Buffer) => Promise<ShownMail>;

/** Lists up to `count` names of the outbox's mails, newest first, older than `before` if given. */
export async function listOutbox(folder: string, count: number, before?: string): Promise<string[]> {
  // The folder is missing until something is sent.
  const names = (await readdir(folder).catch(ignoreMissing)) ?? [];
  const older = names.filter((name) => fileName.test(name) && (!before || name < before));
  return older.sort().reverse().slice(0, count);
}

/** Returns a mail's bytes, or undefined if there is none of that name. */
export async function readOutboxFile(folder: string, file: string): Promise<Buffer | undefined> {
  // Any other name could lead out of the folder.
  return fileName.test(file) ? readFile(join(folder, file)).catch(ignoreMissing) : undefined;
}

/** Returns a parsed mail, or undefined if there is none of that name. */
export async function readOutboxMail(folder: string, file: string, show: ShowMail): Promise<OutboxMail | undefined> {
  const bytes = await readOutboxFile(folder, file);
  return bytes && { ...(await show(bytes)), file };
}
