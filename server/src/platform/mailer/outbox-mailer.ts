import { type FileHandle, mkdir, open, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createTransport } from "nodemailer";
import { newId } from "../db/ids.ts";
import { ignoreMissing } from "../error-code.ts";
import { scratchPath } from "../storage/scratch.ts";
import { writeDurably } from "../storage/write-durably.ts";
import { composeMail } from "./compose-mail.ts";
import type { Mailer, OutgoingMail } from "./mailer.ts";
import { isOutboxFile } from "./read-outbox.ts";
import { signing } from "./sign-mail.ts";

/** Keeps mail as files in a folder instead of sending it; names sort by time. Large ones are put aside in `dataDir` meanwhile. */
export function openOutboxMailer(folder: string, dataDir = tmpdir()): Mailer {
  const transport = createTransport({ streamTransport: true });
  transport.use("stream", signing(dataDir));
  let written = 0;
  return {
    async send(mail) {
      // Asked of the mail: by the transport's own option, a file that cannot be read leaves a stream that never ends.
      const { message } = await transport.sendMail({ ...composeMail(mail), newline: "windows" });
      if (Buffer.isBuffer(message)) throw new TypeError("The mail was built in memory");
      await mkdir(folder, { recursive: true, mode: 0o700 });
      written += 1;
      await writeDurably(join(folder, newFileName(written)), withEnvelope(mail, message));
    },
    async check() {
      await mkdir(folder, { recursive: true, mode: 0o700 });
    },
    forget: (messageIds) => forgetInOutbox(folder, messageIds),
    close: () => transport.close(),
  };
}

/** The folder of the outbox within the data directory. */
export function outboxFolder(dataDir: string): string {
  return join(dataDir, "outbox");
}

/** The time, then a number for mails of the same millisecond, then an id so that several processes never collide. */
function newFileName(number: number): string {
  const order = String(number % 1_000_000).padStart(6, "0");
  return `${new Date().toISOString().replace(/[:.]/g, "-")}-${order}-${newId()}.eml`;
}

/** The mail as the receiving server would keep it, with the envelope, which is not part of it. */
async function* withEnvelope(mail: OutgoingMail, message: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield Buffer.from(`Return-Path: <${oneLine(mail.returnPath)}>\r\nDelivered-To: ${oneLine(mail.to)}\r\n`);
  yield* message;
}

function oneLine(text: string): string {
  return text.replace(/[\r\n]+/g, " ");
}

/** Of a mail that is made: what is larger lies in a file until it is sent. */
const mostInMemory = 256_000;
const pieceBytes = 64 * 1024;

/** Bytes that are written once and then read once. */
type Spool = {
  write(piece: Buffer): Promise<void>;
  read(): AsyncGenerator<Buffer>;
  /** Whoever opened it removes it. */
  remove(): Promise<void>;
};

/** Opens a place for bytes: in memory while they are few, else in the scratch folder of the data directory. */
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
      for (const one of pieces.splice(0)) await file.writeFile(one);
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

/** Longer than what we write before a mail's Message-ID. */
const headBytes = 64 * 1024;

/** Removes the mails with these Message-IDs, without angle brackets, from the outbox. */
async function forgetInOutbox(folder: string, messageIds: readonly string[]): Promise<void> {
  if (messageIds.length === 0) return;
  const wanted = new Set(messageIds);
  // Nothing was sent yet when there is no folder yet.
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
