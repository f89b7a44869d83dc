import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { api } from "../../../lib/api.ts";
import { failsOffline } from "../../../lib/retries.ts";

/** Which held mails, and until when they came. */
type Which = Parameters<typeof api.heldMail.release.call>[0];

/** How far a release is. */
interface Release {
  released: number;
  /** Held still, of those that are meant. */
  left: number;
  state: "running" | "stopped" | "done";
}

/** Somebody else may be releasing the same: they are waited for so often, and so long each. */
const MOST_EMPTY = 5;
const EMPTY_PAUSE_MS = 1_000;

/** Releases held mails part after part, until none is left, one fails, or it is stopped; begun again it goes on with what is left. */
export function useRelease() {
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
    mutationFn: (which: Which) => api.heldMail.release.call(which),
    onSettled: () => {
      void cache.invalidateQueries({ queryKey: api.mail.key() });
      void cache.invalidateQueries({ queryKey: api.heldMail.key() });
    },
  });

  async function begin(which: Which, mails: number): Promise<void> {
    if (isWanted.current) return;
    isWanted.current = true;
    let now: Release = { released: 0, left: mails, state: "running" };
    setRelease(now);
    try {
      for (let empty = 0; isWanted.current && now.state === "running"; ) {
        const { released, left } = await part.mutateAsync(which);
        empty = released === 0 ? empty + 1 : 0;
        const isOver = left === 0 || empty === MOST_EMPTY;
        now = { released: now.released + released, left, state: isOver ? "done" : "running" };
        setRelease(now);
        if (empty > 0 && !isOver) await new Promise((resolve) => setTimeout(resolve, EMPTY_PAUSE_MS));
      }
    } catch {
      // The mutation has the failure, and says it.
    }
    isWanted.current = false;
    if (now.state === "running") setRelease({ ...now, state: "stopped" });
  }

  return {
    release,
    error: part.error,
    begin: (which: Which, mails: number) => void begin(which, mails),
    /** After the part that is under way. */
    stop: () => {
      isWanted.current = false;
    },
    /** Forgets the last one, as others are meant now. */
    reset: () => {
      setRelease(null);
      part.reset();
    },
  };
}
