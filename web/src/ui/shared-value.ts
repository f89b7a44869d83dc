import { useSyncExternalStore } from "react";

/** A value for the whole page that code outside React may set; components that read it with `use` are then drawn again. */
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
