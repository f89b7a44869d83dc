import { Readable } from "node:stream";
import { ticketLabel } from "@deskhand/contract/vocabulary";
import type { FastifyInstance } from "fastify";
import { isId } from "../../../platform/db/ids.ts";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { fail } from "../../../platform/fail.ts";
import { requireAccess } from "../../../platform/http/api.ts";
import { asDownload } from "../../../platform/http/as-download.ts";
import type { Services } from "../../../platform/services.ts";
import { readWholeFile } from "../../../platform/storage/files.ts";
import { zipOf } from "../../../platform/storage/zip-of.ts";
import { selectFilesToZip } from "./attachments.queries.ts";
import { chooseForZip, leftOutName } from "./choose-for-zip.ts";

const asItIs = { compress: false, config: { work: "files" } } as const;

type Named = { Params: { id: string } };

/** `GET /api/messages/:id/files.zip` and `GET /api/tickets/:id/files.zip`: all files of either in one archive, streamed. */
export function zipRoutes(http: FastifyInstance, { db }: Services): void {
  for (const kind of ["message", "ticket"] as const) {
    http.get<Named>(`/api/${kind}s/:id/files.zip`, asItIs, async (request, reply) => {
      const { tenantId } = requireAccess(request.actor, "tickets:read");
      const { id } = request.params;
      const select = (tx: TenantTx) => selectFilesToZip(tx, kind, id);
      const found = isId(id) ? await db.withTenant(tenantId, select) : [];
      const [first] = found;
      if (!first) throw fail("attachment_not_found");
      const { files, leftOut } = chooseForZip(found);
      const zipped = files.map(({ name, fileId, size, createdAt }) => ({
        name,
        at: new Date(createdAt),
        bytes: () => readWholeFile(db, tenantId, { id: fileId, size }),
      }));
      const note = {
        name: leftOutName,
        at: new Date(first.createdAt),
        bytes: () => Readable.from([Buffer.from(leftOut)]),
      };
      return reply
        .header("content-type", "application/zip")
        .header("content-disposition", asDownload(`${ticketLabel(first.ticketNumber).replace(":", "")} files.zip`))
        .header("content-security-policy", "sandbox; default-src 'none'")
        .send(Readable.from(zipOf(leftOut === "" ? zipped : [...zipped, note]), { objectMode: false }));
    });
  }
}
