import { connect, type Socket } from "node:net";
import { brotliDecompressSync, gunzipSync } from "node:zlib";

/** `encoding` is the body's compression: null, br, gzip. */
export type HttpResponse = { status: number; encoding: string | null; body: Buffer };

/** One keep-alive connection that sends one request at a time. It does little on purpose, as it shares the cores with the server. */
export class HttpConnection {
  readonly #socket: Socket;
  readonly #host: string;
  #received: Buffer[] = [];
  #size = 0;
  #wanted = 0;
  #waiting: { resolve: (response: HttpResponse) => void; reject: (error: Error) => void } | null = null;

  constructor(port: number) {
    this.#host = `127.0.0.1:${port}`;
    this.#socket = connect({ port, host: "127.0.0.1", noDelay: true });
    this.#socket.on("data", (chunk) => this.#take(chunk));
    this.#socket.on("error", (error) => this.#waiting?.reject(error));
    this.#socket.on("close", () => this.#waiting?.reject(new Error("The server closed the connection")));
  }

  get(path: string, headers: string): Promise<HttpResponse> {
    return this.#send(`GET ${path} HTTP/1.1\r\nhost: ${this.#host}\r\n${headers}\r\n`);
  }

  post(path: string, headers: string, body: string): Promise<HttpResponse> {
    const length = Buffer.byteLength(body);
    return this.#send(
      `POST ${path} HTTP/1.1\r\nhost: ${this.#host}\r\n${headers}content-type: application/json\r\ncontent-length: ${length}\r\n\r\n${body}`,
    );
  }

  close(): void {
    this.#socket.destroy();
  }

  #send(request: string): Promise<HttpResponse> {
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
      this.#socket.write(request);
    });
  }

  #take(chunk: Buffer): void {
    this.#received.push(chunk);
    this.#size += chunk.length;
    if (this.#size < this.#wanted) return;
    const all = this.#received.length === 1 ? chunk : Buffer.concat(this.#received);
    this.#received = [all];
    const headEnd = all.indexOf("\r\n\r\n");
    if (headEnd < 0) return;
    const head = all.toString("latin1", 0, headEnd).toLowerCase();
    const length = /\r\ncontent-length: (\d+)/.exec(head)?.[1];
    const body = length === undefined ? unchunk(all, headEnd + 4) : whole(all, headEnd + 4, Number(length));
    if (body === null) {
      this.#wanted = length === undefined ? 0 : headEnd + 4 + Number(length);
      return;
    }
    this.#received = [];
    this.#size = 0;
    this.#wanted = 0;
    const { resolve } = this.#waiting ?? {};
    this.#waiting = null;
    const encoding = /\r\ncontent-encoding: (\w+)/.exec(head)?.[1] ?? null;
    resolve?.({ status: Number(head.slice(9, 12)), encoding, body });
  }
}

/** Returns a response's body as text. */
export function textOf({ encoding, body }: HttpResponse): string {
  if (encoding === "br") return brotliDecompressSync(body).toString();
  if (encoding === "gzip") return gunzipSync(body).toString();
  return body.toString();
}

function whole(all: Buffer, from: number, length: number): Buffer | null {
  return all.length < from + length ? null : all.subarray(from, from + length);
}

/** Decodes a chunked body (RFC 9112, section 7.1); null until its end has arrived. */
function unchunk(all: Buffer, from: number): Buffer | null {
  const pieces: Buffer[] = [];
  for (let at = from; ; ) {
    const lineEnd = all.indexOf("\r\n", at);
    if (lineEnd < 0) return null;
    const size = Number.parseInt(all.toString("latin1", at, lineEnd), 16);
    at = lineEnd + 2;
    if (all.length < at + size + 2) return null;
    if (size === 0) return Buffer.concat(pieces);
    pieces.push(all.subarray(at, at + size));
    at += size + 2;
  }
}
