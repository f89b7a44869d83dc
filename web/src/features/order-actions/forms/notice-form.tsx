import type { OrderLook } from "@deskhand/contract/actions/action-parts";
import { RadioList } from "../../../ui/form/radio-list.tsx";
import type { FormProps } from "./form-props.ts";

/** Which parcel's shipping notice is sent again. */
export function NoticeForm({ look, plan, onChange }: FormProps<"shipping_notice">) {
  const shipments = look.shipments.filter(({ isCancelled }) => !isCancelled);
  return (
    <>
      <p className="text-soft">
        Shopify has no button that sends the first notice again. It saves the tracking once more and mails the customer
        “Shipping update”, with the same number and link.
      </p>
      <RadioList
        legend="Parcel"
        options={shipments.map((shipment) => ({ value: shipment.shipmentId, label: parcelWords(shipment) }))}
        value={plan.shipmentId}
        onChange={(shipmentId) => onChange({ ...plan, shipmentId })}
      />
    </>
  );
}

function parcelWords({ parcels }: OrderLook["shipments"][number]): string {
  const named = parcels.map(({ number, company }) => [company, number].filter(Boolean).join(" ")).filter(Boolean);
  return named.length === 0 ? "A parcel without a tracking number" : named.join(", ");
}
