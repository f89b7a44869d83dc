import type { OrderSums } from "@deskhand/contract/desk/order-states";
import type { Money } from "@deskhand/contract/page";
import { formatMoney } from "../../lib/format.ts";

interface BothAmountsProps {
  amount: Money | null;
  currency: string;
  /** What the customer saw in their own currency; null if it is the store's. */
  shown: { amount: Money | null; currency: string } | null;
}

/** An amount in the store's currency. If the customer paid in another one, the amount in that currency is below it. */
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

type SumLine = { name: string; amount: Money | null; shown: { amount: Money | null; currency: string } | null };

const isNothing = (amount: Money | null) => amount === null || !/[1-9]/.test(amount);

/** Returns the lines that add up to an order's total; none if they were never fetched. */
export function sumLines(sums: OrderSums | null): SumLine[] {
  if (sums === null) return [];
  const { discountCodes, isTaxIncluded, shown } = sums;
  const line = (name: string, part: "subtotal" | "discounts" | "shipping" | "tax"): SumLine => ({
    name,
    amount: sums[part],
    shown: shown && { amount: shown[part], currency: shown.currency },
  });
  const hasDiscount = !isNothing(sums.discounts) || discountCodes.length > 0;
  const codes = discountCodes.length > 0 ? ` (${discountCodes.join(", ")})` : "";
  return [
    ...(hasDiscount ? [line(`Discounts${codes}`, "discounts")] : []),
    line(hasDiscount ? "Subtotal after discounts" : "Subtotal", "subtotal"),
    line("Shipping", "shipping"),
    line(isTaxIncluded && !isNothing(sums.tax) ? "Taxes (included)" : "Taxes", "tax"),
  ];
}
