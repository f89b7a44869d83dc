import { limits } from "@deskhand/contract/limits";
import { arrivalUrl } from "@deskhand/contract/pages";
import { UNEXPECTED, UNREACHABLE } from "../failure-words.ts";
import { type AuthResult, callAuth, readJson } from "./auth-call.ts";

export type SocialProvider = "google" | "twitter";

/** Sentences for codes whose own message is not meant for users. */
const sentences: Record<string, string> = {
  INVALID_EMAIL: "Invalid email or password",
  PASSWORD_TOO_SHORT: `The password is too short: use at least ${limits.passwordMinLength} characters.`,
  PASSWORD_TOO_LONG: `The password is too long: use at most ${limits.passwordMaxLength} characters.`,
  INACTIVE: "This account is inactive",
  ACCESS_DENIED: "You did not allow the sign-in there.",
  STATE_MISMATCH: "This sign-in was begun in another browser, or too long ago. Try again.",
  OAUTH_CODE_VERIFICATION_FAILED: "That sign-in was not completed. Please try again.",
  PROVIDER_FAILED: "That sign-in was not completed. Please try again.",
  PROVIDER_FORBIDDEN:
    "Your store does not allow signing in this way. Use your password, or “Forgot password?” to get one.",
  PROVIDER_EMAIL_MISSING:
    "Your account there has no confirmed email address. Confirm one there, or sign in with your password.",
  PROVIDER_EMAIL_UNCONFIRMED: "Your email address is not confirmed there. Confirm it, or sign in with your password.",
  ACCOUNT_NOT_LINKED: "Your email address here is not confirmed yet. Confirm it first.",
  SIGN_UP_CLOSED: "Sign-up is closed here. Ask an administrator of your store to invite you.",
  SIGN_UP_BY_INVITATION: "New accounts are by invitation only. Ask an administrator of your store to invite you.",
  TOO_MANY_REQUESTS: "Too many attempts. Try again in a minute.",
  PASSKEY_NOT_FOUND: "This passkey is not known here. Sign in with your password.",
  AUTHENTICATION_FAILED: "The passkey could not be checked. Try again.",
  CHALLENGE_NOT_FOUND: "The passkey took too long. Try again.",
  SESSION_ENDED: "Your session has ended. Sign in to go on where you were; what you wrote is kept.",
};

/** Returns the sentence for a failure of the sign-in endpoints. */
export function authSentence(code: string, message?: string): string {
  return sentences[code] ?? (message || UNEXPECTED);
}

/** Adds a refusal's details: why a password is too weak, and what is wrong with a field. */
function sentenceIn({ code, message, data }: Record<string, unknown>): string {
  const sentence = typeof message === "string" ? message : "";
  const { reasons, fields } = { reasons: undefined, fields: undefined, ...(data as object | undefined) };
  if (Array.isArray(reasons)) return [sentence, ...reasons].map((sentence) => `${sentence}.`).join(" ");
  if (typeof fields === "object" && fields !== null) return Object.values(fields).flat().join(". ");
  return authSentence(typeof code === "string" ? code : "", sentence);
}

const post = (path: string, body: object) => callAuth(path, body, sentenceIn);

interface Credentials {
  email: string;
  password: string;
}

const missing: AuthResult<never> = {
  ok: false,
  status: 0,
  code: "MISSING_CREDENTIALS",
  message: "You must provide either an email or phone number and a password",
};

/** Signs in; with `rememberMe` the session survives the browser's end. */
export async function signIn(input: Credentials & { rememberMe: boolean }): Promise<AuthResult> {
  if (input.email.trim() === "" || input.password === "") return missing;
  return post("/sign-in/email", { ...input, email: input.email.trim() });
}

/**
 * Signs up. The name is taken from the e-mail's local part, the time zone from the browser. Nothing is created before
 * the mailed link is followed.
 */
export async function signUp({ email, password }: Credentials): Promise<AuthResult> {
  const address = email.trim();
  if (address === "" || password === "") return missing;
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const name = address.split("@")[0];
  return post("/sign-up/email", { email: address, password, name, timeZone });
}

/** Requests a mail with a link to reset the password; the response is the same with or without an account. */
export function forgotPassword(email: string): Promise<AuthResult> {
  return post("/forgot-password", { email: email.trim() });
}

/** The purpose of a link in a mail. */
export type LinkPurpose = "confirm" | "reset" | "invite" | "change-email";
/** The person that a link is for. */
export type LinkAbout = { email: string; storeName?: string; name?: string };

/** Looks up what a link is about, without changing anything. */
export async function lookAtLink(purpose: LinkPurpose, token: string): Promise<AuthResult<LinkAbout>> {
  const result = await post("/links/look", { purpose, token });
  if (!result.ok) return result;
  const { email, storeName, name } = result.data;
  const text = (value: unknown) => (typeof value === "string" ? value : "");
  return { ok: true, data: { email: text(email), storeName: text(storeName), name: text(name) } };
}

/** Confirms a sign-up with its password, and signs in. */
export function confirmSignUp(input: { token: string; password: string; rememberMe: boolean }): Promise<AuthResult> {
  return post("/links/confirm", input);
}

/** Resets the password by a link. */
export function resetPassword(input: { token: string; password: string }): Promise<AuthResult> {
  return post("/links/reset-password", input);
}

/** Joins a store by an invitation, and signs in. */
export function acceptInvitation(input: { token: string; name: string; password: string }): Promise<AuthResult> {
  return post("/links/invitation", input);
}

/** Confirms the account's new address by its link. */
export function confirmNewEmail(token: string): Promise<AuthResult> {
  return post("/links/change-email", { token });
}

/** Returns who may sign up: anybody, invited people, or nobody. Open if the server cannot be reached. */
export async function signUpPolicy(): Promise<"open" | "invite" | "closed"> {
  try {
    const { signUp } = await readJson(await fetch("/api/auth/sign-up"));
    return signUp === "invite" || signUp === "closed" ? signUp : "open";
  } catch {
    // Offline nothing is known; signing up will say what is wrong.
    return "open";
  }
}

/**
 * Returns the provider's URL for a sign-in that leads back to the dashboard; refuses a provider without credentials.
 */
export async function startSocial(provider: SocialProvider, callbackURL: string): Promise<AuthResult<{ url: string }>> {
  const result = await post("/sign-in/social", { provider, callbackURL });
  if (!result.ok) return result;
  const { url } = result.data;
  return typeof url === "string"
    ? { ok: true, data: { url } }
    : { ok: false, status: 200, code: "NO_ADDRESS", message: `${UNEXPECTED} during social sign-in` };
}

/** The stage of a sign-in. */
export type SignInStep = "out" | "code" | "set-up" | "in";

/** Asks for the current stage of the sign-in. */
export async function signInStep(): Promise<SignInStep> {
  try {
    const { at } = await readJson(await fetch(arrivalUrl));
    return at === "code" || at === "set-up" || at === "in" ? at : "out";
  } catch {
    // Offline the form is shown; signing in will say what is wrong.
    return "out";
  }
}

/** Signs in with a passkey of this browser or a phone; null if the user chose none. */
export async function signInWithPasskey(): Promise<AuthResult | null> {
  const optionsResponse = await fetch("/api/auth/passkey/generate-authenticate-options");
  if (!optionsResponse.ok) return { ok: false, status: optionsResponse.status, code: "PASSKEY", message: UNREACHABLE };
  const options: PublicKeyCredentialRequestOptionsJSON = await optionsResponse.json();
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON({ ...options, userVerification: "required" });
  try {
    const chosen = await navigator.credentials.get({ publicKey });
    if (!(chosen instanceof PublicKeyCredential)) return null;
    return await post("/passkey/verify-authentication", { response: chosen.toJSON() });
  } catch (error) {
    // Cancelled or timed out: the browser has said so.
    if (error instanceof DOMException && ["NotAllowedError", "AbortError"].includes(error.name)) return null;
    throw error;
  }
}

/** Whether this browser supports the passkeys used here. */
export function knowsPasskeys(): boolean {
  return typeof PublicKeyCredential !== "undefined" && "parseRequestOptionsFromJSON" in PublicKeyCredential;
}
