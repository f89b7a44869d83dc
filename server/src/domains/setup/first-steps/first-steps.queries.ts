import type { FirstStepId } from "@deskhand/contract/admin/setup";
import { limits } from "@deskhand/contract/limits";
import { type Expression, type SqlBool, sql } from "kysely";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { hasEmailSettings } from "../../outgoing/index.ts";

type StepRow = Record<FirstStepId | "isDismissed", boolean>;

const nameAtFirst = sql<string>`left(split_part(users.email, '@', 1), ${limits.personNameLength}::int)`;

/**
 * Which first steps are done, and whether this person dismissed them. The audit log remembers a disconnected store and
 * a former colleague, so a step once done stays done, unless a reset undoes it.
 */
export async function selectFirstSteps(tx: TenantTx, userId: string): Promise<StepRow> {
  const isTrue = (condition: Expression<SqlBool>) => sql<boolean>`${condition}`;
  return tx
    .selectNoFrom((eb) => {
      const wasDone = (action: string, kind: string) =>
        eb.exists(
          eb.selectFrom("audit_log").select("audit_log.id").where("kind", "=", kind).where("action", "=", action),
        );
      return [
        // A sign-up asks for no name: until a person sets one, it is the local part of their address.
        isTrue(
          eb.exists(
            eb
              .selectFrom("users")
              .select("users.id")
              .where("users.id", "=", userId)
              .where("users.name", "<>", nameAtFirst),
          ),
        ).as("person"),
        isTrue(eb.exists(eb.selectFrom("clients").select("clients.id").where("is_named", "=", true))).as("name"),
        isTrue(hasEmailSettings(tx)).as("branding"),
        isTrue(
          eb.or([
            eb.exists(
              eb.selectFrom("forwarding_probes").select("forwarding_probes.id").where("returned_as", "=", "itself"),
            ),
            eb.exists(
              eb
                .selectFrom("mail_log")
                .select("mail_log.id")
                .where("was_forwarded", "=", true)
                .where("mail_log.ticket_id", "is not", null),
            ),
            wasDone("settings.support-address-added", "settings"),
          ]),
        ).as("forwarding"),
        isTrue(
          eb.or([
            eb.exists(eb.selectFrom("shopify_stores").select("shopify_stores.id")),
            wasDone("store.connected", "store"),
          ]),
        ).as("store"),
        isTrue(
          eb.or([
            eb.exists(
              eb
                .selectFrom("users")
                .select("users.id")
                .where("users.id", "<>", userId)
                .where("users.deleted_at", "is", null),
            ),
            wasDone("team.invited", "team"),
          ]),
        ).as("colleague"),
        isTrue(eb.exists(eb.selectFrom("ticket_response_deltas").select("id").where("responses", ">", 0))).as("reply"),
        isTrue(eb.exists(eb.selectFrom("dismissed_first_steps").select("user_id").where("user_id", "=", userId))).as(
          "isDismissed",
        ),
      ];
    })
    .executeTakeFirstOrThrow();
}

/** Records that a person dismissed the first steps. */
export async function dismissFirstSteps(tx: TenantTx, userId: string): Promise<void> {
  await tx
    .insertInto("dismissed_first_steps")
    .values({ user_id: userId })
    .onConflict((same) => same.doNothing())
    .execute();
}
