import type { TrackingInfo } from "@deskhand/contract/tracking";
import { ExternalLink } from "lucide-react";
import { trackingWords } from "../../entities/order/tracking-words.ts";
import { formatDate } from "../../lib/format.ts";
import { Pill } from "../../ui/pill.tsx";
import { TextLink } from "../../ui/text-link.tsx";

/** Where a parcel is, in a line that leads to its carrier. */
export function ParcelLine({ parcel }: { parcel: TrackingInfo }) {
  const { status, trackingNumber, carrier, trackUrl, estimatedDelivery } = parcel;
  const { label, tone } = trackingWords[status];
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
      <Pill tone={tone}>{label}</Pill>
      {trackingNumber !== null && trackUrl !== null && (
        <TextLink
          href={trackUrl}
          target="_blank"
          rel="noopener noreferrer"
          className="inline-flex min-w-0 items-center gap-1 break-anywhere"
        >
          <bdi>{[carrier, trackingNumber].filter(Boolean).join(" ")}</bdi>
          <ExternalLink size={12} aria-hidden className="shrink-0" />
        </TextLink>
      )}
      {estimatedDelivery !== null && status !== "delivered" && (
        <span className="text-soft max-sm:hidden">expected {formatDate(estimatedDelivery)}</span>
      )}
    </p>
  );
}
