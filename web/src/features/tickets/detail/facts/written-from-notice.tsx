import type { TicketDetail } from "@deskhand/contract/tickets";
import { WrittenFromWords } from "../../../../entities/ticket/written-from.tsx";
import { Banner } from "../../../../ui/banner.tsx";

/** Says that the mail that began a ticket came from elsewhere than its answers go to, and warns unless the store passed it on. */
export function WrittenFromNotice({ ticket: { customer, writtenFrom } }: { ticket: TicketDetail }) {
  if (writtenFrom === null) return null;
  const words = <WrittenFromWords writtenFrom={writtenFrom} answersTo={customer?.email} />;
  if (writtenFrom.isStores) return <p className="text-sm text-soft break-anywhere">{words}</p>;
  return (
    <Banner kind="warning">
      <span className="font-semibold">{words}.</span>{" "}
      <span className="text-ink">Nothing proves that they are the same person.</span>
    </Banner>
  );
}
