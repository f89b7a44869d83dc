import type { PreviewedAnswer } from "@deskhand/contract/desk/incidents";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import type { Services } from "../../../platform/services.ts";
import type { Writer } from "../../tickets/index.ts";
import { type AnswerText, writeForOrder, writeForTicket } from "./write-for.ts";

type Asked = AnswerText & { ticketIds: readonly string[]; orderIds: readonly string[] };

/** Fills an answer for each as it would leave now; tickets and orders that are gone are left out. */
export async function previewAnswer(
  tx: TenantTx,
  services: Pick<Services, "settings">,
  writer: Writer,
  { content, subject, ticketIds, orderIds }: Asked,
): Promise<PreviewedAnswer[]> {
  const written: (PreviewedAnswer | undefined)[] = [];
  for (const ticketId of ticketIds) written.push(await writeForTicket(tx, services, writer, { content, ticketId }));
  for (const orderId of orderIds) written.push(await writeForOrder(tx, writer, { content, subject, orderId }));
  return written.filter((one) => one !== undefined);
}
