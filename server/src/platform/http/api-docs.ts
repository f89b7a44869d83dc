import { contract } from "@deskhand/contract";
import { Html, html } from "@deskhand/email/html";
import { OpenAPIGenerator } from "@orpc/openapi";
import { ZodToJsonSchemaConverter } from "@orpc/zod/zod4";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Settings } from "../settings.ts";
import { requireAccess } from "./api.ts";
import { sendStyledPage } from "./styled-page.ts";

const style = `body{background:#0b0d12;color:#e7eaf0;font:14px/20px system-ui;max-width:960px;margin:32px auto;padding:0 16px}
a{color:#7c8cff}table{border-collapse:collapse;width:100%}td,th{text-align:left;padding:8px;border-top:1px solid #252b38}`;

type Operation = { summary?: string; responses?: Record<string, unknown> };

/**
 * Serves `/api/openapi.json`, generated from the contract, and `/api/docs`, a page that lists its endpoints. In
 * production only signed-in people may see them.
 */
export function apiDocs(
  http: FastifyInstance,
  { publicUrl, isProduction }: Pick<Settings, "publicUrl" | "isProduction">,
): void {
  const onRequest = async ({ actor }: FastifyRequest) => {
    if (isProduction) requireAccess(actor, "account:read");
  };
  const generator = new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] });
  const about = { info: { title: "Deskhand", version: "1" }, servers: [{ url: `${publicUrl}/api` }] };
  let generated: ReturnType<typeof generator.generate> | undefined;
  const spec = async () => {
    generated ??= generator.generate(contract, about);
    return generated;
  };
  http.get("/api/openapi.json", { onRequest }, spec);
  http.get("/api/docs", { onRequest }, async (_request, reply) => {
    const { paths = {} } = await spec();
    const rows = Object.entries(paths).flatMap(([path, item]) =>
      Object.entries(item ?? {}).map(([method, operation]) => row(method, path, operation as Operation)),
    );
    return sendStyledPage(reply, style, page(rows));
  });
}

function row(method: string, path: string, { responses = {} }: Operation): Html {
  const cells = [method.toUpperCase(), `/api${path}`, Object.keys(responses).join(", ")];
  return html`<tr>${cells.map((cell) => html`<td><code>${cell}</code></td>`)}</tr>\n`;
}

function page(rows: Html[]): string {
  return html`<!doctype html><html lang="en"><meta charset="utf-8"><title>Deskhand API</title>
<meta name="viewport" content="width=device-width">
<style>${new Html(style)}</style>
<main>
<h1>Deskhand API</h1>
<p>Every endpoint, with the statuses it may return. Inputs, outputs and errors are in <a href="/api/openapi.json">openapi.json</a>
(OpenAPI 3.1). Requests are authorised by the session cookie of the sign-in.</p>
<table><tr><th>Method</th><th>Path</th><th>Statuses</th></tr>${rows}</table></main></html>`.text;
}
