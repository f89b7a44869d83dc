import { KeyRound } from "lucide-react";
import { type FormEvent, type ReactNode, useEffect, useState } from "react";
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
import {
  type ChosenProvider,
  type LoginMode,
  socialProviders,
  useKeptEmail,
  useLoginForm,
  useMinutesToWait,
  wasAsked,
} from "./use-login-form.ts";

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

/** The sign-in and sign-up screen (docs/product.md#signing-in). A signed-in visitor goes on to the dashboard. */
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

function LoginCard({ onStep }: { onStep: (step: SignInStep) => void }) {
  const form = useLoginForm(onStep);
  const { mode } = form;
  const [email, setEmail] = useKeptEmail();
  const [password, setPassword] = useState("");
  const [rememberMe, setRememberMe] = useState(false);
  const { title, subtitle, submit, toggle } = words[mode];
  // Tracked per address: a new address has had no mail yet, and a previous one may get its link again, also after a
  // reload.
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

interface SocialSignInProps {
  isBusy: boolean;
  onChoose: (provider: ChosenProvider) => Promise<void>;
}

/** The providers one may sign in with. */
function SocialSignIn({ isBusy, onChoose }: SocialSignInProps) {
  return (
    <div className="mt-5">
      <p className="mb-3 flex items-center gap-3 text-sm text-soft before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        or continue with
      </p>
      <div className="grid grid-cols-2 gap-2.5">
        {socialProviders.map((provider) => (
          <Button
            key={provider.id}
            size="lg"
            disabled={isBusy}
            icon={<ProviderMark id={provider.id} />}
            onClick={() => void onChoose(provider)}
          >
            {provider.name}
          </Button>
        ))}
      </div>
    </div>
  );
}

// The logos in the shapes and colours that their owners prescribe for dark buttons: the G in its four colours, the X in
// the text's.
const marks: Record<ChosenProvider["id"], ReactNode> = {
  google: (
    <>
      <path
        fill="#4285F4"
        d="M22.56 12.25c0-.78-.07-1.53-.2-2.25H12v4.26h5.92c-.26 1.37-1.04 2.53-2.21 3.31v2.77h3.57c2.08-1.92 3.28-4.74 3.28-8.09z"
      />
      <path
        fill="#34A853"
        d="M12 23c2.97 0 5.46-.98 7.28-2.66l-3.57-2.77c-.98.66-2.23 1.06-3.71 1.06-2.86 0-5.29-1.93-6.16-4.53H2.18v2.84C3.99 20.53 7.7 23 12 23z"
      />
      <path
        fill="#FBBC05"
        d="M5.84 14.09c-.22-.66-.35-1.36-.35-2.09s.13-1.43.35-2.09V7.07H2.18C1.43 8.55 1 10.22 1 12s.43 3.45 1.18 4.93l3.66-2.84z"
      />
      <path
        fill="#EA4335"
        d="M12 5.38c1.62 0 3.06.56 4.21 1.64l3.15-3.15C17.45 2.09 14.97 1 12 1 7.7 1 3.99 3.47 2.18 7.07l3.66 2.84c.87-2.6 3.3-4.53 6.16-4.53z"
      />
    </>
  ),
  twitter: (
    <path
      fill="currentColor"
      d="M18.244 2.25h3.308l-7.227 8.26 8.502 11.24H16.17l-5.214-6.817L4.99 21.75H1.68l7.73-8.835L1.254 2.25H8.08l4.713 6.231zm-1.161 17.52h1.833L7.084 4.126H5.117z"
    />
  ),
};

function ProviderMark({ id }: Pick<ChosenProvider, "id">) {
  return (
    <svg aria-hidden viewBox="0 0 24 24" className="size-4.5">
      {marks[id]}
    </svg>
  );
}
