import { Readable } from "node:stream";
import { storeExportUrl } from "@deskhand/contract/pages";
import type { FastifyInstance } from "fastify";
import { isId } from "../../../platform/db/ids.ts";
import type { Db, TenantId } from "../../../platform/db/tenant.ts";
import { fail } from "../../../platform/fail.ts";
import { api, requireAccess } from "../../../platform/http/api.ts";
import { asDownload } from "../../../platform/http/downloads.ts";
import { packedName } from "../../../platform/portable/pack-export.ts";
import type { Services } from "../../../platform/services.ts";
import { record } from "../../audit/index.ts";
import { asOneself, signInOf } from "../../auth/index.ts";
import { findTenant } from "../../tenants/index.ts";
import { deleteExport, selectExportChunk, selectLastExport, selectReadyExport } from "./store-exports.queries.ts";
import { askExport } from "./write-export.ts";

/** The endpoints of the store's exports. */
export function exportRoutes(http: FastifyInstance) {
  const signIn = signInOf(http);
  const { setup } = api;
  return {
    lastExport: setup.lastExport.handler(async ({ context }) => ({
      last: (await context.withTenant(selectLastExport)) ?? null,
    })),
    askExport: setup.askExport.handler(({ context, input }) =>
      asOneself(signIn, context, input, (tx) => askExport(tx, context.services.jobs, context.actor)),
    ),
    removeExport: setup.removeExport.handler(({ context: { actor, withTenant }, input: { id } }) =>
      withTenant(async (tx) => {
        if (!(await deleteExport(tx, id))) throw fail("store_export_not_found");
        await record(tx, actor.userId, "settings.export-removed", null);
        return { id };
      }),
    ),
  };
}

const asItIs = { compress: false, config: { work: "files" } } as const;

/** `GET /api/setup/export/:id/file`: downloads a finished export of the store; the audit log records who did. */
export function exportFileRoutes(http: FastifyInstance, { db }: Services): void {
  http.get<{ Params: { id: string } }>(storeExportUrl(":id"), asItIs, async (request, reply) => {
    const actor = requireAccess(request.actor, "client:manage", "Only administrators can export the store");
    const { id } = request.params;
    const found = await db.withTenant(actor, async (tx) => {
      const ready = isId(id) ? await selectReadyExport(tx, id) : undefined;
      if (!ready) throw fail("store_export_not_found");
      await record(tx, actor.userId, "settings.export-downloaded", null);
      return { ...ready, code: (await findTenant(tx)).clientCode };
    });
    return reply
      .header("content-type", "application/gzip")
      .header("content-length", found.size)
      .header("content-disposition", asDownload(packedName(found)))
      .header("cache-control", "no-store")
      .header("x-content-type-options", "nosniff")
      .send(Readable.from(chunksOf(db, actor.tenantId, { id, size: found.size }), { objectMode: false }));
  });
}

// Each part is read in its own transaction, so a slow reader holds no connection.
async function* chunksOf(db: Db, tenant: TenantId, { id, size }: { id: string; size: number }): AsyncGenerator<Buffer> {
  let read = 0;
  for (let position = 0; read < size; position += 1) {
    const bytes = await db.withTenant(tenant, (tx) => selectExportChunk(tx, id, position));
    // It was deleted meanwhile; the error keeps anybody from taking half a file for a whole one.
    if (!bytes) throw new Error(`The export ${id} ends after ${read} of ${size} bytes`);
    read += bytes.length;
    yield bytes;
  }
}
