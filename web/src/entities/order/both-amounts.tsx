import type { Money } from "@deskhand/contract/page";
import { formatMoney } from "../../lib/format.ts";

interface BothAmountsProps {
  amount: Money | null;
  currency: string;
  /** What the customer saw in their own currency; null where that is the same. */
  shown: { amount: Money | null; currency: string } | null;
}

/** An amount in the store's currency, and below it in the one that the customer paid in, where that is another. */
export function BothAmounts({ amount, currency, shown }: BothAmountsProps) {
  return (
    <>
      {formatMoney(amount, currency)}
      {shown !== null && shown.amount !== null && (
        <span className="block font-normal text-soft text-xs">
          <span className="sr-only">, as the customer saw it </span>
          {formatMoney(shown.amount, shown.currency)}
        </span>
      )}
    </>
  );
}
