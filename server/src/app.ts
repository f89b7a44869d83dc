import { fileURLToPath } from "node:url";
import type { FastifyInstance } from "fastify";
import { accountRoutes, signInRoutes } from "./domains/auth/auth.routes.ts";
import { avatarRoutes } from "./domains/auth/avatar.routes.ts";
import { type Actors, createSignIn, openActors, renewSessions } from "./domains/auth/index.ts";
import { cannedResponsesRoutes } from "./domains/canned-responses/canned-responses.routes.ts";
import { customersRoutes } from "./domains/customers/customers.routes.ts";
import { dashboardRoutes } from "./domains/dashboard/dashboard.routes.ts";
import { emailWebhookRoutes, mailRoutes, rawMailRoutes } from "./domains/intake/intake.routes.ts";
import { knowledgeRoutes, resourceFileRoutes } from "./domains/knowledge/knowledge.routes.ts";
import { notificationsRoutes } from "./domains/notifications/notifications.routes.ts";
import { queueConfirmation, queueExistingAccount, queuePasswordChanged } from "./domains/outgoing/index.ts";
import { openPolisher } from "./domains/polish/index.ts";
import { polishRoutes } from "./domains/polish/polish.routes.ts";
import { searchRoutes } from "./domains/search/search.routes.ts";
import { teamRoutes } from "./domains/team/team.routes.ts";
import { findTenant } from "./domains/tenants/index.ts";
import {
  attachmentRoutes,
  messageFrameRoutes,
  messagesRoutes,
  openTicketRoutes,
  uploadRoutes,
} from "./domains/tickets/thread/messages.routes.ts";
import { ticketsRoutes } from "./domains/tickets/tickets.routes.ts";
import { asTenantId } from "./platform/db/tenant.ts";
import { api } from "./platform/http/api.ts";
import { apiDocs } from "./platform/http/api-docs.ts";
import { apiRoutes } from "./platform/http/api-routes.ts";
import { createHttpServer } from "./platform/http/http-server.ts";
import { refuseOtherOrigins } from "./platform/http/own-origin.ts";
import { webPages } from "./platform/http/web-pages.ts";
import { outboxPages } from "./platform/mailer/outbox-pages.ts";
import type { Services } from "./platform/services.ts";

const routes = {
  tickets: { ...ticketsRoutes, ...openTicketRoutes },
  messages: messagesRoutes,
  notifications: notificationsRoutes,
  dashboard: dashboardRoutes,
  search: searchRoutes,
  mail: mailRoutes,
  cannedResponses: cannedResponsesRoutes,
  team: teamRoutes,
  customers: customersRoutes,
  knowledge: knowledgeRoutes,
};

const webFolder = fileURLToPath(new URL("../../web/dist", import.meta.url));

export type App = { http: FastifyInstance; actors: Actors };

/** The whole web application: every domain's routes, the sign-in, the pages. `signInUrl` signs in as the sign-in library's role. */
export async function buildApp(services: Services, signInUrl: string): Promise<App> {
  const { db, settings, log } = services;
  const signIn = await createSignIn(services, signInUrl, accountMails(services));
  const actors = openActors(db, signIn);
  const http = await createHttpServer({ log, isProduction: settings.isProduction, findActor: actors.find });
  http.addHook("onClose", () => signIn.close());
  refuseOtherOrigins(http, settings.publicUrl);
  renewSessions(http, signIn);
  const polisher = openPolisher(services);
  http.addHook("onClose", () => polisher.close());

  signInRoutes(http, services, signIn, actors);
  avatarRoutes(http, services);
  attachmentRoutes(http, services);
  await uploadRoutes(http, services);
  rawMailRoutes(http, services);
  await emailWebhookRoutes(http, services);
  messageFrameRoutes(http, services);
  resourceFileRoutes(http, services);
  await outboxPages(http, settings);
  apiDocs(http, settings.publicUrl);
  const account = accountRoutes(signIn, { passwordChanged: queuePasswordChanged });
  apiRoutes(http, services, api.router({ ...routes, account, polish: polishRoutes(polisher) }));
  await webPages(http, webFolder);
  http.get("/health", async () => {
    await db.withoutTenant(async () => undefined);
    return { status: "ok" };
  });
  return { http, actors };
}

function accountMails(services: Services) {
  const { db, settings } = services;
  type To = { clientId: string; email: string };
  const queue = ({ clientId, email }: To, url: string, put: typeof queueConfirmation) =>
    db.withTenant(asTenantId(clientId), async (tx) => {
      const { storeName } = await findTenant(tx);
      await put(tx, services, { to: email, url, storeName });
    });
  return {
    confirmation: (to: To, url: string) => queue(to, url, queueConfirmation),
    existingAccount: (to: To) => queue(to, `${settings.publicUrl}/login`, queueExistingAccount),
  };
}
