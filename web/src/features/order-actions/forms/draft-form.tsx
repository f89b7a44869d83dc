import { Checkbox } from "../../../ui/form/checkbox.tsx";
import type { FormProps } from "./form-props.ts";

/** A draft with the same items and address, and whether its invoice is sent. */
export function DraftForm({ look, plan, outcome, onChange }: FormProps<"draft">) {
  return (
    <>
      <p className="text-soft">
        Shopify makes a draft order with the items, the address and the customer of {look.name}. With the link in its
        invoice the customer pays it, and it becomes an order.
      </p>
      {outcome !== undefined && (
        <ul
          aria-label="Items of the draft"
          className="max-h-[35dvh] overflow-y-auto rounded-control border border-line"
        >
          {outcome.lines.map(({ title, quantity }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: an order may list an item twice, and items never reorder.
            <li key={at} className="flex gap-2 border-line border-t px-3 py-1.5 first:border-t-0 break-anywhere">
              <span className="tabular">{quantity} ×</span>
              <bdi>{title}</bdi>
            </li>
          ))}
        </ul>
      )}
      {look.email === null ? (
        <p className="text-soft text-sm">The order has no address that an invoice could go to.</p>
      ) : (
        <Checkbox
          data-autofocus
          label={
            <span className="break-anywhere">
              Send the invoice to <bdi>{look.email}</bdi>
            </span>
          }
          checked={plan.sendInvoice}
          onChange={({ target }) => onChange({ ...plan, sendInvoice: target.checked })}
        />
      )}
    </>
  );
}
