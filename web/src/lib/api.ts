import { routes } from "virtual:contract-routes";
import type { Contract } from "@deskhand/contract";
import { createORPCClient } from "@orpc/client";
import type { ContractRouterClient } from "@orpc/contract";
import type { JsonifiedClient } from "@orpc/openapi-client";
import { OpenAPILink } from "@orpc/openapi-client/fetch";
import { createTanstackQueryUtils } from "@orpc/tanstack-query";
import { fetchResponse } from "./fetch-response.ts";

const link = new OpenAPILink(routes, { url: () => new URL("/api", location.origin), fetch: fetchResponse });

/** Every endpoint of the contract as a typed function: `await client.tickets.get({ id })`. */
const client: JsonifiedClient<ContractRouterClient<Contract>> = createORPCClient(link);

/** Query and mutation options and keys of every endpoint: `useQuery(api.tickets.get.queryOptions({ input: { id } }))`. */
export const api = createTanstackQueryUtils(client);
