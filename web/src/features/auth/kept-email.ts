import { useState } from "react";

const key = "deskhand-login-email";

/** The address that is typed at the sign-in: it outlives a reload, in this tab alone; the password does not. */
export function useKeptEmail(): [string, (email: string) => void] {
  const [email, setEmail] = useState(() => sessionStorage.getItem(key) ?? "");
  return [
    email,
    (typed) => {
      sessionStorage.setItem(key, typed);
      setEmail(typed);
    },
  ];
}

/** Forgets it, once somebody is signed in. */
export function forgetKeptEmail(): void {
  sessionStorage.removeItem(key);
}
