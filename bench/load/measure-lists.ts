import { randomUUID } from "node:crypto";
import { listQueries, plainList } from "../cases/list-cases.ts";
import type { Data } from "../data/open-data.ts";
import { verdict } from "../result.ts";
import { HttpConnection } from "./http-client.ts";
import type { MailSink } from "./mail-sink.ts";
import { browserHeaders, signIn } from "./sign-in.ts";
import { startServer } from "./start-server.ts";

export const listsName = "lists";
const aimRatio = 1.3;
const tenant = 0;
const warmUps = 20;
/** This many requests of one list, then of the other, so that other work on the machine affects both. */
const inTurn = 5;
const savedViews = 20;

/** Times in ms of the plain list and of another one, measured in turns. */
export type ListUse = { name: string; plain_ms: number; ms: number; ratio: number };

/** Requests the largest store's list with every filter and order, each in turns with its plain list, for some seconds. */
export async function* measureLists(data: Data, sink: MailSink, seconds: number): AsyncGenerator<ListUse> {
  const server = await startServer(data.dataDir, sink.port, "web");
  const connection = new HttpConnection(server.httpPort);
  try {
    const head = browserHeaders(await signIn(server.httpPort, tenant));
    const ask = async (path: string) => {
      const started = performance.now();
      const { status, body } = await connection.get(path, head);
      if (status !== 200) throw new Error(`${path} was answered with ${status}: ${body}`);
      return performance.now() - started;
    };
    const listed = (query: string) => `/api/tickets?limit=20&${query}`;
    const compare = async (name: string, path: string): Promise<ListUse> => {
      for (let at = 0; at < warmUps; at += 1) await ask(path);
      const [plain, other]: [number[], number[]] = [[], []];
      for (const end = performance.now() + seconds * 1_000; performance.now() < end; ) {
        for (let at = 0; at < inTurn; at += 1) plain.push(await ask(listed(plainList)));
        for (let at = 0; at < inTurn; at += 1) other.push(await ask(path));
      }
      const [plainMs, ms] = [undisturbed(plain), undisturbed(other)];
      return { name, plain_ms: round(plainMs), ms: round(ms), ratio: round(ms / plainMs) };
    };
    for (let at = 0; at < warmUps * 10; at += 1) await ask(listed(plainList));
    yield compare("plain again", listed(plainList));
    for (const [name, query] of listQueries) yield compare(name, listed(query));
    for (const query of [...listQueries.values()].slice(0, savedViews)) {
      const { status, body } = await connection.post(
        "/api/views",
        `${head}origin: http://127.0.0.1:${server.httpPort}\r\n`,
        viewOf(query),
      );
      if (status >= 300) throw new Error(`A view was answered with ${status}: ${body}`);
    }
    yield compare(`counts of ${savedViews} views`, "/api/views/counts");
  } finally {
    connection.close();
    await server.stop();
  }
}

/** One result as a line, with its aim. */
export function toListLine({ name, plain_ms, ms, ratio }: ListUse): string {
  const columns = [plain_ms, ms, ratio].map((value) => value.toFixed(2).padStart(10));
  return `${name.padEnd(36)}${columns.join("")}   ${verdict(ratio <= aimRatio, `<= ${aimRatio}`)}`;
}

/** The heading of those lines. */
export const listsHead = `${"the list".padEnd(36)}${["plain ms", "ms", "ratio"].map((text) => text.padStart(10)).join("")}`;

function viewOf(query: string): string {
  const { sort: _, tag, needsReply, snoozed, status, ...rest } = Object.fromEntries(new URLSearchParams(query));
  const filter = {
    ...rest,
    ...(tag && { tag: new URLSearchParams(query).getAll("tag") }),
    ...(status && { status: [status] }),
    ...(needsReply && { needsReply: true }),
    ...(snoozed && { snoozed: true }),
  };
  const key = randomUUID();
  return JSON.stringify({ name: `View ${key}`, filter, isShared: false, idempotencyKey: key });
}

/** Returns the value that a tenth of all are below: the rest may have waited for something else. */
function undisturbed(values: number[]): number {
  return values.sort((one, other) => one - other)[Math.floor(values.length / 10)] ?? 0;
}

function round(value: number): number {
  return Number(value.toFixed(2));
}
