import pg from "pg";
import type { Data } from "../data/open-data.ts";
import { supportAddressOf } from "../data/people.ts";
import { verdict } from "../result.ts";
import { HttpConnection, type HttpResponse } from "./http-client.ts";
import type { MailSink } from "./mail-sink.ts";
import { browserHeaders, signIn } from "./sign-in.ts";
import { SmtpConnection } from "./smtp-connection.ts";
import { startServer } from "./start-server.ts";
import { waitUntilIdle } from "./wait-until-idle.ts";

export const neighbourName = "neighbour";
const [busyTenant, quietTenant] = [0, 1];
/** Another store's list may take this many times as long while one person sends requests without a pause. */
const aimRatio = 5;
const warmUps = 50;
const deepBytes = 100_000;
const most = 1024 * 1024;

/** Times in ms of another store's list, alone and beside a person who never pauses; `refused` counts that person's refused requests. */
type NeighbourUse = {
  name: string;
  alone_ms: number;
  beside_ms: number;
  beside_max_ms: number;
  ratio: number;
  asked: number;
  refused: number;
};

type Ask = (connection: HttpConnection, head: string) => Promise<HttpResponse>;

/** Requests a store's list while a person of another store sends as much as possible, in several ways, for some seconds each. */
export async function* measureNeighbour(data: Data, sink: MailSink, seconds: number): AsyncGenerator<NeighbourUse> {
  const server = await startServer(data.dataDir, sink.port, "", { REQUESTS_PER_PERSON: "20" });
  const connection = new HttpConnection(server.httpPort);
  try {
    const quiet = browserHeaders(await signIn(server.httpPort, quietTenant));
    const busy = browserHeaders(await signIn(server.httpPort, busyTenant));
    const list = async (times: number[]) => {
      const began = performance.now();
      const { status, body } = await connection.get("/api/tickets?view=active&limit=20", quiet);
      if (status !== 200) throw new Error(`The list was answered with ${status}: ${body}`);
      times.push(performance.now() - began);
      // As often as a person in a hurry: within the budget for one person.
      await new Promise((resolve) => setTimeout(resolve, 60));
    };
    for (let at = 0; at < warmUps; at += 1) await list([]);
    const heavy = await takeInHeavyMail(data.superuserUrl, server.smtpPort, busyTenant);
    const ways: [string, number, Ask][] = [
      ["6 x list", 6, (on, head) => on.get("/api/tickets?view=active&limit=100", head)],
      ["6 x frame of 500 kB", 6, (on, head) => on.get(`/api/messages/${heavy}/frame`, head)],
      ["4 x deep JSON", 4, (on, head) => on.post("/api/tickets/change", head, "[".repeat(deepBytes))],
      ["4 x deep JSON of 1 MB", 4, (on, head) => on.post("/api/tickets/change", head, "[".repeat(most - 1))],
      ["6 x search", 6, (on, head) => on.get("/api/search?q=the", head)],
    ];
    for (const [name, atOnce, ask] of ways) {
      const [alone, beside]: [number[], number[]] = [[], []];
      for (const end = performance.now() + seconds * 1_000; performance.now() < end; ) await list(alone);
      const counts = { asked: 0, refused: 0 };
      const rest = { isOver: false };
      const workers = Array.from({ length: atOnce }, () => keepAsking(server.httpPort, busy, ask, rest, counts));
      for (const end = performance.now() + seconds * 1_000; performance.now() < end; ) await list(beside);
      rest.isOver = true;
      await Promise.all(workers);
      const [aloneMs, besideMs] = [median(alone), median(beside)];
      yield {
        name,
        alone_ms: round(aloneMs),
        beside_ms: round(besideMs),
        beside_max_ms: round(Math.max(...beside)),
        ratio: round(besideMs / aloneMs),
        ...counts,
      };
    }
  } finally {
    connection.close();
    await server.stop();
  }
}

/** Sends requests in a row, on a new connection if the server closed the last one. */
async function keepAsking(
  port: number,
  head: string,
  ask: Ask,
  rest: { isOver: boolean },
  counts: { asked: number; refused: number },
): Promise<void> {
  let connection = new HttpConnection(port);
  while (!rest.isOver) {
    try {
      const { status } = await ask(connection, head);
      counts.refused += status === 200 ? 0 : 1;
    } catch {
      // The server cuts off what was still being sent when it refused.
      counts.refused += 1;
      connection.close();
      connection = new HttpConnection(port);
    }
    counts.asked += 1;
  }
  connection.close();
}

/** One result as a line, with its aim. */
export function toNeighbourLine({
  name,
  alone_ms,
  beside_ms,
  beside_max_ms,
  ratio,
  asked,
  refused,
}: NeighbourUse): string {
  const columns = [alone_ms, beside_ms, beside_max_ms, ratio].map((value) => value.toFixed(2).padStart(10));
  const counts = [asked, refused].map((value) => String(value).padStart(10));
  return `${name.padEnd(24)}${[...columns, ...counts].join("")}   ${verdict(ratio <= aimRatio, `<= ${aimRatio}`)}`;
}

/** The heading of those lines. */
export const neighbourHead = `${"beside another store's".padEnd(24)}${[
  "alone ms",
  "beside ms",
  "max ms",
  "ratio",
  "asked",
  "refused",
]
  .map((text) => text.padStart(10))
  .join("")}`;

function median(values: number[]): number {
  return values.sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}

function round(value: number): number {
  return Number(value.toFixed(2));
}

/** Half a megabyte of badly nested tables, as in newsletters. */
const page = `<div></b><table><tr><td style="color:#234;padding:4px"><p>An offer for you</p></td></tr></table>`.repeat(
  5_000,
);

/** Sends a tenant a mail whose HTML takes long to sanitise; returns its message's id once it is on its ticket. */
async function takeInHeavyMail(superuserUrl: string, smtpPort: number, tenant: number): Promise<string> {
  const messageId = `heavy-${Date.now()}@people.example`;
  const to = supportAddressOf(tenant);
  const from = "newsletter@people.example";
  const head = `From: <${from}>\r\nTo: ${to}\r\nSubject: Offers\r\nMessage-ID: <${messageId}>\r\nMIME-Version: 1.0\r\nContent-Type: text/html\r\n`;
  const door = await SmtpConnection.open(smtpPort);
  await door.send(from, to, `${head}\r\n${page.replaceAll("</table>", "</table>\r\n")}`);
  door.close();
  await waitUntilIdle(superuserUrl);
  const client = new pg.Client({ connectionString: superuserUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ id: string }>("select id from ticket_messages where mail_message_id = $1", [
      messageId,
    ]);
    if (!rows[0]) throw new Error("The mail with much HTML became no message");
    return rows[0].id;
  } finally {
    await client.end();
  }
}
