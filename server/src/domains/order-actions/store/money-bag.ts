import type { BothAmounts } from "@deskhand/contract/actions/action-parts";
import * as z from "zod";
import { written } from "../amounts.ts";

/** Both amounts in a query. */
export const bag = "{ shopMoney { amount currencyCode } presentmentMoney { amount currencyCode } }";

const part = z.object({
  amount: z.string().regex(/^-?\d{1,15}(?:\.\d{1,6})?$/),
  currencyCode: z.string().regex(/^[A-Z]{3}$/),
});

/** Both amounts of an answer, with all decimals of their currencies. */
export const bagField = z
  .object({ shopMoney: part, presentmentMoney: part })
  .transform(({ shopMoney, presentmentMoney }): BothAmounts => {
    const inStore = amountOf(shopMoney);
    const isSame = shopMoney.currencyCode === presentmentMoney.currencyCode;
    return Object.assign(inStore, { shown: isSame ? null : amountOf(presentmentMoney) });
  });

function amountOf({ amount, currencyCode }: z.infer<typeof part>) {
  return { amount: written(amount, currencyCode), currency: currencyCode };
}

/** An amount in the currency that the customer pays in, which Shopify takes for refunds. */
export function paidIn({ amount, currency, shown }: BothAmounts) {
  return shown ?? { amount, currency };
}
