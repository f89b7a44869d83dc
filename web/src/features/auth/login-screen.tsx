import { ArrowLeft } from "lucide-react";
import { type FormEvent, useEffect, useState } from "react";
import { isSignedIn } from "../../lib/auth.ts";
import { nextAddress } from "../../lib/login-address.ts";
import { Banner } from "../../ui/banner.tsx";
import { BrandMark } from "../../ui/brand-mark.tsx";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/form/checkbox.tsx";
import { Field } from "../../ui/form/field.tsx";
import { Input, PasswordInput } from "../../ui/form/input.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { socialProviders, useLoginForm } from "./use-login-form.ts";

const words = {
  "sign-in": {
    title: "Sign In",
    subtitle: "Access your secure account",
    toggle: "Don't have an account? Sign up",
    autoComplete: "current-password",
  },
  "sign-up": {
    title: "Create Account",
    subtitle: "Join Deskhand today",
    toggle: "Already have an account? Sign in",
    autoComplete: "new-password",
  },
};

/** The sign-in and sign-up screen (docs/product.md#signing-in); who is signed in already goes on to the dashboard. */
export function LoginScreen() {
  const [isSignedOut, setSignedOut] = useState(false);

  useEffect(() => {
    let current = true;
    void isSignedIn().then((signedIn) => {
      if (!current) return;
      if (signedIn) location.replace(nextAddress(location.search));
      else setSignedOut(true);
    });
    return () => {
      current = false;
    };
  }, []);

  return (
    <main className="grid min-h-dvh place-items-center px-4 py-8">
      {isSignedOut ? <LoginCard /> : <Spinner size={28} />}
    </main>
  );
}

/** The card with the form in its two modes. */
function LoginCard() {
  const form = useLoginForm();
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const [rememberMe, setRememberMe] = useState(false);
  const { title, subtitle, toggle, autoComplete } = words[form.mode];

  function submit(event: FormEvent) {
    event.preventDefault();
    void form.submit({ email, password, rememberMe });
  }

  return (
    <div className="w-full max-w-100">
      <Button
        variant="ghost"
        className="mb-3 -ml-3"
        icon={<ArrowLeft size={16} aria-hidden />}
        onClick={() => location.assign("/")}
      >
        Back
      </Button>
      <div className="rounded-dialog border border-line bg-panel p-6 shadow-float sm:p-7">
        <div className="mb-5 flex items-center gap-3">
          <BrandMark size={36} />
          <div>
            <h1 className="font-semibold text-xl">{title}</h1>
            <p className="text-soft">{subtitle}</p>
          </div>
        </div>

        <form onSubmit={submit} className="flex flex-col gap-4">
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
          <Field label="Password">
            {(control) => (
              <PasswordInput
                {...control}
                required
                autoComplete={autoComplete}
                placeholder="Enter your password"
                value={password}
                onChange={(event) => setPassword(event.target.value)}
              />
            )}
          </Field>
          <div className="flex items-center justify-between gap-3">
            <Checkbox
              label="Remember me"
              checked={rememberMe}
              onChange={(event) => setRememberMe(event.target.checked)}
            />
            {form.mode === "sign-in" && <TextLink href="#">Forgot password?</TextLink>}
          </div>
          {form.message !== null && <Banner kind={form.message.kind}>{form.message.text}</Banner>}
          <Button type="submit" variant="primary" size="lg" busy={form.isBusy} busyText="Please wait...">
            {title}
          </Button>
        </form>

        <div className="mt-5">
          <p className="mb-3 flex items-center gap-3 text-sm text-soft before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
            or continue with
          </p>
          <div className="grid grid-cols-2 gap-2.5">
            {socialProviders.map((provider) => (
              <Button
                key={provider.id}
                size="lg"
                disabled={form.isBusy}
                icon={
                  <span
                    aria-hidden
                    className="grid size-5 place-items-center rounded-full border border-edge font-semibold text-soft text-xs"
                  >
                    {provider.name.charAt(0)}
                  </span>
                }
                onClick={() => void form.social(provider)}
              >
                {provider.name}
              </Button>
            ))}
          </div>
        </div>

        <p className="mt-5 text-center">
          <Button variant="ghost" size="sm" onClick={form.toggleMode}>
            {toggle}
          </Button>
        </p>
      </div>
    </div>
  );
}
