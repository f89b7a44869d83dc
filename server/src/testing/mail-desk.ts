import { Readable } from "node:stream";
import { sql } from "kysely";
import pg from "pg";
import { pino } from "pino";
import { inject } from "vitest";
import { findOrCreateCustomer } from "../domains/customers/index.ts";
import { recordBounce } from "../domains/outgoing/index.ts";
import { createTicketFromMessage, loadTicketDetail, retryDelivery, sendReply } from "../domains/tickets/index.ts";
import { domains } from "../domains.ts";
import { newId } from "../platform/db/ids.ts";
import { urlForRole } from "../platform/db/roles.ts";
import { asTenantId, openDatabase, type TenantTx } from "../platform/db/tenant.ts";
import { setSubscribers } from "../platform/events.ts";
import type { Actor } from "../platform/http/context.ts";
import { openJobQueue } from "../platform/jobs/job-queue.ts";
import { prepareJobQueues } from "../platform/jobs/prepare-job-queues.ts";
import type { Mailer } from "../platform/mailer/mailer.ts";
import type { Services } from "../platform/services.ts";
import { storeFile } from "../platform/storage/files.ts";
import { queues } from "../worker.ts";
import { copyTestDatabase, testSecret } from "./test-databases.ts";

const clientCode = "abcdefgh";
const mailDomain = "mail.example.com";

export type MailDesk = Awaited<ReturnType<typeof openMailDesk>>;

/** A store with one agent on a database of its own, from tickets to the queue of outgoing mail; `mailer` sends. */
export async function openMailDesk(mailer: Mailer) {
  const database = await copyTestDatabase(inject("testDatabases"));
  const tenant = asTenantId(newId());
  const owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  // Retries after a second instead of half a minute.
  await prepareJobQueues(
    database.ownerUrl,
    owner,
    queues.map((queue) => ({ ...queue, retryDelay: 1 })),
  );
  await addClient(owner, tenant);
  await owner.end();
  const appUrl = urlForRole(database.ownerUrl, "app", testSecret);
  const lost: Error[] = [];
  const db = openDatabase(appUrl, 5, (error) => lost.push(error));
  const jobs = await openJobQueue(appUrl, (error) => lost.push(error));
  const services = { settings: mailSettings(), log: pino({ level: "silent" }), db, jobs, mailer } satisfies Services;
  setSubscribers(domains.flatMap(({ subscribers = [] }) => subscribers));
  const inTenant = <T>(work: (tx: TenantTx) => Promise<T>) => db.withTenant(tenant, work);
  const agentId = await inTenant(addAgent);
  const agent: Actor = {
    ...{ userId: agentId, tenantId: tenant, name: "Sam Agent", email: "sam@example.com", role: "agent", can: [] },
    sessionEndsAt: "2100-01-01T00:00:00.000Z",
  };
  return {
    services,
    tenant,
    clientCode,
    agent,
    inTenant,
    /** A ticket whose customer wrote once. */
    ticket: (mailMessageId = "first@example.org", subject = "Where is my order?") =>
      inTenant(async (tx) => {
        const customer = await findOrCreateCustomer(tx, { email: "jo@example.org", name: "Jo Doe" });
        const text = "It has been two weeks.";
        const { ticketId, ...ticket } = await createTicketFromMessage(
          tx,
          { subject, description: text, preview: text, source: "email", customerId: customer.id, createdBy: null },
          { content: text, fullContent: null, html: null, authorName: "Jo Doe", mailMessageId, isAutomatic: false },
        );
        return { ...ticket, id: ticketId, customerId: customer.id };
      }),
    /** The agent's reply; its mail waits in the queue afterwards. */
    reply: (ticketId: string, content = "It is on its way.", name = "Sam Agent", attachmentIds: string[] = []) =>
      inTenant((tx) =>
        sendReply(
          tx,
          services,
          { ...agent, name },
          {
            ...{ ticketId, content, idempotencyKey: newId(), lastSeenMessageId: null, sendAnyway: true },
            ...{ resourceIds: [], attachmentIds },
          },
        ),
      ),
    /** How far a reply is on its way, as its ticket shows it. */
    deliveryOf: (messageId: string) =>
      inTenant(async (tx) => {
        const { ticket_id } = await tx
          .selectFrom("ticket_messages")
          .select("ticket_id")
          .where("id", "=", messageId)
          .executeTakeFirstOrThrow();
        const { messages } = await loadTicketDetail(tx, ticket_id);
        const shown = messages.find(({ id }) => id === messageId);
        return { state: shown?.deliveryState, error: shown?.deliveryError };
      }),
    /** A bounce of a reply's newest mail comes in. */
    bounce: (messageId: string, error: string) =>
      inTenant((tx) => recordBounce(tx, { messageId, resends: null, error }, true)),
    /** The agent asks for another try of a reply that failed. */
    retry: (ticketId: string, id: string) => inTenant((tx) => retryDelivery(tx, services, { ticketId, id })),
    /** Files that wait to go with the agent's next reply to a ticket. */
    attach: (ticketId: string, files: { filename: string; contentType?: string; bytes: Buffer }[]) =>
      inTenant(async (tx) => {
        const ids: string[] = [];
        for (const { filename, contentType = "application/octet-stream", bytes } of files) {
          const file = await storeFile(tx, Readable.from([bytes]));
          const of = { id: newId(), user_id: agentId, ticket_id: ticketId, file_id: file.id, file_size: file.size };
          await tx
            .insertInto("uploads")
            .values({ ...of, filename, content_type: contentType, created_at: sql`clock_timestamp()` })
            .execute();
          ids.push(of.id);
        }
        return ids;
      }),
    close: async () => {
      setSubscribers([]);
      await jobs.stop();
      await db.close();
      mailer.close();
      await database.drop();
    },
  };
}

async function addClient(owner: pg.Client, tenant: string): Promise<void> {
  await owner.query("begin");
  await owner.query("select set_config('app.client_id', $1, true)", [tenant]);
  await owner.query("insert into clients (id, client_code, store_name, support_email) values ($1, $2, $3, $4)", [
    ...[tenant, clientCode, "Acme Shop", `help+${clientCode}@${mailDomain}`],
  ]);
  await owner.query("commit");
}

async function addAgent(tx: TenantTx): Promise<string> {
  const id = newId();
  await tx
    .insertInto("users")
    .values({ client_id: tx.tenantId, id, email: "sam@example.com", name: "Sam Agent" })
    .execute();
  return id;
}

function mailSettings(): Services["settings"] {
  return {
    isProduction: false,
    roles: ["worker"],
    host: "127.0.0.1",
    port: 0,
    smtpPort: 0,
    publicUrl: "http://desk.example.com",
    mailDomain,
    dataDir: "",
    databaseUrl: null,
    databasePoolSize: 5,
    secret: testSecret,
    smtpUrl: null,
    smtpTls: null,
    webhooks: { rawKey: null, mailgunKey: null, postmarkKey: null, sendgridKey: null },
    polishModel: null,
  };
}
