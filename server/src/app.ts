import { fileURLToPath } from "node:url";
import { contract } from "@deskhand/contract";
import type { FastifyInstance } from "fastify";
import { recogniseKeys } from "./domains/api-keys/index.ts";
import { type Actors, attachSignIn, openSignIn, recordRefusals } from "./domains/auth/index.ts";
import { showMail } from "./domains/intake/index.ts";
import { domains } from "./domains.ts";
import type { ApiRouter } from "./platform/domain.ts";
import { apiRoutes, endpointsBy } from "./platform/http/api.ts";
import { apiDocs } from "./platform/http/api-docs.ts";
import { boundRequests, budgetFor } from "./platform/http/budgets/bound-requests.ts";
import { sayFaultsInWords } from "./platform/http/failures.ts";
import { createHttpServer } from "./platform/http/http-server.ts";
import { refuseOtherOrigins } from "./platform/http/own-origin.ts";
import { programRoutes } from "./platform/http/program-routes.ts";
import { webPages } from "./platform/http/web-pages.ts";
import { outboxPages } from "./platform/mailer/outbox-pages.ts";
import { type Health, healthRoutes } from "./platform/parts/health.ts";
import type { Services } from "./platform/services.ts";
import { picturesUrlOf } from "./platform/shopify/store-fault.ts";

const webFolder = fileURLToPath(new URL("../../web/dist", import.meta.url));

export type App = { http: FastifyInstance; actors: Actors };

/** Builds the web application: the domains' routes, the sign-in, the pages. `signInUrl` is the sign-in library's database URL. */
export async function buildApp(services: Services, signInUrl: string, health: Health): Promise<App> {
  const { settings, log } = services;
  sayFaultsInWords();
  const signIn = await openSignIn(services, signInUrl);
  const { actors } = signIn;
  const { isProduction, proxies, shopify } = settings;
  const picturesUrl = picturesUrlOf(shopify.storeUrl);
  const http = await createHttpServer({ log, isProduction, proxies, findActor: actors.recognise, picturesUrl });
  recogniseKeys(http, services);
  if (settings.requestsPerPerson > 0) boundRequests(http, budgetFor(settings.requestsPerPerson));
  attachSignIn(http, signIn);
  recordRefusals(http, services);
  refuseOtherOrigins(http, settings.publicUrl);

  for (const add of domains.flatMap(({ streams = [] }) => streams)) await add(http, services);
  const answer = endpointsBy(services, routerOf(domains.map(({ routes }) => routes?.(http, services) ?? {})));
  apiRoutes(http, answer);
  programRoutes(http, answer);
  await outboxPages(http, { ...settings, showMail });
  apiDocs(http, settings);
  await webPages(http, webFolder, settings);
  healthRoutes(http, health);
  return { http, actors };
}

/** Throws unless exactly one domain implements each part of the contract. */
function routerOf(parts: Partial<ApiRouter>[]): ApiRouter {
  const names = parts.flatMap((part) => Object.keys(part));
  const duplicate = names.find((name, index) => names.indexOf(name) !== index);
  if (duplicate) throw new Error(`Two domains implement ${duplicate}`);
  const router: Partial<ApiRouter> = Object.assign({}, ...parts);
  if (isWhole(router)) return router;
  throw new Error(`No domain implements ${Object.keys(contract).filter((name) => !(name in router))}`);
}

function isWhole(router: Partial<ApiRouter>): router is ApiRouter {
  return Object.keys(contract).every((name) => name in router);
}
