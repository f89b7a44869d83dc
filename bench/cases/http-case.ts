import { HttpConnection } from "../load/http-client.ts";
import { browserHeaders } from "../load/sign-in.ts";
import type { Aim, Case } from "./case.ts";
import type { SampleTicket } from "./sample-tickets.ts";

export type HttpRequest = { path: string; body?: string };

/** Makes a case of HTTP requests, each about another ticket of the sample, as its tenant's admin. */
export function httpCase(
  name: string,
  aim: Aim,
  tickets: SampleTicket[],
  requestFor: (ticket: SampleTicket) => HttpRequest,
): Case {
  return {
    name,
    aim,
    hasBareSql: true,
    async open(target, concurrency) {
      const headers = target.cookies.map(browserHeaders);
      const connections = Array.from({ length: concurrency }, () => new HttpConnection(target.httpPort));
      let at = 0;
      return {
        async task(worker) {
          const ticket = tickets[at++ % tickets.length];
          const connection = connections[worker];
          if (!ticket || !connection) throw new RangeError("No such worker or ticket");
          const { path, body } = requestFor(ticket);
          const head = headers[ticket.tenant] ?? "";
          const response = await (body === undefined ? connection.get(path, head) : connection.post(path, head, body));
          if (response.status !== 200)
            throw new Error(`${path} was answered with ${response.status}: ${response.body}`);
        },
        close() {
          for (const connection of connections) connection.close();
        },
      };
    },
  };
}
