import { type ComponentType, type ReactNode, useEffect, useState } from "react";
import { fetchSoon, firstScreen } from "./fetch-soon.ts";
import { showToast } from "./overlay/show-toast.ts";

/** How soon what failed is tried again; the first time nobody is told, as a server that starts anew is back by then. */
const SOON_AGAIN_MS = 500;
const AGAIN_MS = 2_000;

type Later<Props> = ((props: Props) => ReactNode) & {
  /** Fetches the code now, before it is shown; a failure is found out again when it is. */
  preload: () => undefined;
};

/**
 * A component whose code is fetched soon after the first screen, or when it is shown before; `Meanwhile` stands in for it.
 * React's own `lazy` holds a first showing back for 300 ms, of code that is there already too, and takes the whole screen
 * down when the network is away.
 */
export function loadLater<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Meanwhile: ComponentType = () => null,
): Later<Props> {
  let Loaded: ComponentType<Props> | undefined;
  const fetchOnce = fetchSoon(async () => {
    Loaded = await load();
  });

  function LoadedLater(props: Props) {
    const [isThere, setThere] = useState(Loaded !== undefined);
    useEffect(() => (isThere ? undefined : keepTrying(fetchOnce, () => setThere(true))), [isThere]);
    return Loaded === undefined ? <Meanwhile /> : <Loaded {...props} />;
  }
  function preload() {
    fetchOnce().catch(() => undefined);
    return undefined;
  }
  return Object.assign(LoadedLater, { preload });
}

/** Tries until it works or the returned function is called, and says so when it failed twice. */
function keepTrying(attempt: () => Promise<void>, onDone: () => void): () => void {
  let isOver = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function tryNow(isFirst: boolean) {
    try {
      await attempt();
      if (!isOver) onDone();
    } catch {
      // The network is away, or the server starts anew: what was asked for opens as soon as it can.
      if (isOver) return;
      timer = setTimeout(tryNow, isFirst ? SOON_AGAIN_MS : AGAIN_MS, false);
      if (isFirst) return;
      showToast({
        id: "not-loaded",
        title: "This part of Deskhand could not be loaded",
        message: navigator.onLine
          ? "It opens by itself once Deskhand is reached. If Deskhand was updated meanwhile, reload the page."
          : "It opens by itself once the connection is back.",
      });
    }
  }
  void tryNow(true);
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}

/** The same for what the first screen does without: neither drawn nor fetched before that stands. */
export function loadAfterFirst<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): (props: Props) => ReactNode {
  const Later = loadLater(load);
  return (props) => (useFirstScreen() ? <Later {...props} /> : null);
}

let stands = false;
void firstScreen.then(() => {
  stands = true;
});

/** Whether the first screen stands, and what it does without may be drawn. */
function useFirstScreen(): boolean {
  const [isThere, setThere] = useState(stands);
  useEffect(() => {
    if (!isThere) void firstScreen.then(() => setThere(true));
  }, [isThere]);
  return isThere;
}
