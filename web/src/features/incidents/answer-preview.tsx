import type { PreviewedAnswer } from "@deskhand/contract/desk/incidents";
import { ticketLabel } from "@deskhand/contract/vocabulary";
import { useState } from "react";
import { counted } from "../../lib/format.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/form/checkbox.tsx";

/** What each would get, one after the other; those that are held back come first. */
export function AnswerPreview({ items }: { items: readonly PreviewedAnswer[] }) {
  const [isOnlyHeld, setOnlyHeld] = useState(false);
  const [at, setAt] = useState(0);
  const held = items.filter((one) => one.held !== null);
  const shown = isOnlyHeld ? held : [...held, ...items.filter((one) => one.held === null)];
  const one = shown[Math.min(at, shown.length - 1)];
  if (one === undefined) return <p className="text-soft">Nobody is left to write to.</p>;
  const place = shown.indexOf(one);
  return (
    <div className="flex flex-col gap-3">
      {held.length > 0 && (
        <Banner kind="warning" title={`${counted(held.length, "answer")} held back`}>
          They are not sent. The others can leave.
        </Banner>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <p aria-live="polite" className="mr-auto font-medium tabular">
          {place + 1} of {counted(shown.length, "answer")}
        </p>
        {held.length > 0 && (
          <Checkbox
            label="Only those held back"
            className="text-sm"
            checked={isOnlyHeld}
            onChange={({ target }) => {
              setOnlyHeld(target.checked);
              setAt(0);
            }}
          />
        )}
        <div className="flex gap-2">
          <Button size="sm" disabled={place === 0} onClick={() => setAt(place - 1)}>
            Previous
          </Button>
          <Button size="sm" disabled={place === shown.length - 1} onClick={() => setAt(place + 1)}>
            Next
          </Button>
        </div>
      </div>
      <article aria-label="Answer" className="rounded-panel border border-line bg-panel p-3.5">
        <p className="font-semibold break-anywhere">
          <bdi>{one.name ?? "Unknown customer"}</bdi>
          <span className="font-normal text-soft">
            {" · "}
            {one.ticketNumber === null ? `new ticket, ${one.orderName ?? "order"}` : ticketLabel(one.ticketNumber)}
          </span>
        </p>
        <p className="text-sm text-soft break-anywhere">
          {one.to.length === 0 ? "No recipient" : `To ${one.to.join(", ")}`}
        </p>
        {one.held !== null && <p className="mt-1 text-amber text-sm break-anywhere">Held back: {one.held}</p>}
        {one.subject !== "" && <p className="mt-2 font-medium break-anywhere">{one.subject}</p>}
        <p dir="auto" className="mt-2 whitespace-pre-wrap break-anywhere">
          {one.text}
        </p>
      </article>
    </div>
  );
}
