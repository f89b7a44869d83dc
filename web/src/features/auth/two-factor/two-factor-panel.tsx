import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../../lib/api.ts";
import { failsOffline } from "../../../lib/retries.ts";
import { useSession } from "../../../lib/session.ts";
import { FailureBanner } from "../../../screens/failure-banner.tsx";
import { useForm } from "../../../screens/use-form.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { ProofField, proofOf } from "../settings/proof-field.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { SetUpTwoFactor } from "./set-up-two-factor.tsx";
import { UnkeptCodesNotice } from "./unkept-codes-notice.tsx";

type FactorAction = "set-up" | "renew" | "end" | null;

/** The user's two-factor sign-in: turn on or off, another app, new recovery codes. */
export function TwoFactorPanel() {
  const cache = useQueryClient();
  const { user } = useSession();
  const { data, error, refetch } = useQuery(api.twoFactor.look.queryOptions({ refetchOnMount: "always" }));
  const [doing, setDoing] = useState<FactorAction>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);

  function finish() {
    setDoing(null);
    setCodes(null);
    void cache.invalidateQueries({ queryKey: api.twoFactor.look.queryKey() });
  }

  if (data === undefined || user === null) {
    return error === null ? (
      <Skeleton className="h-32 w-full rounded-panel" />
    ) : (
      <FailureBanner error={error} onRetry={refetch} />
    );
  }
  const { hasPassword } = data;
  const cancel = () => setDoing(null);
  const isDoing = doing !== null || codes !== null;
  return (
    <section className="flex flex-col gap-3">
      <h3 className="flex items-center gap-2.5 font-medium">
        Two-factor sign-in
        {!isDoing && <Badge tone={data.isOn ? "green" : "grey"}>{data.isOn ? "On" : "Off"}</Badge>}
      </h3>
      {!isDoing && data.isOn && <UnkeptCodesNotice />}
      {!isDoing && <Standing factors={data} onBegin={setDoing} />}
      {codes !== null && <RecoveryCodes email={user.email} codes={codes} leaveText="Done" onLeave={finish} />}
      {codes === null && doing === "set-up" && (
        <SetUpTwoFactor email={user.email} asks={proofOf(data)} doneText="Done" onDone={finish} onCancel={cancel} />
      )}
      {codes === null && doing !== null && doing !== "set-up" && (
        <Prove
          deed={doing}
          hasPassword={hasPassword}
          onCancel={cancel}
          onDone={(codes) => (codes ? setCodes(codes) : finish())}
        />
      )}
    </section>
  );
}

interface StandingProps {
  factors: { isOn: boolean; isRequired: boolean; recoveryCodesLeft: number };
  onBegin: (doing: FactorAction) => void;
}

/** The current state and the actions on it. */
function Standing({ factors: { isOn, isRequired, recoveryCodesLeft }, onBegin }: StandingProps) {
  return (
    <>
      <p className="text-soft">
        {isOn
          ? `The sign-in asks for a code of your authenticator app. You have ${recoveryCodesLeft} recovery codes left.`
          : "After your password the sign-in asks for a code of an app on your phone, so that the password alone opens nothing."}
        {isRequired && " Your store asks everybody for it."}
      </p>
      <div className="flex flex-wrap gap-2.5">
        <Button variant={isOn ? "secondary" : "primary"} onClick={() => onBegin("set-up")}>
          {isOn ? "Use another app" : "Set up"}
        </Button>
        {isOn && <Button onClick={() => onBegin("renew")}>New recovery codes</Button>}
        {isOn && !isRequired && (
          <Button variant="danger" onClick={() => onBegin("end")}>
            Turn off
          </Button>
        )}
      </div>
    </>
  );
}

const deeds = {
  renew: {
    about: "The recovery codes you have now will open nothing any more.",
    text: "Make new codes",
    variant: "primary",
  },
  end: { about: "Your password alone will sign you in then.", text: "Turn off", variant: "danger" },
} as const;

interface ProveProps {
  deed: "renew" | "end";
  hasPassword: boolean;
  onCancel: () => void;
  onDone: (codes: readonly string[] | null) => void;
}

/** Confirms the user's identity first: by password, or without one by a code. */
function Prove({ deed, hasPassword, onCancel, onDone }: ProveProps) {
  const [proof, setProof] = useState("");
  const { about, text, variant } = deeds[deed];
  const proofKind = hasPassword ? "password" : "code";
  const save = useMutation({
    mutationFn: async (): Promise<readonly string[] | null> => {
      if (deed === "renew") return (await api.twoFactor.renewRecoveryCodes.call({ [proofKind]: proof })).recoveryCodes;
      await api.twoFactor.end.call({ [proofKind]: proof });
      return null;
    },
    ...failsOffline,
    onSuccess: onDone,
  });
  const form = useForm<"password" | "code">({ save, send: () => save.mutate() });
  return (
    <form {...form.props} className="flex flex-col gap-4">
      <p className="text-soft">{about}</p>
      <ProofField
        autoFocus
        asks={proofKind}
        value={proof}
        error={form.faults[proofKind]}
        onChange={(value) => {
          setProof(value);
          form.edited();
        }}
      />
      <FailureBanner error={form.failure} />
      <div className="flex flex-wrap gap-2.5">
        <Button type="submit" variant={variant} busy={save.isPending} busyText="Please wait...">
          {text}
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  );
}
