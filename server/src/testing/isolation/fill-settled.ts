import { type FullDesk, fillDesk } from "../full-desk.ts";
import type { Desk } from "../open-desk.ts";
import { untilCounted } from "../store/until-folded.ts";

/** Fills two stores and stops the jobs, so that nothing changes any more: every table has rows, queues included. */
export async function fillSettled(app: Desk, before: (desk: FullDesk) => Promise<unknown> = async () => undefined) {
  const [ours, theirs] = [await fillDesk(app), await fillDesk(app)] as const;
  await before(theirs);
  for (const { owner } of [ours, theirs]) await untilCounted(app, owner.tenantId);
  await app.services.jobs.stop();
  for (const { owner, ticketId } of [ours, theirs]) {
    for (const table of ["search_waiting", "facts_waiting"]) {
      await app.asOwner(`insert into ${table} (ticket_id) values ($1)`, [ticketId], owner.tenantId);
    }
  }
  return [ours, theirs] as const;
}
