/** A lock of the browser that one of its tabs holds or waits for. */
export interface HeldLock {
  isHeld: () => boolean;
  /** Gives it back, or stops waiting for it. */
  release: () => void;
}

/**
 * Asks for a lock, which the browser takes back by itself when the tab ends, however it does. With `steal` it is taken from
 * who holds it, whose `onLost` is called then.
 */
export function holdLock(
  locks: LockManager,
  name: string,
  { onLost, ...options }: LockOptions & { onLost?: () => void } = {},
): HeldLock {
  let isHeld = false;
  let isOver = false;
  let giveBack = () => {};

  const held = locks.request(name, options, () => {
    if (isOver) return;
    isHeld = true;
    return new Promise<void>((resolve) => {
      giveBack = resolve;
    });
  });
  held.catch(() => {
    // The only way to fail: another tab has stolen it.
    isHeld = false;
    if (!isOver) onLost?.();
  });
  return {
    isHeld: () => isHeld,
    release: () => {
      isOver = true;
      isHeld = false;
      giveBack();
    },
  };
}
