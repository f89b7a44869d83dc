import { KeyRound } from "lucide-react";
import { type FormEvent, useEffect, useState } from "react";
import { knowsPasskeys, type SignInStep, signInStep } from "../../lib/auth/auth.ts";
import { nextAddress } from "../../lib/login-address.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/form/checkbox.tsx";
import { Field } from "../../ui/form/field.tsx";
import { Input } from "../../ui/form/input.tsx";
import { loadLater } from "../../ui/load-later.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { AuthCard, PasswordField } from "./auth-card.tsx";
import { SocialSignIn } from "./social-sign-in.tsx";
import { type LoginMode, useKeptEmail, useLoginForm, useMinutesToWait, wasAsked } from "./use-login-form.ts";

const words: Record<LoginMode, { title: string; subtitle: string; submit: string; toggle: string }> = {
  "sign-in": {
    title: "Sign In",
    subtitle: "Access your secure account",
    submit: "Sign In",
    toggle: "Don't have an account? Sign up",
  },
  "sign-up": {
    title: "Create Account",
    subtitle: "Join Deskhand today",
    submit: "Create Account",
    toggle: "Already have an account? Sign in",
  },
  forgot: {
    title: "Forgot password?",
    subtitle: "We send you a link to choose another one",
    submit: "Send the link",
    toggle: "Back to sign in",
  },
};

/** The sign-in and sign-up screen (docs/product.md#signing-in); who is signed in already goes on to the dashboard. */
export function LoginScreen() {
  const [step, setStep] = useState<SignInStep>();

  useEffect(() => {
    let current = true;
    void signInStep().then((found) => {
      if (!current) return;
      if (found === "in") location.replace(nextAddress(location.search));
      else setStep(found);
    });
    return () => {
      current = false;
    };
  }, []);

  return (
    <main className="grid min-h-dvh place-items-center px-4 py-8">
      {step === undefined && <Spinner size={28} />}
      {step === "out" && <LoginCard onStep={setStep} />}
      {(step === "code" || step === "set-up") && (
        <AuthCard {...stepWords[step]} backTo="/">
          <SecondStep step={step} />
        </AuthCard>
      )}
    </main>
  );
}

const stepWords = {
  code: { title: "Enter your code", subtitle: "Your password alone does not open this account" },
  "set-up": { title: "Set up two-factor sign-in", subtitle: "Your store asks everybody for it" },
};

const SecondStep = loadLater(
  () => import("./two-factor/second-step.tsx").then(({ SecondStep }) => SecondStep),
  Spinner,
);

/** The card with the form in its modes. */
function LoginCard({ onStep }: { onStep: (step: SignInStep) => void }) {
  const form = useLoginForm(onStep);
  const { mode } = form;
  const [email, setEmail] = useKeptEmail();
  const [password, setPassword] = useState("");
  const [rememberMe, setRememberMe] = useState(false);
  const { title, subtitle, submit, toggle } = words[mode];
  // By the address: another one has had no mail yet, and one that had may have its link again, also after a reload.
  const asking = mode === "sign-in" ? null : mode;
  const wait = useMinutesToWait(asking, email);
  const canSendAgain = wasAsked(asking, email);
  const send = () => void form.submit({ email, password, rememberMe });

  return (
    <AuthCard title={title} subtitle={subtitle} backTo="/">
      <form
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          send();
        }}
        className="flex flex-col gap-4"
      >
        <Field label="Email">
          {(control) => (
            <Input
              {...control}
              type="email"
              required
              autoComplete="email"
              placeholder="Enter your email"
              value={email}
              onChange={(event) => setEmail(event.target.value)}
            />
          )}
        </Field>
        {mode !== "forgot" && (
          <>
            <PasswordField
              autoComplete={mode === "sign-in" ? "current-password" : "new-password"}
              value={password}
              onChange={setPassword}
            />
            <div className="flex items-center justify-between gap-3">
              <Checkbox
                label="Remember me"
                checked={rememberMe}
                onChange={(event) => setRememberMe(event.target.checked)}
              />
              {mode === "sign-in" && <ForgotLink onFollow={() => form.setMode("forgot")} />}
            </div>
          </>
        )}
        {form.message !== null && <Banner kind={form.message.kind}>{form.message.text}</Banner>}
        {mode === "sign-up" && canSendAgain && (
          <p className="text-sm text-soft">
            Signed up with this address before, within 10 minutes? Then another mail is coming, up to 10 minutes after
            the first. The link in the first holds as well.
          </p>
        )}
        {form.isPasswordRefused && (
          <p className="text-sm text-soft">Just signed up? Open the link in our mail first.</p>
        )}
        <Button
          type="submit"
          variant="primary"
          size="lg"
          disabled={wait > 0}
          busy={form.isBusy}
          busyText="Please wait..."
        >
          {wait > 0 ? waitWords(wait) : canSendAgain ? "Send the link again" : submit}
        </Button>
      </form>

      {mode !== "forgot" && <SocialSignIn isBusy={form.isBusy} onChoose={form.social} />}
      {mode === "sign-in" && knowsPasskeys() && (
        <Button
          size="lg"
          className="mt-2.5 w-full"
          icon={<KeyRound size={16} aria-hidden />}
          disabled={form.isBusy}
          onClick={() => void form.passkey()}
        >
          Sign in with a passkey
        </Button>
      )}

      {mode === "sign-in" && form.signUp !== "open" ? (
        <p className="mt-5 text-center text-sm text-soft">{closedWords[form.signUp]}</p>
      ) : (
        <p className="mt-5 text-center">
          <Button variant="ghost" size="sm" onClick={() => form.setMode(mode === "sign-in" ? "sign-up" : "sign-in")}>
            {toggle}
          </Button>
        </p>
      )}
    </AuthCard>
  );
}

const waitWords = (minutes: number) => `We can send another in ${minutes} ${minutes === 1 ? "minute" : "minutes"}`;

const closedWords = {
  invite: "New accounts are by invitation only. Ask an administrator of your store to invite you.",
  closed: "Sign-up is closed here. Ask an administrator of your store to invite you.",
};

function ForgotLink({ onFollow }: { onFollow: () => void }) {
  return (
    <TextLink
      href="#"
      onClick={(event) => {
        event.preventDefault();
        onFollow();
      }}
    >
      Forgot password?
    </TextLink>
  );
}
