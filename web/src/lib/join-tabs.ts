/** What this tab knows of all tabs of the browser that a user has open. */
export interface Tabs {
  /** Whether this tab is the one that rings and raises desktop notifications for all of them. */
  isSpeaker: () => boolean;
  /** Whether any of them is looked at. */
  isAnyShown: () => Promise<boolean>;
  leave: () => void;
}

/** Whether this page is looked at, not behind another tab. */
export function isShown(): boolean {
  return document.visibilityState === "visible";
}

/** Takes part among a user's tabs: the one that was looked at last speaks for all; when it is closed another takes over. */
export function joinTabs(userId: string): Tabs {
  const locks: LockManager | undefined = navigator.locks;
  // Only secure pages have locks. On others the browser allows no desktop notifications either, and each tab may ring.
  if (locks === undefined) return { isSpeaker: () => true, isAnyShown: async () => isShown(), leave: () => {} };
  return joinByLocks(locks, userId);
}

function joinByLocks(locks: LockManager, userId: string): Tabs {
  const shownName = `deskhand-shown-${userId}`;
  const speakerName = `deskhand-speaker-${userId}`;
  let shown: HeldLock | undefined;
  let speaker = waitToSpeak();

  function waitToSpeak(): HeldLock {
    return holdLock(locks, speakerName, { onLost: () => (speaker = waitToSpeak()) });
  }

  function follow() {
    shown?.release();
    shown = isShown() ? holdLock(locks, shownName, { mode: "shared" }) : undefined;
    if (!isShown() || speaker.isHeld()) return;
    speaker.release();
    speaker = holdLock(locks, speakerName, { steal: true, onLost: () => (speaker = waitToSpeak()) });
  }

  follow();
  document.addEventListener("visibilitychange", follow);
  return {
    isSpeaker: () => speaker.isHeld(),
    isAnyShown: async () => isShown() || ((await locks.query()).held ?? []).some(({ name }) => name === shownName),
    leave: () => {
      document.removeEventListener("visibilitychange", follow);
      shown?.release();
      speaker.release();
    },
  };
}

/** A lock of the browser that one of its tabs holds or waits for. */
interface HeldLock {
  isHeld: () => boolean;
  /** Gives it back, or stops waiting for it. */
  release: () => void;
}

/**
 * Asks for a lock, which the browser takes back by itself when the tab ends, however it does. With `steal` it is taken from
 * who holds it, whose `onLost` is called then.
 */
function holdLock(
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
