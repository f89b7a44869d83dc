import { useState } from "react";
import { forgetTab, signOut } from "../lib/auth/sign-out.ts";
import { expectSignOut } from "../lib/login-address.ts";

export interface Logout {
  isLeaving: boolean;
  /** Why one is still signed in. */
  failure: string | null;
  /** Signs out on every device, or on this one only. */
  leave: (where?: { isHereOnly: boolean }) => Promise<void>;
  clearFailure: () => void;
}

/** What was sent and can still be undone leaves before its writer; returns why one stays. */
async function sendHeld(): Promise<string | null> {
  try {
    const { sendHeldReplies } = await import("../features/tickets/sending/send-held-replies.ts");
    return await sendHeldReplies();
  } catch {
    // Without the network there is no signing out either, which says so.
    return null;
  }
}

/** Signs out and goes to the sign-in; a failure is shown. */
export function useLogout(): Logout {
  const [isLeaving, setLeaving] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  async function leave(where?: { isHereOnly: boolean }) {
    setLeaving(true);
    setFailure(null);
    const unsent = await sendHeld();
    if (unsent !== null) {
      setFailure(unsent);
      return setLeaving(false);
    }
    expectSignOut(true);
    const result = await signOut(where);
    if (result.ok) {
      forgetTab();
      return location.assign("/login");
    }
    expectSignOut(false);
    setFailure(result.message);
    setLeaving(false);
  }

  return { isLeaving, failure, leave, clearFailure: () => setFailure(null) };
}
