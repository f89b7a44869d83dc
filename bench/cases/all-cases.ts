import { createHmac } from "node:crypto";
import { newId } from "../../server/src/platform/db/ids.ts";
import { orderStore } from "../data/make-order-store.ts";
import { shopifyApp, supportAddressOf } from "../data/people.ts";
import { tenantShares } from "../data/scale.ts";
import { rareWord } from "../data/write-text.ts";
import { HttpConnection } from "../load/http-client.ts";
import { browserHeaders } from "../load/sign-in.ts";
import { SmtpConnection } from "../load/smtp-connection.ts";
import type { Case } from "./case.ts";
import { httpCase } from "./http-case.ts";
import { listCases } from "./list-cases.ts";
import { listWhileBackfilling } from "./list-while-backfilling.ts";
import { mailToScreen } from "./mail-to-screen.ts";
import { orderCases } from "./order-cases.ts";
import { readMails } from "./read-mails.ts";
import { reportCases } from "./report-cases.ts";
import { resourceCases } from "./resource-cases.ts";
import type { SampleTicket } from "./sample-tickets.ts";
import { shopifySync } from "./shopify-sync.ts";
import { writeMail } from "./write-mail.ts";

const content =
  "Thank you for writing to us. Your parcel left our warehouse this morning and will be with you in two days.";

/** All cases: reading first, because writing leaves work behind. */
export function allCases(tickets: SampleTicket[]): Case[] {
  return [
    httpCase("tickets.list", { rps: 2_000, p95Ms: 15 }, tickets, () => ({ path: "/api/tickets?view=active&limit=20" })),
    ...listCases(tickets),
    httpCase("tickets.get", { rps: 2_000, p95Ms: 15 }, tickets, ({ id }) => ({ path: `/api/tickets/${id}` })),
    httpCase("tickets.search", { rps: 500, p95Ms: 40 }, tickets, ({ subject }) => ({
      // A subject ends with its ticket's rare word.
      path: `/api/tickets?view=active&limit=20&search=${subject.slice(subject.lastIndexOf(" ") + 1)}`,
    })),
    httpCase("tickets.search the", {}, tickets, ({ subject }) => ({
      // A common word, which is counted up to the cap.
      path: `/api/tickets?view=active&limit=20&search=${encodeURIComponent(subject.split(" ")[0] ?? "")}`,
    })),
    httpCase("customers.list", { p95Ms: 20 }, tickets, () => ({ path: "/api/customers?limit=20" })),
    httpCase("customers.list typed", { p95Ms: 50 }, tickets, ({ id }) => ({
      // A text being typed: common at first, rarer with each letter.
      path: `/api/customers?limit=20&search=${`customer${id.slice(-2)}`.slice(0, 1 + (Number.parseInt(id.slice(-4), 16) % 10))}`,
    })),
    httpCase("customers.stats", {}, tickets, () => ({ path: "/api/customers/stats" })),
    httpCase("customers.search", {}, tickets, ({ id }) => ({
      path: `/api/customers/search?q=customer${id.slice(-2)}`,
    })),
    ...orderCases(tickets),
    ...reportCases(tickets),
    httpCase("tracking.ofTicket", {}, tickets, ({ id }) => ({ path: `/api/tickets/${id}/tracking` })),
    httpCase("dashboard.metrics", { p95Ms: 25 }, tickets, () => ({ path: "/api/dashboard/metrics" })),
    httpCase("knowledge.list", {}, tickets, () => ({ path: "/api/knowledge" })),
    httpCase("knowledge.search", {}, tickets, ({ id }) => ({
      // Each resource has one of these words.
      path: `/api/knowledge?search=${rareWord(1 + (Number.parseInt(id.slice(-4), 16) % 400))}`,
    })),
    ...resourceCases(tickets),
    listWhilePolishing(tickets),
    listWhileBackfilling(tickets),
    httpCase("search.find", { p95Ms: 60 }, tickets, (ticket) => ({
      path: `/api/search?q=${encodeURIComponent(typedSoFar(ticket))}`,
    })),
    mailToScreen,
    httpCase("messages.reply", {}, tickets, ({ id, lastMessageId }) => ({
      path: `/api/tickets/${id}/replies`,
      body: JSON.stringify({ content, idempotencyKey: newId(), lastSeenMessageId: lastMessageId }),
    })),
    shopifyWebhooks,
    shopifySync,
    ...readMails,
    intake,
  ];
}

/** How many letters have been typed: 1, 2, 3, 5, or all of them. */
const lengths = [1, 2, 3, 5, Number.POSITIVE_INFINITY];
/** A rare word, a word of the ticket's subject, two of them, a customer, an order, a ticket's number. */
const sources: ((subject: string, turn: number) => string)[] = [
  (subject) => subject.slice(subject.lastIndexOf(" ") + 1),
  (subject) => subject.split(" ")[0] ?? "",
  (subject) => subject.split(" ").slice(1, 3).join(" "),
  (_, turn) => `customer${turn % 3_000}`,
  (_, turn) => `#${10_000 + (turn % 5_000)}`,
  (_, turn) => String(1 + (turn % 30_000)),
];
let turn = 0;

/** Returns a search text at some moment of typing: common and rare words, from the first letter to the last. */
function typedSoFar({ subject }: Pick<SampleTicket, "subject">): string {
  turn += 1;
  const whole = sources[turn % sources.length]?.(subject, turn) ?? "";
  return whole.slice(0, lengths[Math.floor(turn / sources.length) % lengths.length]).trim() || "a";
}

/** Mails from new customers over SMTP, each counted at its 250: then it is durable. */
const intake: Case = {
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

const path = "/api/shopify/webhooks";
let sent = 0;

/** Signed webhooks of a busy store, from arrival to the 200: one in ten is about an order that already waits. */
const shopifyWebhooks: Case = {
  name: "shopify.webhooks",
  aim: { rps: 200 },
  hasBareSql: true,
  async open({ httpPort }, concurrency) {
    const connections = Array.from({ length: concurrency }, () => new HttpConnection(httpPort));
    return {
      async task(worker) {
        const connection = connections[worker];
        if (!connection) throw new RangeError("No such worker");
        sent += 1;
        const id = 5_000_000_000 + (sent % 10 === 0 ? sent - 5 : sent);
        const body = JSON.stringify({ id, updated_at: new Date() });
        const response = await connection.post(path, headersOf(body), body);
        if (response.status !== 200) throw new Error(`${path} was answered with ${response.status}: ${response.body}`);
      },
      close() {
        for (const connection of connections) connection.close();
      },
    };
  },
};

function headersOf(body: string): string {
  const headers = {
    "x-shopify-topic": "orders/updated",
    "x-shopify-shop-domain": orderStore.shopDomain,
    "x-shopify-hmac-sha256": createHmac("sha256", shopifyApp.secret).update(body).digest("base64"),
    "x-shopify-webhook-id": newId(),
    "x-shopify-triggered-at": new Date().toISOString(),
  };
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join("");
}

const sentence = "we dont know teh answer yet , but there is a apple in  the parcel and we will recieve it tommorow. ";
/** The longest allowed reply. */
const body = JSON.stringify({ text: sentence.repeat(100).slice(0, 10_000) });

/**
 * The list for others while one person polishes texts of the greatest length, one after another. Its p95 and maximum should be at
 * most 50 ms above those of `tickets.list` in the same run.
 */
function listWhilePolishing(tickets: SampleTicket[]): Case {
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
      // The first text loads the checkers, and only the work itself is to be measured.
      await polish();
      const polishing = (async () => {
        while (isOpen) await polish();
      })();
      // It ends with its connection, whatever it is doing.
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
