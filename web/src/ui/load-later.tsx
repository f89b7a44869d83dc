import { type ComponentType, type ReactNode, useEffect, useState } from "react";
import { fetchSoon, firstScreen } from "./fetch-soon.ts";
import { showToast } from "./overlay/show-toast.ts";

/** The delay of the second try. The first failure shows no toast, as a restarting server is back by then. */
const RETRY_MS = 500;
const AGAIN_MS = 2_000;

type Later<Props> = ((props: Props) => ReactNode) & {
  /** Fetches the code before it is shown; a failure shows again once the component does. */
  preload: () => undefined;
};

/**
 * A component whose code loads soon after the first screen, or when it is shown earlier; `Meanwhile` stands in for it. React's
 * `lazy` delays a first showing by 300 ms, even of loaded code, and takes down the whole screen when the network is away.
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

/** Tries until it works or the returned function is called; shows a toast after the second failure. */
function keepTrying(attempt: () => Promise<void>, onDone: () => void): () => void {
  let isOver = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function tryNow(isFirst: boolean) {
    try {
      await attempt();
      if (!isOver) onDone();
    } catch {
      // The network is away or the server restarts: the component shows as soon as it loads.
      if (isOver) return;
      timer = setTimeout(tryNow, isFirst ? RETRY_MS : AGAIN_MS, false);
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

/** Does the same for what is neither drawn nor fetched before the first screen is drawn. */
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

/** Whether the first screen is drawn, so that the rest may follow. */
function useFirstScreen(): boolean {
  const [isThere, setThere] = useState(stands);
  useEffect(() => {
    if (!isThere) void firstScreen.then(() => setThere(true));
  }, [isThere]);
  return isThere;
}
