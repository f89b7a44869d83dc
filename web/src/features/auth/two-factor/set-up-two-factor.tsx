import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { encode } from "uqr";
import { api } from "../../../lib/api.ts";
import { failsOffline } from "../../../lib/retries.ts";
import { FailureBanner } from "../../../screens/failure-banner.tsx";
import { useForm } from "../../../screens/use-form.ts";
import { Button } from "../../../ui/button.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { Input } from "../../../ui/form/input.tsx";
import { type Proof, ProofField } from "../settings/proof-field.tsx";
import { renewsSession } from "../settings/renews-session.ts";
import { RecoveryCodes } from "./recovery-codes.tsx";

interface SetUpProps {
  /** The account's address. */
  email: string;
  /** A user of a provider without a second factor confirms nothing. */
  asks: Proof;
  doneText: string;
  onDone: () => void;
  onCancel?: (() => void) | undefined;
}

/** Sets up an authenticator app: password or code, the key as a QR code, a confirming code, and the recovery codes. */
export function SetUpTwoFactor({ email, asks, doneText, onDone, onCancel }: SetUpProps) {
  const [setup, setSetup] = useState<{ address: string } | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  if (codes !== null) return <RecoveryCodes email={email} codes={codes} leaveText={doneText} onLeave={onDone} />;
  if (setup === null) return <Begin asks={asks} onBegun={setSetup} onCancel={onCancel} />;
  return <Confirm address={setup.address} onConfirmed={setCodes} onCancel={onCancel} />;
}

interface BeginProps {
  asks: Proof;
  onBegun: (begun: { address: string }) => void;
  onCancel: (() => void) | undefined;
}

function Begin({ asks, onBegun, onCancel }: BeginProps) {
  const [proof, setProof] = useState("");
  const begin = useMutation(api.twoFactor.begin.mutationOptions({ ...failsOffline, onSuccess: onBegun }));
  const form = useForm<"password" | "code">({
    save: begin,
    send: () => begin.mutate(asks === null ? {} : { [asks]: proof }),
  });
  return (
    <form {...form.props} className="flex flex-col gap-4">
      <p className="text-soft">
        You need an authenticator app on your phone, such as Google Authenticator, 1Password or Aegis. It gives you a
        new code every 30 seconds, which the sign-in asks for after your password.
      </p>
      <ProofField
        autoFocus
        asks={asks}
        value={proof}
        error={asks === null ? undefined : form.faults[asks]}
        onChange={(value) => {
          setProof(value);
          form.edited();
        }}
      />
      <FailureBanner error={form.failure} />
      <div className="flex flex-wrap gap-2.5">
        <Button type="submit" variant="primary" busy={begin.isPending} busyText="Please wait...">
          Continue
        </Button>
        {onCancel !== undefined && <Button onClick={onCancel}>Cancel</Button>}
      </div>
    </form>
  );
}

interface ConfirmProps {
  address: string;
  onConfirmed: (codes: readonly string[]) => void;
  onCancel: (() => void) | undefined;
}

function Confirm({ address, onConfirmed, onCancel }: ConfirmProps) {
  const cache = useQueryClient();
  const [code, setCode] = useState("");
  const confirm = useMutation(
    api.twoFactor.confirm.mutationOptions({
      ...failsOffline,
      ...renewsSession(cache),
      onSuccess: ({ recoveryCodes }) => onConfirmed(recoveryCodes),
    }),
  );
  const form = useForm<"code">({ save: confirm, send: () => confirm.mutate({ code }) });
  const key = new URL(address).searchParams.get("secret") ?? "";
  return (
    <form {...form.props} className="flex flex-col gap-4">
      <p className="text-soft">Scan this with your authenticator app, then enter the code that it shows.</p>
      <div className="flex flex-wrap items-center gap-4">
        <QrCode text={address} label="QR code with the key of your authenticator app" />
        <p className="min-w-40 flex-1 text-sm text-soft">
          Or type this key into the app:
          <code className="mt-1 block break-anywhere font-mono text-ink">{key.replace(/(.{4})(?=.)/g, "$1 ")}</code>
        </p>
      </div>
      <Field label="Code" error={form.faults.code}>
        {(control) => (
          <Input
            {...control}
            autoFocus
            inputMode="numeric"
            autoComplete="one-time-code"
            placeholder="123456"
            maxLength={12}
            value={code}
            onChange={(event) => {
              setCode(event.target.value);
              form.edited();
            }}
          />
        )}
      </Field>
      <FailureBanner error={form.failure} />
      <div className="flex flex-wrap gap-2.5">
        <Button type="submit" variant="primary" busy={confirm.isPending} busyText="Please wait...">
          Turn on
        </Button>
        {onCancel !== undefined && <Button onClick={onCancel}>Cancel</Button>}
      </div>
    </form>
  );
}

/** Draws a text as a QR code in the browser, so that the secret does not leave the page. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => {
    const { data, size } = encode(text, { border: 2 });
    const dots = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
    return { size, path: dots.join("") };
  }, [text]);
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges" className="size-44">
      {/* Cameras read only dark on light, whatever the theme. */}
      <rect width={size} height={size} rx={1} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
