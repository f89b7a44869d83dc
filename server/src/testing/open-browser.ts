import { type Contract, contract } from "@deskhand/contract";
import { createORPCClient } from "@orpc/client";
import type { ContractRouterClient } from "@orpc/contract";
import { ResponseValidationPlugin } from "@orpc/contract/plugins";
import type { JsonifiedClient } from "@orpc/openapi-client";
import { OpenAPILink } from "@orpc/openapi-client/fetch";
import * as z from "zod";

export type ApiClient = JsonifiedClient<ContractRouterClient<Contract>>;

/** A person's browser: it keeps cookies and does not follow redirects. */
export type Browser = {
  /** Every endpoint of the contract; a refusal is thrown, with its code, status and data. */
  api: ApiClient;
  /** Any request to the server; `json` becomes the body. */
  send(path: string, options?: RequestInit & { json?: unknown }): Promise<Response>;
  /** The Cookie header of the next request. */
  cookieHeader(): string;
  forgetCookies(): void;
};

/** Opens a browser without cookies; `publicUrl` is the server's address as browsers know it, `url` its real one. */
export function openBrowser(url: string, publicUrl: string): Browser {
  const cookies = new Map<string, string>();
  const cookieHeader = () => [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");

  async function send(path: string, { json, ...options }: RequestInit & { json?: unknown } = {}): Promise<Response> {
    const headers = new Headers(options.headers);
    if (cookies.size > 0) headers.set("cookie", cookieHeader());
    if (!headers.has("origin")) headers.set("origin", publicUrl);
    const body = json === undefined ? {} : { method: "POST", body: JSON.stringify(json) };
    if (json !== undefined) headers.set("content-type", "application/json");
    const response = await fetch(new URL(path, url), { redirect: "manual", ...body, ...options, headers });
    for (const cookie of response.headers.getSetCookie()) keep(cookies, cookie);
    return response;
  }

  const link = new OpenAPILink(contract, {
    url: new URL("/api", url),
    // Checks every response against the contract.
    plugins: [new ResponseValidationPlugin(contract)],
    fetch: async (request) => {
      const { pathname, search } = new URL(request.url);
      const isBodiless = request.method === "GET" || request.method === "HEAD";
      return send(pathname + search, {
        method: request.method,
        headers: request.headers,
        ...(isBodiless ? {} : { body: await request.text() }),
      });
    },
  });
  return { api: createORPCClient(link), send, cookieHeader, forgetCookies: () => cookies.clear() };
}

/** Returns a response's JSON object; fails if it is none. */
export async function jsonOf(response: Response): Promise<Record<string, unknown>> {
  return z.record(z.string(), z.unknown()).parse(await response.json());
}

function keep(cookies: Map<string, string>, header: string): void {
  const [pair = "", ...attributes] = header.split(";");
  const name = pair.slice(0, pair.indexOf("=")).trim();
  const isOver = attributes.some((attribute) => /^\s*max-age=0\s*$/i.test(attribute));
  if (isOver) cookies.delete(name);
  else cookies.set(name, pair.slice(pair.indexOf("=") + 1));
}
