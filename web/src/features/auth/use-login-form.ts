import { useEffect, useState } from "react";
import {
  authSentence,
  forgotPassword,
  type SignInStep,
  signIn,
  signInStep,
  signInWithPasskey,
  signUp,
  signUpPolicy,
  startSocial,
} from "../../lib/auth/auth.ts";
import { UNEXPECTED } from "../../lib/failure-words.ts";
import { nextAddress } from "../../lib/login-address.ts";
import { useNow } from "../../ui/time/use-now.ts";

export type LoginMode = "sign-in" | "sign-up" | "forgot";

const CONFIRM = "Check your email for the confirmation link!";
const SENT = "If there is an account with this address, a link to choose another password is on its way.";

/** The providers one may sign in with. */
export const socialProviders = [
  { id: "google", name: "Google" },
  { id: "twitter", name: "Twitter" },
] as const;

export type ChosenProvider = (typeof socialProviders)[number];

/** Reads the message of a link back to this screen, such as an expired confirmation link. */
function messageInAddress(): { kind: "error" | "success"; text: string } | null {
  const code = new URLSearchParams(location.search).get("error");
  return code === null ? null : { kind: "error", text: authSentence(code.toUpperCase()) };
}

/** Puts the mode into the URL, so that a reload shows the same form. */
function keepMode(mode: LoginMode): void {
  const { origin, pathname, search } = location;
  const address = new URL(pathname + search, origin);
  if (mode === "sign-in") address.searchParams.delete("mode");
  else address.searchParams.set("mode", mode);
  address.searchParams.delete("error");
  history.replaceState(history.state, "", address);
}

function initialMode(): LoginMode {
  const mode = new URLSearchParams(location.search).get("mode");
  return mode === "sign-up" || mode === "forgot" ? mode : "sign-in";
}

/**
 * The state and actions of the sign-in form: mode, busy, message. `onStep` is called with the next step of a sign-in.
 */
export function useLoginForm(onStep: (step: SignInStep) => void) {
  const [mode, showMode] = useState(initialMode);
  const [signUpIs, setSignUp] = useState<"open" | "invite" | "closed">("open");
  const [isBusy, setBusy] = useState(false);
  const [message, setMessage] = useState(messageInAddress);
  const [isPasswordRefused, setPasswordRefused] = useState(false);

  useEffect(() => {
    let current = true;
    void signUpPolicy().then((policy) => {
      if (!current) return;
      setSignUp(policy);
      // Somebody who came to sign up reads why they cannot, and may sign in.
      if (policy !== "open") showMode((mode) => (mode === "sign-up" ? "sign-in" : mode));
    });
    return () => {
      current = false;
    };
  }, []);

  const fail = (text: string) => {
    setMessage({ kind: "error", text });
    setBusy(false);
  };

  async function submit(input: { email: string; password: string; rememberMe: boolean }) {
    setBusy(true);
    setMessage(null);
    setPasswordRefused(false);
    if (mode === "sign-in") preloadApp();
    try {
      const result = await (mode === "sign-in"
        ? signIn(input)
        : mode === "sign-up"
          ? signUp(input)
          : forgotPassword(input.email));
      if (!result.ok) {
        setPasswordRefused(mode === "sign-in" && result.status === 401);
        return fail(result.message);
      }
      // Stays busy while the browser navigates, so that nothing is sent twice.
      if (mode === "sign-in") return await goOn();
      setMessage({ kind: "success", text: mode === "forgot" ? SENT : CONFIRM });
      keepAsked(mode, input.email);
      setBusy(false);
    } catch (error) {
      console.error(mode === "sign-in" ? "Sign-in error:" : "Sign-up error:", error);
      fail(UNEXPECTED);
    }
  }

  async function goOn() {
    const step = await signInStep();
    forgetKeptEmail();
    if (step === "code" || step === "set-up") onStep(step);
    else location.assign(nextAddress(location.search));
  }

  async function passkey() {
    setMessage(null);
    setPasswordRefused(false);
    setBusy(true);
    try {
      const result = await signInWithPasskey();
      if (result?.ok) return await goOn();
      if (result) fail(result.message);
      else setBusy(false);
    } catch (error) {
      console.error("Sign-in error:", error);
      fail(UNEXPECTED);
    }
  }

  async function social({ id, name }: ChosenProvider) {
    setMessage(null);
    setPasswordRefused(false);
    setBusy(true);
    try {
      const result = await startSocial(id, nextAddress(location.search));
      if (result.ok) return location.assign(result.data.url);
      fail(result.status === 404 ? `Sign-in with ${name} is not enabled` : result.message);
    } catch (error) {
      console.error("Sign-in error:", error);
      fail(`${UNEXPECTED} during social sign-in`);
    }
  }

  function setMode(mode: LoginMode) {
    showMode(mode);
    keepMode(mode);
    setMessage(null);
    setPasswordRefused(false);
  }

  return { mode, signUp: signUpIs, isBusy, message, isPasswordRefused, submit, social, passkey, setMode };
}

/** Prefetches the app's files, listed in the page by the build, while the password is being checked. */
function preloadApp(): void {
  const files = document.querySelector<HTMLMetaElement>('meta[name="app-files"]')?.content.split(" ") ?? [];
  for (const file of files) {
    if (document.querySelector(`link[href="${file}"]`) !== null) continue;
    document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href: file }));
  }
}

/**
 * The interval between two mails of a kind to one address (docs/product.md#signing-up). The server tells nobody about
 * it.
 */
const WAIT_MS = 10 * 60_000;

type Kind = "sign-up" | "forgot";

const keyOf = (kind: Kind, email: string) => `deskhand:asked:${kind}:${email.trim().toLowerCase()}`;

/** Remembers in this tab that a mail to an address was just requested. */
function keepAsked(kind: Kind, email: string): void {
  try {
    sessionStorage.setItem(keyOf(kind, email), String(Date.now()));
  } catch {
    // Storage is disabled: the button stays active, and the server keeps the interval by itself.
  }
}

function askedAt(kind: Kind, email: string): number {
  try {
    return Number(sessionStorage.getItem(keyOf(kind, email)));
  } catch {
    // Storage is disabled.
    return 0;
  }
}

/** Whether this tab has requested a mail of this kind to an address before. */
export const wasAsked = (kind: Kind | null, email: string): boolean => kind !== null && askedAt(kind, email) > 0;

/** Returns in how many minutes another mail of this kind can go to an address, as far as this tab knows; 0 for now. */
export function useMinutesToWait(kind: Kind | null, email: string): number {
  const now = Math.max(useNow(), Date.now());
  if (kind === null) return 0;
  const left = askedAt(kind, email) + WAIT_MS - now;
  return left > 0 && left <= WAIT_MS ? Math.ceil(left / 60_000) : 0;
}

const key = "deskhand-login-email";

/** The e-mail address typed at the sign-in, kept across reloads in this tab; the password is not. */
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

/** Forgets it after the sign-in. */
function forgetKeptEmail(): void {
  sessionStorage.removeItem(key);
}
