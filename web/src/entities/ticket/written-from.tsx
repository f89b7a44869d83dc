import { shownAddress } from "@deskhand/contract/addresses/shown-address";
import type { WrittenFrom } from "@deskhand/contract/messages";
import { AtSign } from "lucide-react";
import { cx } from "../../ui/cx.ts";
import { toneClass } from "../../ui/tone.ts";

export interface WrittenFromProps {
  writtenFrom: WrittenFrom;
  /** The ticket's customer's address, which may be another by now. */
  answersTo: string | null | undefined;
}

/** Says where a mail came from and where answers go, which is another mailbox (docs/product.md#whose-words-they-are). */
export function WrittenFromWords({ writtenFrom: { email }, answersTo }: WrittenFromProps) {
  return (
    <>
      Written from <bdi>{shownAddress(email)}</bdi>, answers go to <bdi>{shownAddress(answersTo ?? "nobody")}</bdi>
    </>
  );
}

/** The same beside the sender of a message: a warning unless the store itself passed it on. */
export function WrittenFromLine({ writtenFrom, answersTo }: WrittenFromProps) {
  const { isStores } = writtenFrom;
  return (
    <span
      className={cx(
        "min-w-0 break-anywhere",
        !isStores && cx(toneClass.amber, "tinted rounded-tag px-1.5 font-medium"),
      )}
    >
      {!isStores && <AtSign size={11} aria-hidden className="mr-1 inline" />}
      <WrittenFromWords writtenFrom={writtenFrom} answersTo={answersTo} />
    </span>
  );
}
