import type { BothAmounts } from "@deskhand/contract/actions/action-parts";
import * as z from "zod";
import { addAmounts, isZero, moneyWords } from "../amounts.ts";
import { bag, bagField } from "../store/money-bag.ts";
import type { Done } from "./action-kind.ts";
import { noResult } from "./no-result.ts";

/** What is asked of a refund: whether its payments really took the money back. */
export const refundFields = `createdAt totalRefundedSet ${bag}
  transactions(first: 20) { nodes { status errorCode gateway formattedGateway amountSet ${bag} } }`;

const transactionSchema = z.object({
  status: z.string(),
  errorCode: z.string().nullish(),
  gateway: z.string().nullish(),
  formattedGateway: z.string().nullish(),
  amountSet: bagField,
});
type Transaction = z.output<typeof transactionSchema>;

export const refundSchema = z.object({
  createdAt: z.string().nullish(),
  totalRefundedSet: bagField,
  transactions: z.object({ nodes: z.array(transactionSchema) }),
});

const failed = new Set(["FAILURE", "ERROR"]);

/**
 * What became of the money of a refund that Shopify has written down. A payment provider may take its time, or refuse, and until it is known the
 * amount that was asked for counts.
 */
export function refunded({ createdAt, totalRefundedSet, transactions }: z.output<typeof refundSchema>): Done {
  const { nodes } = transactions;
  const failures = nodes.filter(({ status }) => failed.has(status));
  const successes = nodes.filter(({ status }) => status === "SUCCESS");
  if (failures.length + successes.length < nodes.length)
    return { end: "unanswered", answer: "Shopify has the refund, and its payment has not confirmed it yet" };
  const money = failures.length === 0 ? totalRefundedSet : sumOf(totalRefundedSet, successes);
  const because = failures.map(failureWords).join(". ");
  if (failures.length > 0 && isZero(money.amount))
    return { end: "refused", answer: `No money went back, though Shopify lists the refund. ${because}` };
  const answer = `Refunded ${moneyWords(money)}${because === "" ? "" : `, and not the rest. ${because}`}`;
  return { end: "done", answer, result: { ...noResult, refunded: money, at: createdAt ?? null }, money };
}

function failureWords({ formattedGateway, gateway, errorCode }: Transaction): string {
  const words = errorCode ? `: ${errorCode.toLowerCase().replaceAll("_", " ")}` : "";
  return `${(formattedGateway || gateway || "The payment").slice(0, 100)} refused it${words.slice(0, 100)}`;
}

/** The sum of what went back, in the currencies of the refund. */
function sumOf({ currency, shown }: BothAmounts, transactions: readonly Transaction[]): BothAmounts {
  const amounts = transactions.map(({ amountSet }) => amountSet);
  return {
    amount: addAmounts(currency, ...amounts.map(({ amount }) => amount)),
    currency,
    shown: shown && {
      amount: addAmounts(shown.currency, ...amounts.flatMap((each) => each.shown?.amount ?? [])),
      currency: shown.currency,
    },
  };
}
