import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { SMTPServer } from "smtp-server";

/** A mail as the relay took it, by its 250. */
type TakenMail = { messageId: string; to: string[] };

/** A real SMTP server that writes down whom each mail went to. */
export type RecordingRelay = { url: string; taken: TakenMail[]; close(): Promise<void> };

/** Opens a relay that takes some time over each mail, as they do: that is when those who send are killed. */
export async function openRecordingRelay(thinksMs = 20): Promise<RecordingRelay> {
  const taken: TakenMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    onData(stream, { envelope }, done) {
      stream.toArray().then(async (pieces) => {
        await sleep(thinksMs);
        const messageId = /^Message-ID:\s*<(.+?)>/im.exec(Buffer.concat(pieces).toString())?.[1] ?? "none";
        taken.push({ messageId, to: envelope.rcptTo.map(({ address }) => address) });
        done();
      }, done);
    },
  });
  // Whoever is killed hangs up in the middle.
  server.on("error", () => undefined);
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  const address = server.server.address();
  if (address === null || typeof address === "string") throw new Error("The relay has no port");
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    taken,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
