import { supportAddressOf } from "../data/people.ts";
import { tenantShares } from "../data/scale.ts";
import { SmtpConnection } from "../load/smtp-connection.ts";
import type { Case } from "./case.ts";
import { writeMail } from "./write-mail.ts";

/** Mails from new customers over SMTP, each counted when its 250 has come: from then on it is durable. */
export const intake: Case = {
  name: "mail.intake",
  aim: { rps: 200 },
  hasBareSql: true,
  async open({ smtpPort }, concurrency) {
    const connections = await Promise.all(Array.from({ length: concurrency }, () => SmtpConnection.open(smtpPort)));
    let at = 0;
    return {
      async task(worker) {
        const to = supportAddressOf(at++ % tenantShares.length);
        const { from, raw } = writeMail(to);
        await connections[worker]?.send(from, to, raw);
      },
      close() {
        for (const connection of connections) connection.close();
      },
    };
  },
};
