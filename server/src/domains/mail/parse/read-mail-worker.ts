import { parentPort } from "node:worker_threads";
import { UnparsableMail } from "./parsed-mail.ts";
import { type MailToRead, type ReadMail, readMail } from "./read-mail.ts";

/** What the thread answers: the message, or why there is none (errors lose their class between threads). */
export type ReadAnswer =
  | { ok: true; mail: ReadMail }
  | { ok: false; unparsable: UnparsableMail["reason"] | null; message: string; code: string | null };

async function answer(task: MailToRead): Promise<ReadAnswer> {
  try {
    return { ok: true, mail: await readMail(task) };
  } catch (error) {
    // Told to the other side, which raises it there.
    const message = error instanceof Error ? error.message : String(error);
    const code = error instanceof Error && "code" in error ? String(error.code) : null;
    return { ok: false, unparsable: error instanceof UnparsableMail ? error.reason : null, message, code };
  }
}

parentPort?.on("message", async (task: MailToRead) => {
  parentPort?.postMessage(await answer(task));
});
