/** What this tab knows about all open tabs of a user in this browser. */
export interface Tabs {
  /** Whether this tab plays sounds and shows desktop notifications for all of them. */
  isSpeaker: () => boolean;
  /** Whether any of them is visible. */
  isAnyShown: () => Promise<boolean>;
  leave: () => void;
}

/** Whether this page is visible, not behind another tab. */
export function isShown(): boolean {
  return document.visibilityState === "visible";
}

/** Joins a user's tabs: the one last visible speaks for all, and another takes over when it closes. */
export function joinTabs(userId: string): Tabs {
  const locks: LockManager | undefined = navigator.locks;
  // Only secure pages have locks. On others the browser permits no desktop notifications either, and each tab may play
  // sounds.
  if (locks === undefined) return { isSpeaker: () => true, isAnyShown: async () => isShown(), leave: () => {} };
  return joinByLocks(locks, userId);
}

function joinByLocks(locks: LockManager, userId: string): Tabs {
  const shownName = `deskhand-shown-${userId}`;
  const speakerName = `deskhand-speaker-${userId}`;
  let visibleLock: HeldLock | undefined;
  let speaker = waitToSpeak();

  function waitToSpeak(): HeldLock {
    return holdLock(locks, speakerName, { onLost: () => (speaker = waitToSpeak()) });
  }

  function follow() {
    visibleLock?.release();
    visibleLock = isShown() ? holdLock(locks, shownName, { mode: "shared" }) : undefined;
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
      visibleLock?.release();
      speaker.release();
    },
  };
}

/** A browser lock that this tab holds or waits for. */
interface HeldLock {
  isHeld: () => boolean;
  /** Releases it, or stops waiting. */
  release: () => void;
}

/**
 * Requests a lock, which the browser releases when the tab ends in any way. `steal` takes it from its holder, whose
 * `onLost` is called.
 */
function holdLock(
  locks: LockManager,
  name: string,
  { onLost, ...options }: LockOptions & { onLost?: () => void } = {},
): HeldLock {
  let isHeld = false;
  let isOver = false;
  let giveBack = () => {};

  const request = locks.request(name, options, () => {
    if (isOver) return;
    isHeld = true;
    return new Promise<void>((resolve) => {
      giveBack = resolve;
    });
  });
  request.catch(() => {
    // The only possible failure: another tab stole it.
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
