import { SMTPStream } from "smtp-server/lib/smtp-stream.js";

const end = Buffer.from("\r\n.\r\n");
const lineWithDot = Buffer.from("\n.");
/** Bytes that the next chunk may complete to the end of the mail. */
const heldBytes = 4;

/**
 * Makes the receiver unstuff dots (RFC 5321, section 4.5.2) chunk by chunk. The library passes on the text before each
 * such line separately, in its own turn of the event loop: 10 MB of ".." lines blocked everybody for 36 seconds.
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
  // A destroyed stream never drains, it only closes.
  const resume = () => {
    stream.removeListener("drain", resume);
    stream.removeListener("close", resume);
    done();
  };
  stream.once("drain", resume);
  stream.once("close", resume);
}

/** Unstuffs a chunk up to the end of the mail, if it contains that; returns the bytes and the rest. */
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
    // Text already checked with the previous chunk does not start a line again.
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
