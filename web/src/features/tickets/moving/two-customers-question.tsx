import type { TicketCard } from "@deskhand/contract/tickets";
import { ticketLabel } from "@deskhand/contract/vocabulary";
import { useEffect, useRef } from "react";
import { customerLabel } from "../../../entities/customer/customer-label.ts";
import { RadioList } from "../../../ui/form/radio-list.tsx";

/** What to do with the two customers of merged tickets. */
export type TwoCustomers = "keep" | "join";

/** Whether two tickets have the same customer; two without one may belong to different people. */
export function isOfOne(first: TicketCard, second: TicketCard): boolean {
  return first.customerId !== null && first.customerId === second.customerId;
}

interface TwoCustomersQuestionProps {
  ticket: TicketCard;
  /** The ticket to merge into. */
  target: TicketCard;
  chosen: TwoCustomers | undefined;
  onChoose: (chosen: TwoCustomers) => void;
}

/** Names both tickets' customers and asks what to do with them (docs/product.md#merging). */
export function TwoCustomersQuestion({ ticket, target, chosen, onChoose }: TwoCustomersQuestionProps) {
  const [from, to] = [customerLabel(ticket), customerLabel(target)];
  const ownerText = (one: TicketCard, name: string) =>
    `${ticketLabel(one.ticketNumber)} is ${one.customerId === null ? "nobody's" : `${name}'s`}`;
  const box = useRef<HTMLDivElement>(null);
  // It comes below the list that was chosen from.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each ticket that is chosen is asked about.
  useEffect(() => {
    // Newer browsers return a promise, which React would take for a cleanup function.
    void box.current?.scrollIntoView({ block: "nearest" });
  }, [target.id]);
  return (
    <div ref={box} className="scroll-my-4">
      <RadioList<TwoCustomers | "">
        legend={`${ownerText(ticket, from)}, ${ownerText(target, to)}`}
        value={chosen ?? ""}
        onChange={(value) => value !== "" && onChoose(value)}
        options={[
          {
            value: "keep",
            label: "They stay two customers",
            description:
              target.customerId === null
                ? "The merged ticket stays nobody's. Each message is answered to whoever wrote it."
                : `The merged ticket is ${to}'s. What is on the other one is a side conversation on it: neither of them is sent or quoted what the other wrote.`,
          },
          ...(ticket.customerId !== null && target.customerId !== null
            ? [
                {
                  value: "join" as const,
                  label: "They are one person: join the customers",
                  description: `All tickets, orders and addresses of ${from} are ${to}'s from then on. Both can be parted again in ${to}'s details.`,
                },
              ]
            : []),
        ]}
      />
    </div>
  );
}
