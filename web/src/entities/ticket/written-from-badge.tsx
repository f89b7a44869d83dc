import { shownAddress } from "@deskhand/contract/addresses/shown-address";
import { AtSign } from "lucide-react";
import { Badge } from "../../ui/badge.tsx";
import type { WrittenFromProps } from "./written-from.tsx";

/** Marks a ticket in a list that somebody began from another address than answers go to. */
export function WrittenFromBadge({ writtenFrom: { email }, answersTo }: WrittenFromProps) {
  const words = `Written from ${shownAddress(email)}, answers go to ${shownAddress(answersTo ?? "nobody")}`;
  return (
    <span title={words} className="shrink-0">
      <Badge tone="amber" icon={<AtSign size={11} aria-hidden />}>
        From another address
        <span className="sr-only">: {words}</span>
      </Badge>
    </span>
  );
}
