import { type AccountEmail, type RequestOrigin, renderAccountEmail, whereAsked } from "./account-emails.ts";
import { productName } from "./branding.ts";
import { unlinked } from "./linked-text.ts";

/** Changes to a person's sign-in that they are told of, whoever made them. */
export const accountNotices = [
  "two_factor_on",
  "two_factor_off",
  "two_factor_reset",
  "recovery_codes_renewed",
  "recovery_code_used",
  "wrong_codes",
  "passwords_guessed",
  "passkey_added",
  "passkey_removed",
  "provider_added",
  "email_asked",
  "email_changed",
] as const;
export type AccountNotice = (typeof accountNotices)[number];

interface About {
  readonly notice: AccountNotice;
  readonly signInUrl: string;
  readonly storeName: string;
  readonly asked?: RequestOrigin | undefined;
  /** Remaining recovery codes. */
  readonly left?: number | undefined;
  /** Passwords that were tried. */
  readonly tried?: number | undefined;
  /** The provider, passkey, address or person the notice is about. */
  readonly name?: string | undefined;
}

/** Tells a person what was done about their sign-in, when and where; has no link that changes anything. */
export function renderAccountNotice(about: About): AccountEmail {
  const [subject, description] = wordsOf(about);
  return renderAccountEmail({
    subject,
    opening: `${description} for your ${productName} account at ${unlinked(about.storeName)}.`,
    button: "Sign in",
    url: about.signInUrl,
    closing: adviceOf(about),
  });
}

function adviceOf({ notice, asked }: About): string {
  if (notice === "passwords_guessed") {
    return `${whereAsked("The last one was tried", asked)}For up to an hour, browsers where you never signed in are refused; where you did, you sign in as ever. If your password is long and used nowhere else, you need do nothing. If it is not, choose another one by “Forgot password?” at the sign-in, and turn on two-factor sign-in in Settings.`;
  }
  const where = whereAsked("It was done", asked);
  if (notice === "two_factor_reset") {
    return `${where}You were signed out everywhere, and your password alone signs you in until you set it up again in Settings. If you did not ask for it, change your password and tell another administrator of your store at once.`;
  }
  if (notice === "wrong_codes") {
    return `${where}If it was you, wait and try again. If it was not, somebody knows your password: change it at once.`;
  }
  return `${where}If it was you, you need do nothing. If it was not, change your password and tell an administrator of your store at once.`;
}

function wordsOf({ notice, left = 0, tried = 0, name = "" }: About): [subject: string, what: string] {
  switch (notice) {
    case "two_factor_on":
      return ["Two-factor sign-in was turned on", "Two-factor sign-in was turned on"];
    case "two_factor_off":
      return ["Two-factor sign-in was turned off", "Two-factor sign-in was turned off"];
    case "two_factor_reset":
      return ["Your two-factor sign-in was reset", `${unlinked(name)}, an administrator, reset the two-factor sign-in`];
    case "recovery_codes_renewed":
      return ["You have new recovery codes", "New recovery codes were made, in place of those before,"];
    case "recovery_code_used":
      return ["A recovery code was used", `A recovery code was used (${left} are left)`];
    case "wrong_codes":
      return [
        "Wrong codes at your sign-in",
        "Somebody entered the password and then five wrong codes, and has to wait for 15 minutes,",
      ];
    case "passwords_guessed":
      return ["Somebody is trying passwords at your account", `Within an hour ${tried} wrong passwords were tried`];
    case "passkey_added":
      return ["A passkey was added to your account", `The passkey “${unlinked(name)}” was added`];
    case "passkey_removed":
      return ["A passkey was removed from your account", `The passkey “${unlinked(name)}” was removed`];
    case "provider_added":
      return [
        `You can sign in with ${unlinked(name)} now`,
        `An account at ${unlinked(name)} with your address was used to sign in for the first time`,
      ];
    case "email_asked":
      return [
        "Your e-mail address is about to change",
        `Somebody asked for ${unlinked(name)} as the e-mail address, which counts once it is confirmed there,`,
      ];
    case "email_changed":
      return ["Your e-mail address was changed", `The e-mail address was changed to ${unlinked(name)}`];
  }
}

/** Asks the reader of an address whether an account should have it from now on. */
export function renderNewAddressEmail(to: {
  url: string;
  storeName: string;
  asked?: RequestOrigin | undefined;
}): AccountEmail {
  return renderAccountEmail({
    subject: "Confirm your new e-mail address",
    opening: `Confirm this address for the ${productName} account at ${unlinked(to.storeName)}. You sign in with it from then on. The link holds for 24 hours.`,
    button: "Confirm this address",
    url: to.url,
    closing: `${whereAsked("It was asked for", to.asked)}If it was not you, ignore this mail and nothing will happen.`,
  });
}
