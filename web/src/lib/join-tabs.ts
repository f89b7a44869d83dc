import { type HeldLock, holdLock } from "./hold-lock.ts";

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
