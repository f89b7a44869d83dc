import { parentPort } from "node:worker_threads";
import { UnparsableMail } from "./parsed-mail.ts";
import { type MailToRead, type ReadAnswer, readMail } from "./read-mail.ts";

/** Reads one message in this worker thread and answers with it, or with what prevented that; nothing throws. */
export async function answerMailTask(task: MailToRead): Promise<ReadAnswer> {
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
  parentPort?.postMessage(await answerMailTask(task));
});
