import { supportAddressOf } from "../data/people.ts";
import { HttpConnection, textOf } from "../load/http-client.ts";
import { LiveScreen } from "../load/live-screen.ts";
import { browserHeaders } from "../load/sign-in.ts";
import { SmtpConnection } from "../load/smtp-connection.ts";
import type { Case } from "./case.ts";
import { writeMail } from "./write-mail.ts";

/** The newest open tickets, with a new one on top. */
const listPath = "/api/tickets?view=active&status=open&priority=medium&limit=20";
const patienceMs = 10_000;

/**
 * From a mail's first byte until its ticket is in the list of a signed-in agent: the screen hears an event over its websocket and
 * requests the list again. Each worker is another tenant.
 */
export const mailToScreen: Case = {
  name: "mail.to-screen",
  aim: { p50Ms: 150 },
  hasBareSql: false,
  async open({ httpPort, smtpPort, cookies }, concurrency) {
    const screens = await Promise.all(
      cookies.slice(0, concurrency).map(async (cookie, tenant) => ({
        address: supportAddressOf(tenant),
        headers: browserHeaders(cookie),
        live: await LiveScreen.open(httpPort, cookie),
        http: new HttpConnection(httpPort),
        smtp: await SmtpConnection.open(smtpPort),
      })),
    );
    return {
      async task(worker) {
        const screen = screens[worker];
        if (!screen) throw new RangeError("No such screen");
        const { from, subject, raw } = writeMail(screen.address);
        const isShown = waitUntilShown(screen, subject);
        await screen.smtp.send(from, screen.address, raw);
        await isShown;
      },
      close() {
        for (const { live, http, smtp } of screens) for (const connection of [live, http, smtp]) connection.close();
      },
    };
  },
};

type Screen = { headers: string; live: LiveScreen; http: HttpConnection };

function waitUntilShown({ headers, live, http }: Screen, subject: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`No screen showed "${subject}"`)), patienceMs);
    let isAsking = false;
    let isStale = false;
    const refetch = async () => {
      isStale = isAsking;
      if (isAsking) return;
      isAsking = true;
      const response = await http.get(listPath, headers);
      isAsking = false;
      if (textOf(response).includes(subject)) {
        clearTimeout(timer);
        live.onEvent(() => undefined);
        resolve();
      } else if (isStale) await refetch();
    };
    live.onEvent(() => void refetch().catch(reject));
  });
}
