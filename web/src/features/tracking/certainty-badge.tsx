import type { FoundOrder, TicketTracking } from "@deskhand/contract/tracking";
import { CircleHelp, UserRoundX } from "lucide-react";
import { Badge } from "../../ui/badge.tsx";
import { orderTitle } from "./use-ticket-tracking.ts";

const because: Record<FoundOrder["because"], string> = {
  named: "The customer names this order",
  tracking_number: "The customer names a parcel of this order",
  similar: "The customer has an order whose number is nearly the one they name",
  only_open: "The customer names no order; this is their only open one",
  only_recent: "The customer names no order; this is their only one of the last weeks",
};

const doubts: Record<NonNullable<FoundOrder["doubt"]>, string> = {
  another_address: "it belongs to another e-mail address",
  without_owner: "it belongs to no customer",
  unverified_sender: "nobody can say that they wrote it themselves",
  several_fit: "other orders fit as well",
  not_called_an_order: "the number may stand for something else",
  denied: "they seem to say that it is not this one",
  quoted: "only in what they quote",
  not_named: "",
};

/** Returns why an order was found, in a sentence; `notFound` are numbers in the ticket that match no order. */
export function foundBecause(
  { because: why, doubt }: Pick<FoundOrder, "because" | "doubt">,
  notFound: readonly string[],
): string {
  const but = doubt === null ? "" : doubts[doubt];
  const named = because[why];
  // A ticket that names an unknown order does name one.
  const reason = notFound.length === 0 ? named : named.replace("names no order", "names no order that is known here");
  return but === "" ? `${reason}.` : `${reason}, but ${but}.`;
}

/** Names the owner of an order that is not the customer's; empty for their own. */
export function OwnerBadge({ doubt, title }: { doubt: FoundOrder["doubt"]; title?: string }) {
  if (doubt !== "another_address" && doubt !== "without_owner") return null;
  return (
    <span title={title} className="inline-flex min-w-0">
      <Badge tone="amber" icon={<UserRoundX size={11} aria-hidden />}>
        {doubt === "without_owner" ? "Belongs to no customer" : "Belongs to another e-mail address"}
      </Badge>
    </span>
  );
}

interface CertaintyBadgeProps {
  found: Pick<FoundOrder, "certainty" | "because" | "doubt">;
  notFound: readonly string[];
}

/** How certain it is that a ticket is about an order; empty if it is. */
export function CertaintyBadge({ found, notFound }: CertaintyBadgeProps) {
  if (found.certainty === "certain") return null;
  const why = foundBecause(found, notFound);
  if (found.certainty === "other") return <OwnerBadge doubt={found.doubt} title={why} />;
  return (
    <span title={why} className="inline-flex min-w-0">
      <Badge tone="amber" icon={<CircleHelp size={11} aria-hidden />}>
        Probably
      </Badge>
    </span>
  );
}

/** Returns a sentence each for unknown order numbers and for those deleted in Shopify. */
export function unknownOrders(numbers: readonly string[], { deleted }: Pick<TicketTracking, "deleted">): string[] {
  const titles = (isDeleted: boolean) =>
    numbers.filter((number) => deleted.includes(number) === isDeleted).map(orderTitle);
  const [gone, unknown] = [titles(true), titles(false)];
  return [
    ...(gone.length > 0 ? [`${gone.join(", ")} ${gone.length > 1 ? "were" : "was"} deleted in Shopify.`] : []),
    ...(unknown.length > 0 ? [`No order ${unknown.join(", ")} is known here.`] : []),
  ];
}
