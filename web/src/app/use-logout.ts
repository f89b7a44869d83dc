import { useState } from "react";
import { forgetTab, signOut } from "../lib/auth/sign-out.ts";
import { expectSignOut } from "../lib/login-address.ts";

export interface Logout {
  isLeaving: boolean;
  /** Why signing out failed. */
  failure: string | null;
  /** Signs out on every device, or only on this one. */
  leave: (where?: { isHereOnly: boolean }) => Promise<void>;
  clearFailure: () => void;
}

/** Signs out and opens the sign-in screen; a failure is shown. */
export function useLogout(): Logout {
  const [isLeaving, setLeaving] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  async function leave(where?: { isHereOnly: boolean }) {
    setLeaving(true);
    setFailure(null);
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
