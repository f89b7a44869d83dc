import { useSyncExternalStore } from "react";

/** A value of the whole page, which may be set outside of React; what reads it by `use` is drawn anew then. */
export function sharedValue<Value>(start: Value) {
  let value = start;
  const listeners = new Set<() => void>();
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return {
    get: () => value,
    set(next: Value) {
      value = next;
      for (const listener of listeners) listener();
    },
    use: () => useSyncExternalStore(subscribe, () => value),
  };
}
