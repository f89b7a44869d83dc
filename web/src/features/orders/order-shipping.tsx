import type { OrderDetail } from "@deskhand/contract/orders";
import { ExternalLink, Truck } from "lucide-react";
import type { ReactNode } from "react";
import { formatDate, formatDateTime } from "../../lib/format.ts";
import { Badge } from "../../ui/badge.tsx";
import { buttonClass } from "../../ui/button.tsx";
import { Fact, Facts } from "../../ui/card.tsx";
import { cx } from "../../ui/cx.ts";
import { toneClass } from "../../ui/tone.ts";
import { OrderPart } from "./order-parts.tsx";
import { spoken } from "./order-words.ts";

type Fulfillment = OrderDetail["fulfillments"][number];

/** The order's tracking numbers, each with a link to its carrier. */
export function PackageTracking({ order: { fulfillments } }: { order: OrderDetail }) {
  const parcels = fulfillments.flatMap((fulfillment) => fulfillment.parcels).filter(({ number }) => number);
  if (parcels.length === 0) return null;
  return (
    <section
      aria-label="Package Tracking"
      className={cx(
        toneClass.blue,
        "flex shrink-0 flex-wrap items-center gap-x-4 gap-y-2 rounded-panel border border-(--tone)/35 bg-(--tone)/10 px-4 py-3 text-(--tone)",
      )}
    >
      <Truck size={18} aria-hidden className="shrink-0" />
      <div className="min-w-0 flex-1 basis-52">
        <h3 className="font-semibold">Package Tracking</h3>
        <ul className="flex flex-col gap-1.5 text-ink">
          {parcels.map(({ number, company, url }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two parcels may share a number, and they never reorder.
            <li key={at} className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
              <span className="font-mono text-sm break-anywhere">{number}</span>
              <Carrier company={company} />
              <span className="ml-auto empty:hidden">{url !== null && <TrackPackage url={url} number={number} />}</span>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

/** The order's shipments: items, dates and progress. */
export function OrderShipping({ order: { fulfillments } }: { order: OrderDetail }) {
  if (fulfillments.length === 0) return null;
  return (
    <OrderPart title="Shipping Information">
      <ul className="divide-y divide-line">
        {fulfillments.map((fulfillment) => (
          <Shipment key={fulfillment.id} fulfillment={fulfillment} />
        ))}
      </ul>
    </OrderPart>
  );
}

function Shipment({ fulfillment }: { fulfillment: Fulfillment }) {
  const { status, displayStatus, parcels, shippedAt, estimatedDeliveryAt, deliveredAt, events } = fulfillment;
  const [newest] = events;
  return (
    <li className="flex flex-wrap items-start gap-x-6 gap-y-2 px-4 py-3">
      <div className="min-w-0 flex-1 basis-60">
        <Facts>
          <Fact name="Status">{spoken(displayStatus ?? status ?? "Unknown")}</Fact>
          <Fact name="Tracking Number">{all(parcels.map(({ number }) => number))}</Fact>
          <Fact name="Carrier">{all([...new Set(parcels.map(({ company }) => company))])}</Fact>
          <Fact name="Shipped">{formatDate(shippedAt)}</Fact>
          {estimatedDeliveryAt !== null && deliveredAt === null && (
            <Fact name="Estimated delivery">{formatDate(estimatedDeliveryAt)}</Fact>
          )}
          {deliveredAt !== null && <Fact name="Delivered">{formatDateTime(deliveredAt)}</Fact>}
          {newest !== undefined && (
            <Fact name="Last update">
              <bdi className="block">{newest.message ?? spoken(newest.status)}</bdi>
              <span className="text-sm text-soft">
                {[place(newest), formatDateTime(newest.happenedAt)].filter((part) => part !== "").join(" · ")}
              </span>
            </Fact>
          )}
        </Facts>
      </div>
      <p className="flex flex-col gap-1.5 empty:hidden">
        {parcels.map(
          ({ number, url }, at) =>
            url !== null && (
              // biome-ignore lint/suspicious/noArrayIndexKey: two parcels may share a number, and they never reorder.
              <TrackPackage key={at} url={url} number={number} place={parcels.length > 1 ? at + 1 : null} />
            ),
        )}
      </p>
    </li>
  );
}

function all(values: readonly (string | null)[]): ReactNode {
  const present = values.flatMap((value) => value?.trim() || []);
  if (present.length === 0) return <span className="text-soft">—</span>;
  return present.map((value, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: two may be equal, and they never reorder.
    <bdi key={at} className="block">
      {value}
    </bdi>
  ));
}

function place({ city, province, country }: Fulfillment["events"][number]): string {
  return [city, province, country].flatMap((part) => part?.trim() || []).join(", ");
}

function Carrier({ company }: { company: string | null }) {
  if (!company) return null;
  return (
    <Badge className="min-w-0 shrink">
      <span className="truncate">{company}</span>
    </Badge>
  );
}

interface TrackPackageProps {
  url: string;
  number: string | null;
  /** Its number among several parcels. */
  place?: number | null;
}

/** Links to the carrier's page; the server admits only http and https addresses. */
function TrackPackage({ url, number, place = null }: TrackPackageProps) {
  return (
    <a href={url} target="_blank" rel="noopener noreferrer" className={buttonClass("secondary", "sm")}>
      <ExternalLink size={13} aria-hidden />
      Track Package{place !== null && ` ${place}`}
      <span className="sr-only">{number !== null && ` ${number}`} (opens in a new tab)</span>
    </a>
  );
}
