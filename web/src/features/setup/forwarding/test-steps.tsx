import { shownAddress } from "@deskhand/contract/addresses/shown-address";
import type { ForwardingTest, TestStep } from "@deskhand/contract/admin/forwarding";
import { Circle, CircleCheck, CircleX, LoaderCircle } from "lucide-react";
import { Banner } from "../../../ui/banner.tsx";
import { cx } from "../../../ui/cx.ts";
import { RelativeTime } from "../../../ui/time/relative-time.tsx";

const labels: Record<TestStep["id"], string> = {
  sent: "Sent to your address",
  returned: "Back at Deskhand by your forwarding",
  recognised: "Recognised",
  ticket: "Ready to become a ticket",
};

const looks = {
  waiting: { Icon: Circle, color: "text-faint", word: "Waiting" },
  running: { Icon: LoaderCircle, color: "text-accent motion-safe:animate-spin", word: "On its way" },
  done: { Icon: CircleCheck, color: "text-green", word: "Done" },
  failed: { Icon: CircleX, color: "text-red", word: "Failed" },
} as const;

/** How far a test is, step by step, and what it stopped at. */
export function TestSteps({ test }: { test: ForwardingTest }) {
  return (
    <div className="flex flex-col gap-3 rounded-panel border border-line bg-panel p-3.5">
      <p className="text-sm text-soft">
        Test of <span className="font-medium text-ink break-anywhere">{shownAddress(test.address)}</span>,{" "}
        <RelativeTime at={test.askedAt} smallest="minute" />
      </p>
      <ol aria-live="polite" aria-label="How far the test is" className="flex flex-col gap-2">
        {test.steps.map(({ id, state, text }) => {
          const { Icon, color, word } = looks[state];
          return (
            <li key={id} data-step={id} data-state={state} className="flex gap-2.5">
              <Icon size={16} aria-hidden className={cx("mt-0.5 shrink-0", color)} />
              <span className="min-w-0">
                <span className={cx("font-medium", state === "waiting" && "text-soft")}>
                  <span className="sr-only">{word}: </span>
                  {labels[id]}
                </span>
                {text !== null && (
                  <span className={cx("block text-sm break-anywhere", state === "failed" ? "text-red" : "text-soft")}>
                    {text}
                  </span>
                )}
              </span>
            </li>
          );
        })}
      </ol>
      {test.state === "passed" && <Banner kind="success">Your forwarding works.</Banner>}
      {test.notes.map((note) => (
        <Banner key={note} kind="warning">
          {note}
        </Banner>
      ))}
    </div>
  );
}
