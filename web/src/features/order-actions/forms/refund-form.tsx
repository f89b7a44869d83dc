import type { RestockKind } from "@deskhand/contract/actions/action-kinds";
import { actionLimits } from "@deskhand/contract/actions/action-limits";
import type { OrderLook } from "@deskhand/contract/actions/action-parts";
import { Button } from "../../../ui/button.tsx";
import { Checkbox } from "../../../ui/form/checkbox.tsx";
import { Field, InputField } from "../../../ui/form/field.tsx";
import { Select } from "../../../ui/form/select.tsx";
import { bothText, isNothing } from "../action-words.ts";
import type { FormProps } from "./form-props.ts";
import { OrderLines } from "./order-lines.tsx";
import { Stepper } from "./stepper.tsx";

type Line = OrderLook["lines"][number];

const restockWords: Record<RestockKind, string> = {
  none: "Not back into stock",
  return: "Back into stock: returned",
  cancel: "Back into stock: never sent",
};

/** What of an order is refunded: pieces and where they go, shipping, or another amount. */
export function RefundForm({ look, plan, outcome, faultOf, onChange }: FormProps<"refund">) {
  const left = look.lines.filter(({ refundable }) => refundable > 0);
  const chosenOf = ({ lineItemId }: Line) => plan.lines.find((line) => line.lineItemId === lineItemId);
  const place = plan.lines.find(({ locationId }) => locationId !== null)?.locationId ?? null;
  const isRestocking = plan.lines.some(({ restock }) => restock !== "none");
  // Without the scope to read them nothing can be put back, as Shopify wants to know where.
  const hasPlaces = look.locations.length > 0;
  const isPuttable = (line: Line) => line.isRestockable && hasPlaces;
  const usual = (line: Line) => (isPuttable(line) ? usualRestock(line) : "none");
  const [first] = look.payments;
  const currency = outcome?.amount.shown?.currency ?? first?.refundable.shown?.currency ?? look.total.currency;

  function choose(line: Line, quantity: number) {
    const { lineItemId } = line;
    const others = plan.lines.filter((other) => other.lineItemId !== lineItemId);
    const restock = chosenOf(line)?.restock ?? usual(line);
    const chosen = { lineItemId, quantity, restock, locationId: restock === "none" ? null : place };
    onChange({ ...plan, lines: quantity === 0 ? others : [...others, chosen] });
  }

  function putBack(line: Line, restock: RestockKind) {
    const lines = plan.lines.map((each) =>
      each.lineItemId === line.lineItemId ? { ...each, restock, locationId: restock === "none" ? null : place } : each,
    );
    onChange({ ...plan, lines });
  }

  function putAt(locationId: string | null) {
    const lines = plan.lines.map((each) => (each.restock === "none" ? each : { ...each, locationId }));
    onChange({ ...plan, lines });
  }

  function chooseAll() {
    const lines = left.map((line) => ({
      lineItemId: line.lineItemId,
      quantity: line.refundable,
      restock: chosenOf(line)?.restock ?? usual(line),
      locationId: null,
    }));
    onChange({ ...plan, lines, withShipping: !isNothing(look.shipping.refundable) });
  }

  return (
    <>
      {left.length > 0 && (
        <fieldset className="flex min-w-0 flex-col gap-2">
          <legend className="mb-1.5 flex w-full items-center font-medium text-sm text-soft">
            Items
            <Button size="sm" variant="ghost" className="ml-auto" onClick={chooseAll}>
              Refund everything
            </Button>
          </legend>
          <OrderLines
            label="Items to refund"
            lines={left}
            choice={(line) => (
              <Stepper
                label={`Pieces of ${line.title} to refund`}
                value={chosenOf(line)?.quantity ?? 0}
                most={line.refundable}
                fault={faultOf(`line.${line.lineItemId}`)}
                onChange={(quantity) => choose(line, quantity)}
              />
            )}
            below={(line) => {
              const chosen = chosenOf(line);
              return chosen === undefined ? null : isPuttable(line) ? (
                <Select
                  small
                  aria-label={`Stock of ${line.title}`}
                  className="mt-1.5 sm:w-60"
                  value={chosen.restock}
                  options={restocksOf(line).map((value) => ({ value, label: restockWords[value] }))}
                  onChange={(restock) => putBack(line, restock)}
                />
              ) : (
                <p className="mt-1 text-soft text-xs">
                  {line.isRestockable
                    ? "Not back into stock: Deskhand may not read the store’s locations."
                    : "Its stock is not counted."}
                </p>
              );
            }}
          />
          {isRestocking && look.locations.length > 1 && (
            <Field label="Put them back at">
              {(control) => (
                <Select
                  {...control}
                  className="sm:w-60"
                  value={place ?? ""}
                  options={[
                    { value: "", label: "Shopify chooses" },
                    ...look.locations.map(({ locationId, name }) => ({ value: locationId, label: name })),
                  ]}
                  onChange={(locationId) => putAt(locationId || null)}
                />
              )}
            </Field>
          )}
        </fieldset>
      )}
      {!isNothing(look.shipping.refundable) && (
        <Checkbox
          label={`Shipping, ${bothText(look.shipping.refundable)}`}
          checked={plan.withShipping}
          onChange={({ target }) => onChange({ ...plan, withShipping: target.checked })}
        />
      )}
      <div className="flex flex-col gap-3">
        <Checkbox
          label="Another amount than Shopify suggests"
          checked={plan.amount !== null}
          onChange={({ target }) => onChange({ ...plan, amount: target.checked ? "" : null })}
        />
        {plan.amount !== null && (
          <InputField
            label={`Amount in ${currency}`}
            required
            inputMode="decimal"
            autoComplete="off"
            className="sm:w-60"
            value={plan.amount}
            error={faultOf("amount")}
            hint={
              outcome && `Shopify suggests ${bothText(outcome.suggested)}; at most ${bothText(outcome.most)} is left`
            }
            onChange={({ target }) => onChange({ ...plan, amount: target.value })}
          />
        )}
      </div>
      <InputField
        label="Reason"
        required={plan.amount !== null}
        maxLength={actionLimits.actionReasonLength}
        value={plan.reason}
        error={faultOf("reason")}
        hint="For your team, here and in Shopify. The customer does not see it."
        onChange={({ target }) => onChange({ ...plan, reason: target.value })}
      />
      <NotifyBox email={look.email} isOn={plan.notify} onChange={(notify) => onChange({ ...plan, notify })} />
    </>
  );
}

/** Pieces that were never sent go back into stock; of others nobody knows in which state they come back. */
function usualRestock(line: Line): RestockKind {
  return line.unsent >= line.refundable ? "cancel" : "none";
}

/** Only what was not sent can be cancelled, and only what was sent can come back. */
function restocksOf({ quantity, unsent }: Line): RestockKind[] {
  return ["none", ...(unsent < quantity ? ["return" as const] : []), ...(unsent > 0 ? ["cancel" as const] : [])];
}

/** Whether Shopify mails the customer. */
export function NotifyBox(props: { email: string | null; isOn: boolean; onChange: (isOn: boolean) => void }) {
  const { email, isOn, onChange } = props;
  if (email === null) return <p className="text-soft text-sm">Shopify knows no address of the customer to mail.</p>;
  return (
    <Checkbox
      label={
        <span className="break-anywhere">
          Shopify mails <bdi>{email}</bdi>
        </span>
      }
      checked={isOn}
      onChange={({ target }) => onChange(target.checked)}
    />
  );
}
