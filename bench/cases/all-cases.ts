import { newId } from "../../server/src/platform/db/ids.ts";
import { rareWord } from "../data/write-text.ts";
import type { Case } from "./case.ts";
import { httpCase } from "./http-case.ts";
import { intake } from "./intake.ts";
import { listCases } from "./list-cases.ts";
import { listWhileBackfilling } from "./list-while-backfilling.ts";
import { listWhilePolishing } from "./list-while-polishing.ts";
import { mailToScreen } from "./mail-to-screen.ts";
import { orderCases } from "./order-cases.ts";
import { readMails } from "./read-mails.ts";
import { resourceCases } from "./resource-cases.ts";
import type { SampleTicket } from "./sample-tickets.ts";
import { shopifySync } from "./shopify-sync.ts";
import { shopifyWebhooks } from "./shopify-webhooks.ts";
import { typedSoFar } from "./typed-so-far.ts";

const content =
  "Thank you for writing to us. Your parcel left our warehouse this morning and will be with you in two days.";

/** Everything that is measured: reading first, because what writes leaves work behind. */
export function allCases(tickets: SampleTicket[]): Case[] {
  return [
    httpCase("tickets.list", { rps: 2_000, p95Ms: 15 }, tickets, () => ({ path: "/api/tickets?view=active&limit=20" })),
    ...listCases(tickets),
    httpCase("tickets.get", { rps: 2_000, p95Ms: 15 }, tickets, ({ id }) => ({ path: `/api/tickets/${id}` })),
    httpCase("tickets.search", { rps: 500, p95Ms: 40 }, tickets, ({ subject }) => ({
      // A subject ends in its ticket's rare word.
      path: `/api/tickets?view=active&limit=20&search=${subject.slice(subject.lastIndexOf(" ") + 1)}`,
    })),
    httpCase("tickets.search the", {}, tickets, ({ subject }) => ({
      // A common word, counted up to the cap.
      path: `/api/tickets?view=active&limit=20&search=${encodeURIComponent(subject.split(" ")[0] ?? "")}`,
    })),
    httpCase("customers.list", { p95Ms: 20 }, tickets, () => ({ path: "/api/customers?limit=20" })),
    httpCase("customers.list typed", { p95Ms: 50 }, tickets, ({ id }) => ({
      // As one types: common at first, then rarer with each letter.
      path: `/api/customers?limit=20&search=${`customer${id.slice(-2)}`.slice(0, 1 + (Number.parseInt(id.slice(-4), 16) % 10))}`,
    })),
    httpCase("customers.stats", {}, tickets, () => ({ path: "/api/customers/stats" })),
    httpCase("customers.search", {}, tickets, ({ id }) => ({
      path: `/api/customers/search?q=customer${id.slice(-2)}`,
    })),
    ...orderCases(tickets),
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
