import { useQuery } from "@tanstack/react-query";
import { ChevronRight } from "lucide-react";
import { useState } from "react";
import { api } from "../../../lib/api.ts";
import { formatDate } from "../../../lib/format.ts";
import { useSession } from "../../../lib/session.ts";
import { Banner, BannerButton } from "../../../ui/banner.tsx";
import { loadLater } from "../../../ui/load-later.tsx";
import { doorReasonWords, groupWords, heldCount } from "../mail-words.ts";
import type { ShownHeld } from "./release-dialog.tsx";

const ReleaseDialog = loadLater(() => import("./release-dialog.tsx").then(({ ReleaseDialog }) => ReleaseDialog));

/** How many groups of held mail are listed; the dialog has the others. */
const mostNamed = 3;

/** Says what limits hold back and offers to release it; empty if nothing is held. */
export function HeldNotice({ days }: { days: Pick<ShownHeld, "from" | "to"> }) {
  const { can } = useSession();
  const [selection, setSelection] = useState<ShownHeld | null>(null);
  const { data } = useQuery(api.heldMail.list.queryOptions({ input: {} }));
  const mayRelease = can("mail:process-again");
  const others = (data?.groups.length ?? 0) - mostNamed;
  return (
    <>
      {data !== undefined && data.mails > 0 && (
        <Banner
          kind="warning"
          title={`${heldCount(data)} ${data.mails === 1 && !data.isMore ? "is" : "are"} held back by a limit`}
          action={mayRelease && <BannerButton onClick={() => setSelection(days)}>Release...</BannerButton>}
        >
          <ul className="flex flex-col gap-0.5 text-sm">
            {data.groups.slice(0, mostNamed).map((group) => (
              <li key={`${group.reason} ${group.sender}`}>
                {mayRelease ? (
                  <button
                    type="button"
                    className="rounded-tag text-left underline decoration-current/40 underline-offset-3 hover:decoration-current"
                    onClick={() => setSelection({ reason: group.reason, sender: group.sender ?? undefined })}
                  >
                    <bdi>{groupWords(group)}</bdi>
                  </button>
                ) : (
                  <bdi>{groupWords(group)}</bdi>
                )}
              </li>
            ))}
            {others > 0 && <li>and of {others === 1 ? "one more sender" : `${others} more senders`}</li>}
          </ul>
          {data.endsAt !== null && (
            <p className="mt-1 text-sm">The first of them are removed on {formatDate(data.endsAt)}.</p>
          )}
        </Banner>
      )}
      {selection !== null && <ReleaseDialog meant={selection} onClose={() => setSelection(null)} />}
    </>
  );
}

/** Says how much mail the SMTP door refused lately, and why; empty if none. */
export function DoorNotice() {
  const { data } = useQuery(api.heldMail.refused.queryOptions());
  const items = data?.items ?? [];
  if (items.length === 0) return null;
  const [only, ...others] = items;
  const sum = (of: "today" | "lately") => items.reduce((all, item) => all + item[of], 0).toLocaleString("en-US");
  return (
    <details className="group rounded-panel border border-line bg-panel px-3.5 py-1 text-sm">
      <summary className="flex min-h-7 cursor-pointer list-none items-center gap-1.5 rounded-tag text-soft hover:text-ink">
        <ChevronRight
          size={14}
          aria-hidden
          className="shrink-0 transition-transform duration-120 group-open:rotate-90"
        />
        <span className="min-w-0">
          <span className="font-medium text-ink">Refused at the door:</span> {sum("today")} today, {sum("lately")} in
          the last 7 days{only && others.length === 0 && ` – ${doorReasonWords[only.reason]}`}
        </span>
      </summary>
      <table className="mt-1 w-full text-left">
        <thead className="text-faint text-xs">
          <tr>
            <th className="pb-1 font-medium">Why</th>
            <th className="pb-1 pl-3 text-right font-medium">Today</th>
            <th className="pb-1 pl-3 text-right font-medium">7 days</th>
          </tr>
        </thead>
        <tbody>
          {items.map(({ reason, today, lately }) => (
            <tr key={reason}>
              <td className="py-0.5">{doorReasonWords[reason]}</td>
              <td className="py-0.5 pl-3 text-right tabular">{today.toLocaleString("en-US")}</td>
              <td className="py-0.5 pl-3 text-right tabular">{lately.toLocaleString("en-US")}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-2 mb-1 text-soft text-xs">
        Such mail was not taken, and stands in no list: whoever sent it was told why. Days begin at 00:00 UTC.
      </p>
    </details>
  );
}
