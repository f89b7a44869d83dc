import { useState } from "react";
import { signOut } from "../lib/auth/sign-out.ts";
import { expectSignOut } from "../lib/login-address.ts";

export interface Logout {
  isLeaving: boolean;
  /** Why one is still signed in. */
  failure: string | null;
  leave: () => Promise<void>;
  clearFailure: () => void;
}

/** Signs out and goes to the sign-in; a failure is shown. */
export function useLogout(): Logout {
  const [isLeaving, setLeaving] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  async function leave() {
    setLeaving(true);
    expectSignOut(true);
    setFailure(null);
    const result = await signOut();
    if (result.ok) return location.assign("/login");
    expectSignOut(false);
    setFailure(result.message);
    setLeaving(false);
  }

  return { isLeaving, failure, leave, clearFailure: () => setFailure(null) };
}
