import { type ComponentType, useEffect, useRef, useState } from "react";
import { showToast } from "./show-toast.ts";

const AFTER_MS = 3_000;

/** Fetches code that is not needed yet, once the first screen has what it needs. */
export function soon(load: () => Promise<unknown>): void {
  // Nobody waits for it yet: where it fails, showing it tries again, and tells.
  setTimeout(() => void load().catch(() => undefined), AFTER_MS);
}

/**
 * A dialog whose code is fetched apart from the first screen: soon after it, so that it opens without a network and after
 * the server was updated, or at once when it is opened before. Where that fails it says so and closes, to be opened again.
 */
export function later<Props extends { onClose: () => void }>(load: () => Promise<ComponentType<Props>>) {
  let loaded: ComponentType<Props> | null = null;
  const fetchPart = async () => {
    loaded ??= await load();
    return loaded;
  };
  soon(fetchPart);

  // biome-ignore lint/correctness/noComponentHookFactories: made once for each part, at the top of a module, as by React's lazy.
  function Later(props: Props) {
    const [Part, setPart] = useState(() => loaded);
    const close = useRef(props.onClose);
    close.current = props.onClose;

    useEffect(() => {
      let isCurrent = true;
      const show = (part: ComponentType<Props>) => isCurrent && setPart(() => part);
      fetchPart().then(show, () => {
        if (!isCurrent) return;
        showToast({ id: "later", title: "This could not be opened", message: reason() });
        close.current();
      });
      return () => {
        isCurrent = false;
      };
    }, []);

    return Part === null ? null : <Part {...props} />;
  }
  return Object.assign(Later, { preload: fetchPart });
}

function reason(): string {
  return navigator.onLine
    ? "Deskhand could not be reached, or was updated. Reload the page if it happens again."
    : "You are offline. Open it again once you are back.";
}
