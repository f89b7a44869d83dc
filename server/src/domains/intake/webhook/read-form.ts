import { createReadStream, createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Busboy } from "@fastify/busboy";
import { Failure, fail } from "../../../platform/fail.ts";

/** What to take of a form: short texts, and at most one field that holds a whole mail, which is written to a file. */
export type WantedFields = { texts: readonly string[]; mail?: { field: string; path: string; maxBytes: number } };
export type Form = { hasMail: boolean; text(name: string): string | undefined };

const maxTextBytes = 65_536;

/**
 * Reads a form (multipart/form-data or urlencoded) from the file that holds the request's body. Nothing but the wanted
 * texts, of up to 64 kB each, is held in memory, save for the mail of an urlencoded form, which cannot be streamed.
 */
export async function readForm(path: string, contentType: string, { texts, mail }: WantedFields): Promise<Form> {
  const found = new Map<string, string>();
  const kept: Promise<void>[] = [];
  let hasMail = false;
  let fault: unknown;
  const keep = async (name: string, bytes: Readable) => {
    if (mail && name === mail.field && !hasMail) {
      hasMail = true;
      await pipeline(bytes, createWriteStream(mail.path, { flags: "wx", mode: 0o600 }));
    } else if (texts.includes(name)) found.set(name, await textOf(bytes));
    else bytes.resume();
  };
  try {
    const busboy = new Busboy({
      headers: { "content-type": contentType },
      // Every part comes as a stream; what is no part comes as text, one character for each byte: a mail is not always UTF-8.
      isPartAFile: () => true,
      defCharset: "latin1",
      limits: { fieldSize: mail?.maxBytes ?? maxTextBytes, fields: 200, files: 200, parts: 400 },
    });
    const take = (name: string, bytes: Readable) => {
      const done = keep(name, bytes);
      done.catch((error) => {
        fault = error;
        busboy.destroy(error);
      });
      kept.push(done);
    };
    busboy.on("file", take);
    busboy.on("field", (name, value) => take(name, Readable.from([Buffer.from(value, "latin1")])));
    await pipeline(createReadStream(path), busboy);
    await Promise.all(kept);
  } catch {
    // A fault of the disk, or a text that is too long, is reported as it is; whatever the form's own fault, it is no form.
    const isOfDisk = fault instanceof Error && "syscall" in fault;
    throw isOfDisk || fault instanceof Failure ? fault : fail("webhook_form_invalid");
  }
  return { hasMail, text: (name) => found.get(name) };
}

async function textOf(bytes: Readable): Promise<string> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of bytes) {
    size += piece.length;
    if (size > maxTextBytes) throw fail("request_too_large");
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString("utf8");
}
