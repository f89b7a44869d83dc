import { useState } from "react";
import { authSentence, signIn, signUp, startSocial } from "../../lib/auth.ts";
import { UNEXPECTED } from "../../lib/failure-words.ts";
import { nextAddress } from "../../lib/login-address.ts";

type LoginMode = "sign-in" | "sign-up";

const CONFIRM = "Check your email for the confirmation link!";

/** The outside accounts one may sign in with. */
export const socialProviders = [
  { id: "google", name: "Google" },
  { id: "twitter", name: "Twitter" },
] as const;

/** What a link back to this screen reports, such as an expired confirmation link. */
function messageInAddress(): { kind: "error" | "success"; text: string } | null {
  const code = new URLSearchParams(location.search).get("error");
  return code === null ? null : { kind: "error", text: authSentence(code.toUpperCase()) };
}

function initialMode(): LoginMode {
  return new URLSearchParams(location.search).get("mode") === "sign-up" ? "sign-up" : "sign-in";
}

/** The state and actions of the sign-in form: its mode, whether it is busy, and what it has to say. */
export function useLoginForm() {
  const [mode, setMode] = useState(initialMode);
  const [isBusy, setBusy] = useState(false);
  const [message, setMessage] = useState(messageInAddress);

  const fail = (text: string) => {
    setMessage({ kind: "error", text });
    setBusy(false);
  };

  async function submit(input: { email: string; password: string; rememberMe: boolean }) {
    setBusy(true);
    setMessage(null);
    if (mode === "sign-in") preloadApp();
    try {
      const result = mode === "sign-in" ? await signIn(input) : await signUp(input);
      if (!result.ok) return fail(result.message);
      // Stays busy while the browser moves on, so that nothing is sent twice.
      if (mode === "sign-in") return location.assign(nextAddress(location.search));
      setMessage({ kind: "success", text: CONFIRM });
      setBusy(false);
    } catch (error) {
      console.error(mode === "sign-in" ? "Sign-in error:" : "Sign-up error:", error);
      fail(UNEXPECTED);
    }
  }

  async function social({ id, name }: (typeof socialProviders)[number]) {
    setMessage(null);
    setBusy(true);
    try {
      const result = await startSocial(id);
      if (result.ok) return location.assign(result.data.url);
      fail(result.status === 404 ? `Sign-in with ${name} is not enabled` : result.message);
    } catch (error) {
      console.error("Sign-in error:", error);
      fail(`${UNEXPECTED} during social sign-in`);
    }
  }

  function toggleMode() {
    setMode(mode === "sign-in" ? "sign-up" : "sign-in");
    setMessage(null);
  }

  return { mode, isBusy, message, submit, social, toggleMode };
}

/** Has the browser fetch the app's files, which the build names in the page, while the password is being checked. */
function preloadApp(): void {
  const files = document.querySelector<HTMLMetaElement>('meta[name="app-files"]')?.content.split(" ") ?? [];
  for (const file of files) {
    if (document.querySelector(`link[href="${file}"]`) !== null) continue;
    document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href: file }));
  }
}
