import { HttpConnection } from "../load/http-client.ts";
import { browserHeaders } from "../load/sign-in.ts";
import type { Case } from "./case.ts";
import { httpCase } from "./http-case.ts";
import type { SampleTicket } from "./sample-tickets.ts";

const sentence = "we dont know teh answer yet , but there is a apple in  the parcel and we will recieve it tommorow. ";
/** As long as a reply may be. */
const body = JSON.stringify({ text: sentence.repeat(100).slice(0, 10_000) });

/**
 * The list as others see it while somebody polishes the longest text there can be, one after the other. Its p95 and its
 * maximum are to be at most 50 ms above those of `tickets.list` in the same run.
 */
export function listWhilePolishing(tickets: SampleTicket[]): Case {
  const list = httpCase("tickets.list+polish", { p95Ms: 15 }, tickets, () => ({
    path: "/api/tickets?view=active&limit=20",
  }));
  return {
    ...list,
    hasBareSql: false,
    async open(target, concurrency) {
      const session = await list.open(target, concurrency);
      const connection = new HttpConnection(target.httpPort);
      const headers = browserHeaders(target.cookies[0] ?? "");
      let isOpen = true;
      const polish = async () => {
        const response = await connection.post("/api/polish", headers, body);
        const { success, error }: { success: boolean; error: string } = JSON.parse(response.body.toString());
        if (!success) throw new Error(`Polishing failed: ${error}`);
      };
      // The first one loads the checkers; what is measured is the work.
      await polish();
      const polishing = (async () => {
        while (isOpen) await polish();
      })();
      // Ends with its connection, whatever it is doing.
      polishing.catch((error) => isOpen && Promise.reject(error));
      return {
        task: session.task,
        close() {
          isOpen = false;
          connection.close();
          session.close();
        },
      };
    },
  };
}
