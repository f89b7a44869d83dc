import { limits } from "@deskhand/contract/limits";
import { ArrowLeft } from "lucide-react";
import type { ReactNode } from "react";
import { usePageTitle } from "../../screens/page-title.ts";
import { BrandMark } from "../../ui/brand-mark.tsx";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/form/field.tsx";
import { PasswordInput } from "../../ui/form/password-input.tsx";

interface AuthCardProps {
  title: string;
  subtitle: ReactNode;
  /** Where "Back" leads. */
  backTo: string;
  children: ReactNode;
}

/** The centred card of a page for visitors who are not signed in. */
export function AuthCard({ title, subtitle, backTo, children }: AuthCardProps) {
  usePageTitle(title);
  return (
    <div className="w-full max-w-100">
      <Button
        variant="ghost"
        className="mb-3 -ml-3"
        icon={<ArrowLeft size={16} aria-hidden />}
        onClick={() => location.assign(backTo)}
      >
        Back
      </Button>
      <div className="rounded-dialog border border-line bg-panel p-6 shadow-float sm:p-7">
        <div className="mb-5 flex items-center gap-3">
          <BrandMark size={36} />
          <div className="min-w-0">
            <h1 className="font-semibold text-xl">{title}</h1>
            <p className="break-anywhere text-soft">{subtitle}</p>
          </div>
        </div>
        {children}
      </div>
    </div>
  );
}

interface PasswordFieldProps {
  label?: string;
  placeholder?: string;
  autoComplete: "current-password" | "new-password";
  value: string;
  onChange: (value: string) => void;
}

const goodPassword = `At least ${limits.passwordMinLength} characters, not easy to guess.`;

/** A password field with a button that shows the password. */
export function PasswordField({
  label = "Password",
  placeholder = "Enter your password",
  autoComplete,
  value,
  onChange,
}: PasswordFieldProps) {
  return (
    <Field label={label} hint={autoComplete === "new-password" ? goodPassword : undefined}>
      {(control) => (
        <PasswordInput
          {...control}
          required
          autoComplete={autoComplete}
          placeholder={placeholder}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
