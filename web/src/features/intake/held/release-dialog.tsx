import { limits } from "@deskhand/contract/limits";
import { type HeldReason, heldReasons } from "@deskhand/contract/vocabulary";
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { api } from "../../../lib/api.ts";
import { counted } from "../../../lib/format.ts";
import { failsOffline } from "../../../lib/retries.ts";
import { useDebounced } from "../../../lib/use-debounced.ts";
import { FailureBanner } from "../../../screens/failure-banner.tsx";
import { momentOfDay } from "../../../screens/log-filters.tsx";
import { Button } from "../../../ui/button.tsx";
import { Field, InputField } from "../../../ui/form/field.tsx";
import { Input } from "../../../ui/form/input.tsx";
import { Select } from "../../../ui/form/select.tsx";
import { Dialog } from "../../../ui/overlay/dialog.tsx";
import { ProgressBar } from "../../../ui/progress-bar.tsx";
import { heldCount, heldReasonWords } from "../mail-words.ts";

/** The selection a release starts with; days as "2026-11-22". */
export interface ShownHeld {
  reason?: HeldReason | undefined;
  sender?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

const reasons: { value: HeldReason | ""; label: string }[] = [
  { value: "", label: "Any limit" },
  ...heldReasons.map((value) => ({ value, label: heldReasonWords[value] })),
];

/** Releases held mails of a sender, a limit, certain days, or all (docs/product.md#held-mail). */
export function ReleaseDialog({ meant, onClose }: { meant: ShownHeld; onClose: () => void }) {
  const [selection, setSelection] = useState(meant);
  const settled = useDebounced(selection, limits.searchDebounceMs);
  const input = releaseInput(settled);
  const { data, error, refetch } = useQuery({
    ...api.heldMail.list.queryOptions({ input }),
    placeholderData: keepPreviousData,
  });
  const { release, error: failure, begin, stop, reset } = useRelease();
  const isRunning = release?.state === "running";
  const isSettled = settled === selection && data !== undefined;
  const change = (part: ShownHeld) => {
    reset();
    setSelection({ ...selection, ...part });
  };
  const count = data?.mails ?? 0;

  function start() {
    if (data === undefined) return;
    // Mails that arrived after the count are not included.
    const until = input.until !== undefined && input.until < data.at ? input.until : data.at;
    begin({ ...input, until }, count);
  }

  return (
    <Dialog
      size="sm"
      title="Release Held Mail"
      onClose={onClose}
      footer={
        <>
          {isRunning ? (
            <Button onClick={stop}>Stop</Button>
          ) : (
            <Button onClick={onClose}>{release?.state === "done" ? "Done" : "Cancel"}</Button>
          )}
          <Button
            variant="primary"
            busy={isRunning}
            busyText="Releasing..."
            disabled={!isSettled || count === 0}
            onClick={start}
          >
            {release?.state === "stopped" ? "Go on" : "Release"}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <FailureBanner error={error} title="What is held could not be loaded" onRetry={() => void refetch()} />
        <FailureBanner error={failure} title="Not all were released" />
        <Field label="Held by">
          {(control) => (
            <Select
              {...control}
              value={selection.reason ?? ""}
              disabled={isRunning}
              onChange={(reason) => change({ reason: reason || undefined })}
              options={reasons}
            />
          )}
        </Field>
        <InputField
          label="Sender"
          hint="An address as the mail log shows it; empty for all."
          autoComplete="off"
          placeholder="Any sender"
          maxLength={limits.emailAddressLength}
          value={selection.sender ?? ""}
          readOnly={isRunning}
          onChange={({ target }) => change({ sender: target.value || undefined })}
        />
        <div className="grid grid-cols-2 gap-3">
          <Field label="Came from">
            {(control) => (
              <Input
                {...control}
                type="date"
                value={selection.from ?? ""}
                max={selection.to}
                readOnly={isRunning}
                onChange={({ target }) => change({ from: target.value || undefined })}
              />
            )}
          </Field>
          <Field label="To">
            {(control) => (
              <Input
                {...control}
                type="date"
                value={selection.to ?? ""}
                min={selection.from}
                readOnly={isRunning}
                onChange={({ target }) => change({ to: target.value || undefined })}
              />
            )}
          </Field>
        </div>
        <div className="flex flex-col gap-2">
          {isRunning && (
            <ProgressBar label="Released" part={release.released / Math.max(1, release.released + release.left)} />
          )}
          {/* Always rendered: screen readers announce only changes within it. */}
          <p role="status" className="font-medium">
            {release === null ? isSettled && heldText(data) : releaseText(release)}
          </p>
          <p className="text-soft text-sm">
            Each becomes a ticket, or joins the one that it belongs to, in the order in which they came. Nobody gets an
            automatic reply for them.
          </p>
        </div>
      </div>
    </Dialog>
  );
}

function releaseInput({ reason, sender, from, to }: ShownHeld) {
  const start = momentOfDay(from);
  const end = momentOfDay(to, 1);
  return {
    ...(reason && { reason }),
    ...(sender?.trim() && { sender: sender.trim() }),
    ...(start && { from: start }),
    ...(end && { until: end }),
  };
}

function heldText(held: { mails: number; isMore: boolean }): string {
  return held.mails === 0 ? "No mail is held back by this." : `${heldCount(held)} held back.`;
}

function releaseText({ released, left, state }: { released: number; left: number; state: string }): string {
  const releasedText = `${counted(released, "mail")} released`;
  if (state === "running") return `${releasedText}, ${left.toLocaleString("en-US")} to go...`;
  return left === 0 ? `${releasedText}.` : `${releasedText}, ${left.toLocaleString("en-US")} still held back.`;
}

/** Selects held mails and the latest time of arrival. */
type ReleaseInput = Parameters<typeof api.heldMail.release.call>[0];

/** A release's progress. */
interface Release {
  released: number;
  /** Selected mails that are still held. */
  left: number;
  state: "running" | "stopped" | "done";
}

/** Somebody else may be releasing the same mails: the number of empty parts to accept, and the pause after each. */
const MAX_EMPTY = 5;
const EMPTY_PAUSE_MS = 1_000;

/**
 * Releases held mails part by part until none is left, one fails, or it is stopped; restarting continues with the rest.
 */
function useRelease() {
  const cache = useQueryClient();
  const [release, setRelease] = useState<Release | null>(null);
  const isWanted = useRef(false);
  useEffect(
    () => () => {
      isWanted.current = false;
    },
    [],
  );
  const part = useMutation({
    ...failsOffline,
    mutationFn: (which: ReleaseInput) => api.heldMail.release.call(which),
    onSettled: () => {
      void cache.invalidateQueries({ queryKey: api.mail.key() });
      void cache.invalidateQueries({ queryKey: api.heldMail.key() });
    },
  });

  async function begin(which: ReleaseInput, mails: number): Promise<void> {
    if (isWanted.current) return;
    isWanted.current = true;
    let now: Release = { released: 0, left: mails, state: "running" };
    setRelease(now);
    try {
      for (let empty = 0; isWanted.current && now.state === "running"; ) {
        const { released, left } = await part.mutateAsync(which);
        empty = released === 0 ? empty + 1 : 0;
        const isOver = left === 0 || empty === MAX_EMPTY;
        now = { released: now.released + released, left, state: isOver ? "done" : "running" };
        setRelease(now);
        if (empty > 0 && !isOver) await new Promise((resolve) => setTimeout(resolve, EMPTY_PAUSE_MS));
      }
    } catch {
      // The mutation has the error and shows it.
    }
    isWanted.current = false;
    if (now.state === "running") setRelease({ ...now, state: "stopped" });
  }

  return {
    release,
    error: part.error,
    begin: (which: ReleaseInput, mails: number) => void begin(which, mails),
    /** After the current part. */
    stop: () => {
      isWanted.current = false;
    },
    /** Clears the last result when the selection changes. */
    reset: () => {
      setRelease(null);
      part.reset();
    },
  };
}
