import type { OrderActionKind } from "@deskhand/contract/actions/action-kinds";
import { findPlaceholders, type Placeholder } from "@deskhand/contract/desk/placeholders";
import { useQuery } from "@tanstack/react-query";
import { wantAnswer } from "../../entities/ticket/wanted.ts";
import { api } from "../../lib/api.ts";
import { Button } from "../../ui/button.tsx";

/** The placeholders that an action gives values to. */
const filledFrom: Partial<Record<OrderActionKind, readonly Placeholder[]>> = {
  refund: ["refund.amount", "refund.date"],
  cancel: ["cancellation.amount", "cancellation.date"],
  address: ["address.new"],
  draft: ["invoice.amount", "invoice.link"],
};

const OFFERED = 5;

interface AnswerWithProps {
  kind: OrderActionKind;
  ticketId: string;
  orderName: string;
  /** Closes the dialog: the answer is written in the ticket. */
  onClose: () => void;
}

/** Offers the canned responses that tell of what was done; without one, says what they could tell. */
export function AnswerWith({ kind, ticketId, orderName, onClose }: AnswerWithProps) {
  const filled: readonly string[] = filledFrom[kind] ?? [];
  const { data } = useQuery(api.cannedResponses.list.queryOptions({ enabled: filled.length > 0 }));
  if (filled.length === 0 || data === undefined) return null;
  const fitting = data.items.filter(({ content }) =>
    findPlaceholders(content).some(({ name }) => filled.includes(name)),
  );
  if (fitting.length === 0) {
    return (
      <p className="text-soft">
        In a canned response {filled.map((name) => `{{${name}}}`).join(" and ")} {filled.length > 1 ? "are" : "is"}{" "}
        filled from it.
      </p>
    );
  }
  return (
    <section aria-label="Answer with" className="flex flex-wrap items-center gap-2">
      <span className="text-soft">Answer with</span>
      {fitting.slice(0, OFFERED).map((response) => (
        <Button
          key={response.id}
          size="sm"
          className="max-w-full"
          onClick={() => {
            onClose();
            wantAnswer({ ticketId, response, orderNumber: orderName });
          }}
        >
          <span dir="auto" className="truncate">
            {response.title}
          </span>
        </Button>
      ))}
    </section>
  );
}
