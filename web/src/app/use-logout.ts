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

/** Signs out and goes to the sign-in; a failure is shown. */
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
