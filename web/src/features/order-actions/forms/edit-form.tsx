import { actionLimits } from "@deskhand/contract/actions/action-limits";
import type { OrderLook } from "@deskhand/contract/actions/action-parts";
import { X } from "lucide-react";
import { useState } from "react";
import { formatMoney } from "../../../lib/format.ts";
import { Checkbox } from "../../../ui/form/checkbox.tsx";
import { InputField } from "../../../ui/form/field.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import type { FormProps } from "./form-props.ts";
import { OrderLines } from "./order-lines.tsx";
import { NotifyBox } from "./refund-form.tsx";
import { Stepper } from "./stepper.tsx";
import { type Variant, VariantSearch } from "./variant-search.tsx";

type Line = OrderLook["lines"][number];

/** New quantities of an order's lines, and products to add. */
export function EditForm({ look, plan, faultOf, onChange }: FormProps<"edit">) {
  const [known, setKnown] = useState<readonly Variant[]>([]);
  const lines = look.lines.filter(({ quantity }) => quantity > 0);
  const changeOf = ({ lineItemId }: Line) => plan.lines.find((line) => line.lineItemId === lineItemId);

  function change(line: Line, quantity: number, restock = changeOf(line)?.restock ?? line.isRestockable) {
    const others = plan.lines.filter(({ lineItemId }) => lineItemId !== line.lineItemId);
    const changed = { lineItemId: line.lineItemId, quantity, restock };
    onChange({ ...plan, lines: quantity === line.quantity ? others : [...others, changed] });
  }

  function add(variant: Variant) {
    setKnown([...known, variant]);
    if (plan.added.some(({ variantId }) => variantId === variant.variantId)) return;
    onChange({ ...plan, added: [...plan.added, { variantId: variant.variantId, quantity: 1 }] });
  }

  function count(variantId: string, quantity: number) {
    onChange({
      ...plan,
      added: plan.added.map((each) => (each.variantId === variantId ? { ...each, quantity } : each)),
    });
  }

  return (
    <>
      <fieldset className="flex min-w-0 flex-col gap-2">
        <legend className="mb-1.5 font-medium text-sm text-soft">Items</legend>
        <OrderLines
          label="Items of the order"
          lines={lines}
          choice={(line) => (
            <Stepper
              label={`Pieces of ${line.title}`}
              value={changeOf(line)?.quantity ?? line.quantity}
              // What was sent cannot be taken off.
              least={line.quantity - line.unsent}
              most={actionLimits.piecesOfLine}
              fault={faultOf(`line.${line.lineItemId}`)}
              onChange={(quantity) => change(line, quantity)}
            />
          )}
          below={(line) => {
            const changed = changeOf(line);
            if (changed === undefined) {
              return line.unsent === 0 ? <p className="mt-1 text-soft text-xs">Sent: only more can be added.</p> : null;
            }
            return changed.quantity < line.quantity && line.isRestockable ? (
              <Checkbox
                className="mt-1.5 text-sm"
                label="Put them back into stock"
                checked={changed.restock}
                onChange={({ target }) => change(line, changed.quantity, target.checked)}
              />
            ) : null;
          }}
        />
      </fieldset>
      <fieldset className="flex min-w-0 flex-col gap-2">
        <legend className="mb-1.5 font-medium text-sm text-soft">Add an item</legend>
        <VariantSearch onChoose={add} />
        {plan.added.length > 0 && (
          <ul aria-label="Items to add" className="divide-y divide-line rounded-control border border-line">
            {plan.added.map(({ variantId, quantity }) => {
              const variant = known.find((each) => each.variantId === variantId);
              const title = variant?.title ?? "Item";
              return (
                <li key={variantId} className="flex items-center gap-3 px-3 py-2">
                  <p className="min-w-0 flex-1 break-anywhere">
                    <bdi className="font-medium">{title}</bdi>
                    {variant !== undefined && (
                      <span className="block text-sm text-soft tabular">
                        {[variant.variantTitle, formatMoney(variant.price, variant.currency)]
                          .filter(Boolean)
                          .join(" · ")}
                      </span>
                    )}
                  </p>
                  <Stepper
                    label={`Pieces of ${title} to add`}
                    value={quantity}
                    least={1}
                    most={actionLimits.piecesOfLine}
                    onChange={(wanted) => count(variantId, wanted)}
                  />
                  <IconButton
                    label={`Do not add ${title}`}
                    size="sm"
                    icon={<X size={14} aria-hidden />}
                    onClick={() =>
                      onChange({ ...plan, added: plan.added.filter((each) => each.variantId !== variantId) })
                    }
                  />
                </li>
              );
            })}
          </ul>
        )}
      </fieldset>
      <InputField
        label="Note"
        maxLength={actionLimits.actionReasonLength}
        value={plan.note}
        error={faultOf("note")}
        hint="For your team. The customer does not see it."
        onChange={({ target }) => onChange({ ...plan, note: target.value })}
      />
      <NotifyBox email={look.email} isOn={plan.notify} onChange={(notify) => onChange({ ...plan, notify })} />
    </>
  );
}
