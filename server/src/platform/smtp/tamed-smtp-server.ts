import { SMTPConnection } from "smtp-server/lib/smtp-connection.js";
import { SMTPStream } from "smtp-server/lib/smtp-stream.js";
import { readPath } from "./read-path.ts";

const end = Buffer.from("\r\n.\r\n");
const lineWithDot = Buffer.from("\n.");
/** What of a chunk the next one may complete to the end of the mail. */
const heldBytes = 4;

/**
 * Lets the receiver take the dots off lines (RFC 5321, section 4.5.2) a chunk at a time. The library hands on what stands before
 * each such line by itself, in a turn of the event loop of its own: 10 MB of ".." lines took 36 seconds of everybody's time.
 */
export function feedDataByChunks(): void {
  SMTPStream.prototype._feedDataStream = feedData;
}

function feedData(this: SMTPStream, received: Buffer, done: (error?: Error | null) => void): void {
  let chunk = this._lastBytes ? Buffer.concat([this._lastBytes, received]) : received;
  this._lastBytes = false;
  if (this._atDataStart && chunk.subarray(0, 3).equals(end.subarray(2))) {
    this._endDataMode(false, chunk.subarray(3), done);
    return;
  }
  if (this._atDataStart && chunk[0] === 0x2e && chunk[1] === 0x2e) {
    chunk = chunk.subarray(1);
    this._atDataStart = false;
  }
  const { text, rest, isEnd } = unstuff(chunk);
  this._countDataBytes(text.length);
  if (isEnd) {
    this._endDataMode(text, rest, done);
    return;
  }
  this._lastBytes = rest;
  const stream = this._dataStream;
  if (text.length === 0 || !stream?.writable || stream.write(text) || stream.destroyed) {
    done();
    return;
  }
  // One that the application destroys never drains, it only closes.
  const goOn = () => {
    stream.removeListener("drain", goOn);
    stream.removeListener("close", goOn);
    done();
  };
  stream.once("drain", goOn);
  stream.once("close", goOn);
}

/** The bytes of a chunk without its lines' first dots, up to the mail's end where that is in it, and what comes behind. */
function unstuff(chunk: Buffer): { text: Buffer; rest: Buffer; isEnd: boolean } {
  const text = Buffer.allocUnsafe(chunk.length);
  let size = 0;
  let from = 0;
  const take = (until: number) => {
    size += chunk.copy(text, size, from, until);
    from = until;
  };
  for (let feed = chunk.indexOf(lineWithDot, 1); feed !== -1 && feed + 3 < chunk.length; ) {
    const dot = feed + 1;
    // What was looked at with the chunk before is no line's beginning again.
    if (dot >= from + 2) {
      if (chunk.subarray(dot - 2, dot + 3).equals(end)) {
        take(dot);
        return { text: text.subarray(0, size), rest: chunk.subarray(dot + 3), isEnd: true };
      }
      if (chunk[dot + 1] === 0x2e) {
        take(dot);
        from = dot + 1;
      }
    }
    feed = chunk.indexOf(lineWithDot, dot);
  }
  take(Math.max(from, chunk.length - heldBytes));
  return { text: text.subarray(0, size), rest: chunk.subarray(from), isEnd: false };
}

const parseCommand = SMTPConnection.prototype._parseAddressCommand;
/** What the library reads in the place of a path: it would refuse what people have. */
const placeholders: Readonly<Record<string, string>> = { "mail from": "<>", "rcpt to": "<a@path.invalid>" };

/**
 * Lets the receiver take addresses as people have them. The library refuses dots at odd places, blanks and signs in quotes, and
 * domains with "_", and nobody whose address is like that could write to a store.
 */
export function takeAddressesAsTheyAre(): void {
  SMTPConnection.prototype._parseAddressCommand = parseAddressCommand;
}

function parseAddressCommand(
  this: SMTPConnection,
  name: string,
  command: Buffer | string,
): ReturnType<typeof parseCommand> {
  const line = command.toString();
  const colon = line.indexOf(":") + 1;
  const path = readPath(line.slice(colon));
  const placeholder = placeholders[name];
  if (path === null || placeholder === undefined) return false;
  const parsed = parseCommand.call(this, name, `${line.slice(0, colon)}${placeholder}${path.parameters}`);
  const isSender = name === "mail from";
  if (!parsed || (isSender && /^postmaster$/i.test(path.address))) return false;
  return { ...parsed, address: path.address };
}
