import { useEffect, useState } from "react";
import { isSignedIn } from "../../lib/auth.ts";
import { nextAddress } from "../../lib/login-address.ts";
import { Spinner } from "../../ui/spinner.tsx";
import { LoginCard } from "./login-card.tsx";

/** The sign-in and sign-up screen (docs/product.md#signing-in); who is signed in already goes on to the dashboard. */
export function LoginScreen() {
  const [state, setState] = useState<"loading" | "signed-out">("loading");

  useEffect(() => {
    let current = true;
    void isSignedIn().then((signedIn) => {
      if (!current) return;
      if (signedIn) location.replace(nextAddress(location.search));
      else setState("signed-out");
    });
    return () => {
      current = false;
    };
  }, []);

  return (
    <main className="grid min-h-dvh place-items-center px-4 py-8">
      {state === "loading" ? <Spinner size={28} /> : <LoginCard />}
    </main>
  );
}
