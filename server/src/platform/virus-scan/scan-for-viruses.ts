import { createReadStream } from "node:fs";
import { connect, type Socket } from "node:net";
import { storableText } from "../db/storable-text.ts";
import { codeOf, QuotingError } from "../error-code.ts";
import { fail } from "../fail.ts";
import type { Services } from "../services.ts";

/** A scanner's verdict on a file. */
export type Verdict = { scan: "clean" } | { scan: "infected"; virus: string } | { scan: "too_large" };

/** No verdict: the scanner is unreachable, or cannot read this file. */
export class ScannerFault extends QuotingError {
  override readonly name = "ScannerFault";
  readonly isThere: boolean;

  constructor(message: string, isThere: boolean, options?: ErrorOptions) {
    super(message, options);
    this.isThere = isThere;
  }
}

/** The longest silence in either direction: a large archive takes a while. */
const silenceMs = 120_000;
const longestReply = 4_096;
const largestPiece = 256 * 1024;
/** No scanner has a smaller limit. */
const leastLimit = 1024 * 1024;

/** Scans a file with ClamAV's clamd as a stream (clamd(8), INSTREAM). Rejects with a ScannerFault. */
export async function scanForViruses(
  place: ScannerPlace,
  file: AsyncIterable<Uint8Array>,
  withinMs = silenceMs,
): Promise<Verdict> {
  const sent = { bytes: 0 };
  try {
    return await ask(place, file, withinMs, sent);
  } catch (error) {
    // At its size limit clamd replies and disconnects, which may lose the reply; if it still takes a small file, the
    // limit was the cause.
    if (hasHungUp(error) && sent.bytes > leastLimit && (await isThere(place, withinMs))) return { scan: "too_large" };
    throw error;
  }
}

function hasHungUp(error: unknown): boolean {
  return error instanceof ScannerFault && ["ECONNRESET", "EPIPE"].includes(codeOf(error.cause) ?? "");
}

async function isThere(place: ScannerPlace, withinMs: number): Promise<boolean> {
  try {
    return (await ask(place, nothing(), withinMs, { bytes: 0 })).scan === "clean";
  } catch (error) {
    // The scanner itself is gone.
    if (error instanceof ScannerFault) return false;
    throw error;
  }
}

async function* nothing(): AsyncGenerator<Uint8Array> {
  // An empty file.
}

async function ask(
  place: ScannerPlace,
  file: AsyncIterable<Uint8Array>,
  withinMs: number,
  sent: { bytes: number },
): Promise<Verdict> {
  const socket = connect(place);
  socket.setTimeout(withinMs, () => socket.destroy(new Error(`Nothing for ${withinMs / 1000} s`)));
  const reply = readReply(socket);
  try {
    await Promise.race([send(socket, file, sent), reply]);
    return verdictIn(await reply);
  } finally {
    socket.destroy();
  }
}

async function send(socket: Socket, file: AsyncIterable<Uint8Array>, sent: { bytes: number }): Promise<void> {
  await write(socket, Buffer.from("zINSTREAM\0"));
  for await (const piece of file) {
    // It has replied, or is gone.
    if (socket.destroyed) return;
    for (let at = 0; at < piece.length; at += largestPiece) {
      const part = piece.subarray(at, at + largestPiece);
      await write(socket, Buffer.concat([lengthOf(part.length), part]));
      sent.bytes += part.length;
    }
  }
  // An empty piece ends the file, so none may be sent in the middle.
  await write(socket, lengthOf(0));
}

function lengthOf(length: number): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt32BE(length);
  return head;
}

async function write(socket: Socket, bytes: Uint8Array): Promise<void> {
  if (!socket.writable || socket.write(bytes)) return;
  await new Promise<void>((resolve) => {
    const resume = () => {
      socket.off("drain", resume).off("close", resume);
      resolve();
    };
    socket.on("drain", resume).on("close", resume);
  });
}

/** Reads the scanner's reply, which ends with a zero byte or the connection. */
function readReply(socket: Socket): Promise<string> {
  const replied = new Promise<string>((resolve, reject) => {
    let text = "";
    let fault: Error | undefined;
    const settle = () => {
      const end = text.indexOf("\0");
      const isWhole = end >= 0 || (socket.destroyed && text !== "");
      if (isWhole) resolve(end >= 0 ? text.slice(0, end) : text);
      else if (socket.destroyed)
        reject(new ScannerFault("The virus scanner cannot be reached", false, { cause: fault }));
      else if (text.length > longestReply) reject(new ScannerFault("The virus scanner says too much", true));
    };
    socket.on("data", (bytes) => {
      text += bytes.toString("latin1");
      settle();
    });
    socket.on("error", (error) => {
      fault = error;
    });
    socket.on("close", settle);
  });
  // Awaited after the file was sent.
  replied.catch(() => undefined);
  return replied;
}

function verdictIn(reply: string): Verdict {
  const text = reply.trim();
  if (text === "stream: OK") return { scan: "clean" };
  const virus = /^stream: (.+) FOUND$/.exec(text)?.[1];
  if (virus !== undefined) return { scan: "infected", virus: storableText(virus, 200).trim() || "unnamed" };
  if (/size limit exceeded/i.test(text)) return { scan: "too_large" };
  throw new ScannerFault(`The virus scanner says: ${text.slice(0, 200)}`, true);
}

/** Refuses an upload with a virus, and one that the configured scanner cannot check, as its sender can retry. */
export async function refuseViruses(
  { settings, log }: Pick<Services, "settings" | "log">,
  path: string,
  filename: string,
): Promise<void> {
  const scanner = settings.virusScanner;
  if (scanner === null) return;
  const verdict = await scanForViruses(scanner, createReadStream(path)).catch((error: unknown): Verdict => {
    if (!(error instanceof ScannerFault)) throw error;
    log.warn({ err: error }, "An upload could not be scanned for viruses");
    throw fail("file_not_scanned", { filename });
  });
  if (verdict.scan === "too_large") throw fail("file_too_large_to_scan", { filename });
  if (verdict.scan !== "infected") return;
  log.warn({ virus: verdict.virus }, "A virus was found in an upload, which was refused");
  throw fail("file_infected", { filename, virus: verdict.virus });
}

/** A virus scanner's port or local socket. */
export type ScannerPlace = { host: string; port: number } | { path: string };

/** Parses a setting of the form `tcp://HOST:PORT` or `unix:/PATH`; null if it is invalid. */
export function readScannerPlace(setting: string): ScannerPlace | null {
  const path = /^unix:(?:\/\/)?(\/[^/].{0,100})$/.exec(setting)?.[1];
  if (path !== undefined) return { path };
  const url = URL.parse(setting);
  if (url?.protocol !== "tcp:" || url.hostname === "" || url.port === "") return null;
  if (url.username !== "" || url.password !== "" || !/^\/?$/.test(url.pathname) || url.search !== "" || url.hash !== "")
    return null;
  return { host: url.hostname.replace(/^\[|\]$/g, ""), port: Number(url.port) };
}
