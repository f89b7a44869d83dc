import { Parser } from "htmlparser2";
import { SeparateWorker, WorkerFault } from "../../../platform/bounded-work/separate-worker.ts";
import { fail } from "../../../platform/fail.ts";

/** Turns SVG logos into PNG, in a process of its own that ends when there are none. */
export class LogoDrawer {
  readonly #process: SeparateWorker<string, string>;

  constructor({ limitMs = 4_000 } = {}) {
    this.#process = new SeparateWorker({
      file: new URL("./draw-svg.ts", import.meta.url),
      name: "drawSvg",
      runtime: "child_process",
      limitMs,
      idleMs: 10_000,
      mostWaiting: 20,
      warmUp: { input: blankSvg, limitMs: 30_000 },
    });
  }

  /** The PNG of an SVG. Refuses one that cannot be drawn within bounds of time and memory. */
  async draw(svg: string): Promise<Buffer> {
    try {
      return Buffer.from(await this.#process.run(svg), "base64");
    } catch (error) {
      if (!(error instanceof WorkerFault)) throw error;
      if (error.kind === "busy") throw fail("service_unavailable");
      throw fail("logo_svg_refused");
    }
  }

  close(): Promise<void> {
    return this.#process.close();
  }
}

const blankSvg = '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"><path d="M0 0h1v1H0z"/></svg>';

/** The text of bytes that are an SVG, in UTF-8 or UTF-16; null where they are anything else. */
export function readSvg(bytes: Uint8Array): string | null {
  const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? "utf-16le" : bytes[0] === 0xfe ? "utf-16be" : "utf-8";
  // Of other pictures the first signs tell.
  if (
    encoding === "utf-8" &&
    !/^(?:\xef\xbb\xbf)?\s*</.test(Buffer.from(bytes.subarray(0, 1_000)).toString("latin1"))
  ) {
    return null;
  }
  const text = decoded(bytes, encoding);
  return text !== null && firstElement(text) === "svg" ? text : null;
}

function decoded(bytes: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    // Not text of this encoding.
    return null;
  }
}

function firstElement(text: string): string | null {
  let first: string | null = null;
  const parser = new Parser(
    {
      onopentagname(name) {
        first ??= name.replace(/^svg:/, "");
        parser.pause();
      },
    },
    { xmlMode: true },
  );
  // A document's head is short, but for comments.
  parser.write(text.slice(0, 100_000));
  parser.reset();
  return first;
}
