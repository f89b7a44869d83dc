import { counted } from "../../../../lib/format.ts";
import { Banner } from "../../../../ui/banner.tsx";

/** Says that mails to this ticket are kept, but not shown, because too many came at once. */
export function HeldBackMails({ count }: { count: number }) {
  return (
    <Banner kind="warning" title={`${counted(count, "e-mail")} to this ticket held back`}>
      Too many came within a few minutes, as when two machines answer each other. Nothing is lost: an admin finds them
      in the mail log.
    </Banner>
  );
}
