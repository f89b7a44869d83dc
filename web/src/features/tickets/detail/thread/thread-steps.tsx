import { shownText } from "@deskhand/contract/addresses/shown-address";
import type { Activity } from "@deskhand/contract/tickets";
import { memo, useState } from "react";
import { activityIcons, activitySentence } from "../../../../entities/ticket/activity-words.ts";
import { formatDateTime } from "../../../../lib/format.ts";

/** A longer run of steps shows only its newest few at first. */
const MAX_UNFOLDED = 8;
const SHOWN_WHEN_FOLDED = 4;

/** A ticket's steps between two messages, one quiet line each. */
export const ThreadSteps = memo(function ThreadSteps({ steps }: { steps: readonly Activity[] }) {
  const [showsAll, setShowsAll] = useState(false);
  const visible = showsAll || steps.length <= MAX_UNFOLDED ? steps : steps.slice(-SHOWN_WHEN_FOLDED);
  const left = steps.length - visible.length;
  return (
    <>
      {left > 0 && (
        <li className="self-center">
          <button
            type="button"
            onClick={() => setShowsAll(true)}
            className="rounded-tag px-1.5 text-faint text-xs hover:text-soft hover:underline"
          >
            {`Show ${left} earlier steps`}
          </button>
        </li>
      )}
      {visible.map((step) => (
        <ThreadStep key={step.id} step={step} />
      ))}
    </>
  );
});

function ThreadStep({ step }: { step: Activity }) {
  const Icon = activityIcons[step.kind];
  return (
    <li className="-my-1.5 flex max-w-full items-baseline justify-center gap-1.5 self-center px-2 text-center text-soft text-xs">
      <Icon size={12} aria-hidden className="shrink-0 translate-y-0.5 text-faint" />
      <span className="min-w-0 break-anywhere">
        <bdi className="font-medium">{shownText(step.actorName)}</bdi> {activitySentence(step)}
        <time dateTime={step.createdAt} className="ml-1.5 whitespace-nowrap text-faint">
          {formatDateTime(step.createdAt)}
        </time>
      </span>
    </li>
  );
}
