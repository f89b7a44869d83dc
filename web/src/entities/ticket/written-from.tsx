import { shownAddress } from "@deskhand/contract/addresses/shown-address";
import type { WrittenFrom } from "@deskhand/contract/messages";
import { AtSign } from "lucide-react";
import { cx } from "../../ui/cx.ts";
import { toneClass } from "../../ui/tone.ts";

export interface WrittenFromProps {
  writtenFrom: WrittenFrom;
  /** The ticket's customer's address, which may have changed since. */
  answersTo: string | null | undefined;
}

/** Says which mailbox a mail came from and which other one answers go to (docs/product.md#whose-words-they-are). */
export function WrittenFromWords({ writtenFrom: { email }, answersTo }: WrittenFromProps) {
  return (
    <>
      Written from <bdi>{shownAddress(email)}</bdi>, answers go to <bdi>{shownAddress(answersTo ?? "nobody")}</bdi>
    </>
  );
}

/** Says the same beside the sender of a message: as a warning unless the store itself passed the mail on. */
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
