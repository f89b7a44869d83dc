import { createReadStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { Busboy } from "@fastify/busboy";
import { fail } from "../../../platform/fail.ts";

/** A form's fields, each as the bytes that were sent: a raw mail is not always UTF-8. */
export type Form = { bytes(name: string): Buffer | undefined; text(name: string): string | undefined };

/** Reads a form (multipart/form-data or urlencoded) from the file that holds the request's body; uploads are skipped. */
export async function readForm(path: string, contentType: string, maxFieldBytes: number): Promise<Form> {
  const fields = new Map<string, Buffer>();
  try {
    const busboy = new Busboy({
      headers: { "content-type": contentType },
      // One character for each byte, so that nothing is decoded before the mail's own parser does it.
      defCharset: "latin1",
      limits: { fieldSize: maxFieldBytes, fields: 200, files: 200, parts: 400 },
    });
    busboy.on("field", (name, value, _isNameCut, isCut) => {
      if (isCut) busboy.destroy(fail("request_too_large"));
      fields.set(name, Buffer.from(value, "latin1"));
    });
    busboy.on("file", (_name, stream) => stream.resume());
    await pipeline(createReadStream(path), busboy);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "request_too_large") throw error;
    // Whatever the form's fault, its sender can only be told that it is none.
    throw fail("webhook_form_invalid");
  }
  return { bytes: (name) => fields.get(name), text: (name) => fields.get(name)?.toString("utf8") };
}
