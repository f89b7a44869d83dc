import { routes } from "virtual:contract-routes";
import type { Contract } from "@deskhand/contract";
import { createORPCClient } from "@orpc/client";
import type { ContractRouterClient } from "@orpc/contract";
import type { JsonifiedClient } from "@orpc/openapi-client";
import { OpenAPILink } from "@orpc/openapi-client/fetch";
import { createTanstackQueryUtils } from "@orpc/tanstack-query";

const link = new OpenAPILink(routes, { url: () => new URL("/api", location.origin), fetch: fetchResponse });

/** Every endpoint of the contract as a typed function: `await client.tickets.get({ id })`. */
const client: JsonifiedClient<ContractRouterClient<Contract>> = createORPCClient(link);

/** Query and mutation options and keys of every endpoint: `useQuery(api.tickets.get.queryOptions({ input: { id } }))`. */
export const api = createTanstackQueryUtils(client);

/**
 * Fetches a response of the server. An HTML page instead is somebody else's, such as a hotel's sign-in or a proxy's
 * notice, and counts as a lost connection, so that it is never taken for data.
 */
export async function fetchResponse(request: Request, init?: RequestInit): Promise<Response> {
  const response = await fetch(request, init);
  if (response.ok && response.headers.get("content-type")?.startsWith("text/html")) {
    throw new TypeError(`A page came instead of ${new URL(request.url).pathname}`);
  }
  return response;
}
