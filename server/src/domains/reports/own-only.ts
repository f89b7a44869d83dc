import { traitOf } from "@deskhand/contract/reports/figures";
import type { ReportAsked } from "@deskhand/contract/reports/reports";

/** A report of what is one's own, whatever person was asked for. */
export function ownOnly(asked: ReportAsked, userId: string): ReportAsked {
  const others = asked.where.filter((trait) => !trait.startsWith("person:"));
  return Object.assign({}, asked, { where: [...others, traitOf("person", userId)] });
}
