import { shownText } from "@deskhand/contract/addresses/shown-address";
import { useContext } from "react";
import { OnWhy } from "../on-why.ts";

/** The name of a rule that did something on the ticket; pressed, it says why. */
export function RuleName({ name }: { name: string }) {
  const onWhy = useContext(OnWhy);
  return (
    <button
      type="button"
      title="Why did this happen?"
      className="rounded-tag font-medium underline decoration-dotted underline-offset-2 hover:text-ink"
      onClick={onWhy}
    >
      <bdi>{shownText(name)}</bdi>
    </button>
  );
}
