import type { AuditAction } from "@deskhand/contract/admin/audit-actions";
import type { FastifyInstance } from "fastify";
import * as z from "zod";
import type { Services } from "../../../platform/services.ts";
import { record } from "../../audit/index.ts";
import { countLately } from "../auth.queries.ts";
import { networkOf } from "../guesses/network-of.ts";
import { Bursts } from "./bursts.ts";

/** Of what somebody was refused in an hour the audit log keeps so much, whatever it was. */
const mostInHour = 20;

const failureSchema = z.object({ code: z.string(), message: z.string() });

/**
 * Has the server log what it refuses to people who are signed in, because of their role or of a limit, and write it into their
 * store's audit log: once for a burst, so that nobody fills that (docs/product.md#the-audit-log).
 */
export function recordRefusals(http: FastifyInstance, { db, log }: Pick<Services, "db" | "log">): void {
  const bursts = new Bursts();
  http.addHook("onSend", async ({ actor, ip }, { statusCode }, payload) => {
    if (!actor || typeof payload !== "string" || (statusCode !== 403 && statusCode !== 429)) return;
    const failure = failureIn(payload);
    const action = failure && actionOf(failure.code, statusCode);
    const { userId, tenantId } = actor;
    if (!failure || (!action && failure.code !== "origin_not_allowed")) return;
    if (!bursts.begins(`${userId} ${failure.message}`)) return;
    log.info({ userId, tenantId, network: networkOf(ip), code: failure.code }, "Somebody was refused");
    if (!action) return;
    try {
      await db.withTenant(actor, async (tx) => {
        if ((await countLately(tx, userId, action, 60)) >= mostInHour) return;
        await record(tx, userId, action, { id: userId, label: failure.message });
      });
    } catch (err) {
      // They are refused in any case, and are told why.
      log.error({ err, userId, tenantId }, "A refusal could not be written into the audit log");
    }
  });
}

function actionOf(code: string, status: 403 | 429): AuditAction | null {
  if (status === 429) return "account.limit-reached";
  // A page of another website is not theirs, and who has to set up a second factor is told so.
  return code === "not_allowed" || code === "view_not_yours" ? "account.refused" : null;
}

function failureIn(payload: string): z.infer<typeof failureSchema> | null {
  try {
    return failureSchema.safeParse(JSON.parse(payload)).data ?? null;
  } catch {
    // No failure of the catalogue.
    return null;
  }
}
