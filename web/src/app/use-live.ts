import type { TenantEvent } from "@deskhand/contract/events";
import { matchQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { api } from "../lib/api.ts";
import { coalesce, connectLive } from "../lib/live.ts";
import { leaveForLogin } from "../lib/login-address.ts";
import { refetchAnew, whenQuiet } from "../lib/query-client.ts";
import { useSession } from "../lib/session.ts";
import { firstScreen, firstScreenStands } from "../ui/fetch-soon.ts";
import { figuresAfter, staleAfter } from "./stale-after.ts";

const TOGETHER_MS = 1_000;
/** Figures of the whole store are computed on each request, and a busy store changes every second. */
const FIGURES_MS = 15_000;

/** Keeps the screen up to date over the live connection and passes on each event. Returns whether it is connected. */
export function useLive(onEvent: (event: TenantEvent) => void): boolean {
  const cache = useQueryClient();
  const { user } = useSession();
  const userId = useRef<string>(undefined);
  userId.current = user?.id;
  const handOn = useRef(onEvent);
  handOn.current = onEvent;
  const [isConnected, setConnected] = useState(true);

  useEffect(() => {
    const refetchAll = (key: string) => refetchAnew(cache, { queryKey: JSON.parse(key) });
    const refetch = coalesce(refetchAll, TOGETHER_MS);
    const refetchFigures = coalesce(refetchAll, FIGURES_MS);
    const account = { queryKey: api.account.key() };

    let isOver = false;
    let disconnect: (() => void) | undefined;
    // A late connection still receives the events since the page began to load.
    void Promise.race([firstScreen, whenQuiet(cache)]).then(() => {
      firstScreenStands();
      if (!isOver) disconnect = connect();
    });
    return () => {
      isOver = true;
      disconnect?.();
    };

    function connect() {
      return connectLive({
        onEvent(event, isKnown) {
          for (const key of staleAfter(event, userId.current)) refetch(JSON.stringify(key));
          for (const key of figuresAfter(event)) refetchFigures(JSON.stringify(key));
          // Any event may complete a first step. If those are over or not shown, nothing is fetched.
          refetch(JSON.stringify(api.setup.firstSteps.key()));
          if (!isKnown) handOn.current(event);
        },
        // No event changes the signed-in user.
        onReset: () => void refetchAnew(cache, { predicate: (query) => !matchQuery(account, query) }),
        onConnectedChange(connected) {
          setConnected(connected);
          // The server also disconnects when a session ends; asking for the user finds out.
          if (!connected) void cache.invalidateQueries({ queryKey: api.account.me.key() });
        },
        // Not needed on the first screen. If its code fails to load, the next connection tries again.
        onSocket: (socket) =>
          void import("../lib/presence/presence.ts")
            .then(({ presence }) => presence.attach(socket))
            .catch(() => undefined),
        onSignedOut: leaveForLogin,
      });
    }
  }, [cache]);

  return isConnected;
}
