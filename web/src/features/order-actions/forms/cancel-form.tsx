import { type CancelReason, cancelReasons } from "@deskhand/contract/actions/action-kinds";
import { actionLimits } from "@deskhand/contract/actions/action-limits";
import { Checkbox } from "../../../ui/form/checkbox.tsx";
import { Field, InputField } from "../../../ui/form/field.tsx";
import { Select } from "../../../ui/form/select.tsx";
import { bothText, isNothing } from "../action-words.ts";
import type { FormProps } from "./form-props.ts";
import { NotifyBox } from "./refund-form.tsx";

const reasons = (Object.keys(cancelReasons) as CancelReason[]).map((value) => ({ value, label: cancelReasons[value] }));

/** Why an order is cancelled, and what becomes of money and goods. */
export function CancelForm({ look, plan, faultOf, onChange }: FormProps<"cancel">) {
  const isPaid = !isNothing(look.received);
  return (
    <>
      <Field label="Reason" required error={faultOf("reason")}>
        {(control) => (
          <Select
            {...control}
            data-autofocus
            value={plan.reason}
            options={reasons}
            onChange={(reason) => onChange({ ...plan, reason })}
          />
        )}
      </Field>
      <div className="flex flex-col items-start gap-2.5">
        {isPaid && (
          <Checkbox
            label={`Refund what was paid and is left, of ${bothText(look.received)}`}
            checked={plan.refund}
            onChange={({ target }) => onChange({ ...plan, refund: target.checked })}
          />
        )}
        <Checkbox
          label="Put what was not sent back into stock"
          checked={plan.restock}
          onChange={({ target }) => onChange({ ...plan, restock: target.checked })}
        />
        <NotifyBox email={look.email} isOn={plan.notify} onChange={(notify) => onChange({ ...plan, notify })} />
      </div>
      <InputField
        label="Note"
        maxLength={actionLimits.actionReasonLength}
        value={plan.note}
        error={faultOf("note")}
        hint="For your team. The customer does not see it."
        onChange={({ target }) => onChange({ ...plan, note: target.value })}
      />
    </>
  );
}
