import type { Readable } from "node:stream";
import { signMail } from "./sign-mail.ts";
import { SigningKey } from "./signing-key.ts";

/** What a plug-in of nodemailer is given of a mail that is about to be sent. */
export type Composed = { data: object; message: { processFunc(change: (mail: Readable) => Readable): unknown } };

/** A plug-in of nodemailer that signs each mail that has a `signedBy`; large ones are put aside in `dataDir` meanwhile. */
export function signing(dataDir: string): (mail: Composed, done: (error?: Error | null) => void) => void {
  return ({ data, message }, done) => {
    const key = "signedBy" in data ? data.signedBy : undefined;
    if (key instanceof SigningKey) message.processFunc((mail) => signMail(mail, key, dataDir));
    done();
  };
}
